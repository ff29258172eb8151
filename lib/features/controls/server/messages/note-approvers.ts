import { inTransaction } from "#lib/server/audit/transaction";
import { holdTransfers } from "#lib/server/ledger/transfer-ledger";
import { writeStandings } from "#lib/server/standing/write-standing";
import type { ApprovalRow } from "#lib/server/tables/controls/control-rows";
import type { Db } from "#lib/server/tables/schema";
import { canBeMet } from "../counting";
import { readColleagues } from "../read-people";

/**
 * Invariant: a transfer that waits says whether anybody is there who could approve it. People come and go without a word about
 * a transfer, and a hold ends by time alone, so it is worked out again and again.
 */

/** Returns of how many transfers it changed. */
export async function noteApprovers(ledger: Db): Promise<number> {
  const waiting = await ledger
    .selectFrom("requests")
    .innerJoin("transfers", "transfers.id", "requests.subject_id")
    .selectAll("requests")
    .select("unapprovable_since")
    .where("requests.state", "=", "waiting")
    .where("requests.kind", "=", "transfer")
    .execute();
  if (waiting.length === 0) return 0;
  const colleagues = await readColleagues(ledger);
  const approvals = await ledger
    .selectFrom("approvals")
    .innerJoin("requests", "requests.id", "approvals.request_id")
    .selectAll("approvals")
    .where("requests.state", "=", "waiting")
    .execute();
  const given = new Map<string, ApprovalRow[]>();
  for (const each of approvals) given.set(each.request_id, [...(given.get(each.request_id) ?? []), each]);
  let count = 0;
  for (const request of waiting) {
    const own = given.get(request.id) ?? [];
    const canBe = canBeMet(request, own, colleagues);
    if (canBe === (request.unapprovable_since === null)) continue;
    await write(ledger, request.subject_id, canBe ? null : colleagues.now);
    count += 1;
  }
  return count;
}

function write(ledger: Db, transferId: string, since: string | null): Promise<void> {
  return inTransaction(ledger, async (trx) => {
    await holdTransfers(trx, [transferId]);
    await trx
      .updateTable("transfers")
      .set({ unapprovable_since: since })
      .where("id", "=", transferId)
      .where("submission", "=", "awaiting_approval")
      .execute();
    await writeStandings(trx, [transferId]);
  });
}
