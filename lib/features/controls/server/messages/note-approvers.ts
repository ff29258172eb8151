import { covers } from "#lib/features/controls/approvers";
import { lacksOf } from "#lib/features/controls/eligible";
import { inTransaction } from "#lib/server/audit/transaction";
import { holdTransfers } from "#lib/server/ledger/transfer-ledger";
import { writeStandings } from "#lib/server/standing/write-standing";
import type { ApprovalRow, RequestRow } from "#lib/server/tables/controls/control-rows";
import type { Db } from "#lib/server/tables/schema";
import { readColleagues } from "../read-people";
import { givenBy, storedOf } from "../requests";

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
    const canBe = isApprovable(request, own, colleagues);
    if (canBe === (request.unapprovable_since === null)) continue;
    await write(ledger, request.subject_id, canBe ? null : colleagues.now);
    count += 1;
  }
  return count;
}

/** By what was given, and by whoever can still give more. */
function isApprovable(
  request: RequestRow,
  approvals: readonly ApprovalRow[],
  { people, now }: Awaited<ReturnType<typeof readColleagues>>,
): boolean {
  const decided = approvals.map(({ person_id }) => person_id);
  const able = people.filter(
    (person) =>
      person.id !== request.maker_id && !decided.includes(person.id) && lacksOf(person, now).length === 0,
  );
  const given = givenBy(approvals);
  const admins = able.filter(({ role }) => role === "admin").length;
  return covers(
    { people: given.people + able.length, admins: given.admins + admins },
    storedOf(request).needed,
  );
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
