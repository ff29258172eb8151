import "server-only";
import type { Db } from "./db";
import { takeInAnswers, unsavedAnswers } from "./keep-outcome";
import { isSenderGone } from "./living-instances";
import { inTransaction } from "./transaction";
import { move } from "./transfer-ledger";

/** Invariant: a row whose sender is gone becomes unknown or cancelled; nothing here ever sends. */

/** How long beyond the call's own limit a claim is waited for before it counts as lost. */
export const dispatchGraceMs = 10_000;
/** An intent that was never sent is dropped after this: its rate is gone and the person may have started again. */
const recordedLifeMs = 15 * 60_000;

/** T6: every claim past its deadline, or whose server is gone, becomes unknown. Gives how many. */
export async function sweepLostDispatches(ledger: Db): Promise<number> {
  const now = new Date().toISOString();
  const lost = await ledger
    .selectFrom("transfers")
    .select(["id", "dispatch_deadline"])
    .where("submission", "=", "dispatching")
    .where(({ eb, or }) => or([eb("dispatch_deadline", "<", now), isSenderGone()]))
    .execute();
  // Beyond the deadline its sender may live, and have sent nothing; only of one that is gone can more be said.
  const isLate = ({ dispatch_deadline }: { dispatch_deadline: string | null }) =>
    dispatch_deadline !== null && dispatch_deadline < now;
  const late = await callUnknown(ledger, lost.filter(isLate), notInTime);
  return (
    late +
    (await callUnknown(
      ledger,
      lost.filter((row) => !isLate(row)),
      stopped,
    ))
  );
}

/** T6 at boot: every claim becomes unknown at once. Only for a server that knows that no other one lives. */
export async function recoverAllDispatches(ledger: Db): Promise<number> {
  const lost = await ledger
    .selectFrom("transfers")
    .select("id")
    .where("submission", "=", "dispatching")
    .execute();
  return callUnknown(ledger, lost, stopped);
}

const isNotKnown = "We don't know whether the service created the transfer.";
const notInTime = "The dashboard didn't record the outcome in time.";
const stopped = "The dashboard stopped before it recorded the outcome.";
const notSaved = "The service answered, but the dashboard couldn't save the answer.";

async function callUnknown(ledger: Db, lost: readonly { id: string }[], why: string): Promise<number> {
  if (lost.length === 0) return 0;
  // What was answered is not guessed; a claim whose answer is taken in is not lost any more.
  await takeInAnswers(ledger);
  const unsaved = unsavedAnswers();
  for (const { id } of lost) {
    const text = `${unsaved.has(id) ? notSaved : why} ${isNotKnown}`;
    await inTransaction(ledger, (trx) =>
      move(trx, id, ["dispatching", "unknown"], { source: "dashboard", kind: "outcome_unknown", text }),
    );
  }
  return lost.length;
}

/** T10: every intent that was recorded long ago and never sent is cancelled. Gives how many. */
export async function cancelOldIntents(ledger: Db): Promise<number> {
  const old = await ledger
    .selectFrom("transfers")
    .select("id")
    .where("submission", "=", "recorded")
    .where(({ eb, or }) =>
      or([
        eb("created_at", "<", new Date(Date.now() - recordedLifeMs).toISOString()),
        // A clock that is ahead has recorded it: nobody can say how old it is.
        eb("created_at", ">", new Date(Date.now() + recordedLifeMs).toISOString()),
      ]),
    )
    .execute();
  const text =
    "The dashboard did not send this transfer in time and dropped it. Nothing was sent to the service.";
  for (const { id } of old) {
    await inTransaction(ledger, (trx) =>
      move(trx, id, ["recorded", "cancelled"], { source: "dashboard", kind: "cancelled", text }),
    );
  }
  return old.length;
}
