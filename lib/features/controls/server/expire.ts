import { appendAudit } from "#lib/server/audit/audit";
import { inTransaction } from "#lib/server/audit/transaction";
import { commandOrigin } from "#lib/server/auth/actor";
import { once } from "#lib/server/config/once";
import { log } from "#lib/server/observe/log";
import { traitsOf } from "#lib/server/observe/log-failure";
import { endProposal, lockPayeeRow } from "#lib/server/payees/proposals";
import { readVersionName } from "#lib/server/payees/version-name";
import { endWaiting } from "#lib/server/submission/end-waiting";
import type { RequestRow } from "#lib/server/tables/controls/control-rows";
import { databaseTime } from "#lib/server/tables/database-clock";
import type { Db } from "#lib/server/tables/schema";
import { endBatch, lockSubject } from "./batches/decide-batch";
import { noteApprovers } from "./messages/note-approvers";
import { remindApprovers } from "./messages/tell-approvers";
import { endRequest, isExpired, takeRequest } from "./requests";
import { activateDue } from "./rules/rules-acts";

/** Several servers may do it at once: each request is judged again on its locked row. */
const mostAtOnce = 200;
/** It reads all that waits. */
const noteEveryMs = 60_000;

/**
 * Ends requests that nobody decided in time, reminds those who can decide of others, says which of them nobody can decide, and
 * lets looser rules count whose hold is over. Returns how many ended.
 */
export async function sweepControls(ledger: Db): Promise<number> {
  await activateDue(ledger);
  const due = await ledger
    .selectFrom("requests")
    .select(["id", "kind", "subject_id"])
    .where("state", "=", "waiting")
    .where("kind", "<>", "rules")
    .where("expires_at", "<=", databaseTime(ledger))
    .orderBy("asked_at")
    .limit(mostAtOnce)
    .execute();
  let count = 0;
  for (const row of due) {
    const { id } = row;
    try {
      if (await expire(ledger, row)) count += 1;
    } catch (error) {
      // One that can't end must not hold up the others.
      log().error({ requestId: id, ...traitsOf(error) }, "a request for approval can't be ended");
    }
  }
  await remindApprovers(ledger);
  const noted = once("approvers-noted", () => ({ at: Number.NEGATIVE_INFINITY }));
  if (performance.now() - noted.at >= noteEveryMs) {
    noted.at = performance.now();
    await noteApprovers(ledger);
  }
  return count;
}

function expire(
  ledger: Db,
  { id, kind, subject_id }: Pick<RequestRow, "id" | "kind" | "subject_id">,
): Promise<boolean> {
  return inTransaction(ledger, async (trx) => {
    if (kind === "batch") await lockSubject(trx, subject_id);
    if (kind === "payee_version") await lockPayeeRow(trx, readVersionName(subject_id).payeeId);
    const request = await takeRequest(trx, id);
    if (request?.state !== "waiting" || !(await isExpired(trx, request))) return false;
    await endRequest(trx, request, { state: "expired", ended_by: null, reason: null });
    if (kind === "payee_version") {
      await endProposal(trx, readVersionName(subject_id), { outcome: "expired" }, null);
      return true;
    }
    const recordId = subject_id;
    if (kind === "batch") {
      await endBatch(trx, subject_id, "Nobody decided in time, so the request ended. Ask for it again.");
      await appendAudit(trx, { ...commandOrigin, action: "batch_expired", recordId, detail: {} });
      return true;
    }
    await endWaiting(trx, subject_id, "expired");
    await appendAudit(trx, { ...commandOrigin, action: "request_expired", recordId, detail: {} });
    return true;
  });
}
