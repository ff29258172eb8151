import "server-only";
import type { FundingRow } from "#lib/server/tables/funding-rows";
import type { TransferRow, Trx } from "#lib/server/tables/schema";
import { clockToleranceMs } from "#lib/server/tables/stored-time";

/**
 * Invariant: after a restore, or whatever else may have lost the newest rows, a licence of before may be in use, so an older
 * transfer is funded only once a person has confirmed that nobody sent.
 */

/** Each is written where rows may have been lost. */
const losses = ["ledger_restored", "transfers_held"] as const;

/** Whether the transfer is older than the last such loss, and no wallet was asked since. */
export async function mayLackFunding(trx: Trx, { id, created_at }: TransferRow): Promise<boolean> {
  const loss = await trx
    .selectFrom("audit_log")
    .select("at")
    .where("action", "in", [...losses])
    .orderBy("seq", "desc")
    .limit(1)
    .executeTakeFirst();
  if (loss === undefined || Date.parse(created_at) > Date.parse(loss.at) + clockToleranceMs) return false;
  return !(await wasAskedSince(trx, id, loss.at));
}

async function wasAskedSince(trx: Trx, id: string, at: string): Promise<boolean> {
  const asked: Pick<FundingRow, "id"> | undefined = await trx
    .selectFrom("fundings")
    .select("id")
    .where("transfer_id", "=", id)
    .where("asked_at", ">", at)
    .limit(1)
    .executeTakeFirst();
  return asked !== undefined;
}
