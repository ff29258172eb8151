import { sql } from "kysely";
import { inTransaction } from "#lib/server/audit/transaction";
import { isSenderGone, isSenderHeard } from "#lib/server/database/living-instances";
import { isHoldRefusal, whileOpen } from "#lib/server/hold/transfer-hold";
import { move } from "#lib/server/ledger/transfer-ledger";
import { databaseTime } from "#lib/server/tables/database-clock";
import type { Db } from "#lib/server/tables/schema";
import { takeInAnswers, unsavedAnswers } from "./keep-outcome";

/** Invariant: a row whose sender is gone becomes unknown or cancelled; nothing here ever sends. */

/** Its rate is gone by then, and the person may have started again. */
const recordedLifeMs = 15 * 60_000;

/** T6: claims whose server is gone, or past their deadline with a silent one, become unknown. Returns how many. */
export async function sweepLostDispatches(ledger: Db): Promise<number> {
  const lost = await ledger
    .selectFrom("transfers")
    .select("id")
    .select(isLate(ledger).as("is_late"))
    .where("submission", "=", "dispatching")
    .where(({ and, or, not }) =>
      or([and([isLate(ledger), not(isSenderHeard(ledger))]), isSenderGone(ledger)]),
    )
    .execute();
  // Beyond the deadline the sender may still live; only of one that is gone can more be said.
  const late = await callUnknown(
    ledger,
    lost.filter(({ is_late }) => is_late),
    notInTime,
  );
  const gone = lost.filter(({ is_late }) => !is_late);
  return late + (await callUnknown(ledger, gone, stopped));
}

function isLate(ledger: Db) {
  return sql<boolean>`(dispatch_deadline is not null and dispatch_deadline < ${databaseTime(ledger)})`;
}

/** T6 at boot, for all claims. Only for a server that knows that no other one lives. */
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
  // Answers first: their claims are not lost any more.
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

/** T10. Returns how many. */
export async function cancelOldIntents(ledger: Db): Promise<number> {
  const old = await ledger
    .selectFrom("transfers")
    .select("id")
    .where("submission", "=", "recorded")
    .where(({ eb, or }) =>
      or([
        eb("created_at", "<", databaseTime(ledger, -recordedLifeMs)),
        // A clock that is ahead has recorded it: nobody can say how old it is.
        eb("created_at", ">", databaseTime(ledger, recordedLifeMs)),
      ]),
    )
    .execute();
  const text =
    "The dashboard couldn't send this transfer in time, so it was cancelled. Nothing was sent to the service.";
  let count = 0;
  for (const { id } of old) {
    try {
      // During a hold nobody knows what was sent.
      await whileOpen(ledger, (trx) =>
        move(trx, id, ["recorded", "cancelled"], { source: "dashboard", kind: "cancelled", text }),
      );
    } catch (error) {
      if (isHoldRefusal(error)) return count;
      throw error;
    }
    count += 1;
  }
  return count;
}
