import type { ApprovalHoldReason } from "#lib/contract/people";
import { env } from "#lib/server/config/env";
import { readDatabaseTime } from "#lib/server/tables/database-clock";
import type { Trx } from "#lib/server/tables/schema";

/**
 * Invariant: nobody makes an approver and uses them. Whoever joins, gets more rights, or signs in by what somebody else gave
 * them approves nothing for a time.
 */
export async function holdApprovals(trx: Trx, personId: string, why: ApprovalHoldReason): Promise<void> {
  const end = Date.parse(await readDatabaseTime(trx)) + env().controlHoldMs;
  await trx
    .updateTable("people")
    .set({ approves_from: new Date(end).toISOString(), approves_from_why: why })
    .where("id", "=", personId)
    .execute();
}
