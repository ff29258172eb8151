import "server-only";
import { setTimeout } from "node:timers/promises";
import type { Updateable } from "kysely";
import { checkAddress } from "#lib/address";
import { findAsset } from "#lib/assets";
import { isDatabaseAway } from "./database-failure";
import { type Db, databaseKind } from "./db";
import { env } from "./env";
import type { InitiateOutcome } from "./initiate-outcome";
import { markRepeats } from "./repeats";
import type { TransferRow } from "./schema";
import { inTransaction } from "./transaction";
import { appendEvent, broughtBy, holdTransfers, move, type NewEvent, type Trx } from "./transfer-ledger";

/** Invariant: what the service answered is recorded once, where the claim still stands, and is never lost to a busy database. */

const maxRecordAttempts = 4;
const recordRetryMs = 500;
/** A PostgreSQL server that restarts, or hands over to another one, is waited for. */
const awayLimitMs = 30_000;

/**
 * Records what became of an initiate. The answer exists only here: a database that is busy, full or away for a moment
 * must not lose it, so the record, and nothing else, is tried several times.
 */
export async function keepOutcome(ledger: Db, row: TransferRow, outcome: InitiateOutcome): Promise<void> {
  const start = Date.now();
  for (let attempt = 1; ; attempt++) {
    try {
      return await recordOutcome(ledger, row, outcome);
    } catch (error) {
      const mayReturn = databaseKind() === "postgres" && isDatabaseAway(error);
      const isLast = attempt >= maxRecordAttempts && !(mayReturn && Date.now() - start < awayLimitMs);
      if (isLast) throw error;
      await setTimeout(recordRetryMs * Math.min(attempt, maxRecordAttempts));
    }
  }
}

/** T3, T4 and T5. */
async function recordOutcome(ledger: Db, row: TransferRow, outcome: InitiateOutcome): Promise<void> {
  const { to, event, patch } = outcomeRecord(row, outcome);
  await inTransaction(ledger, async (trx) => {
    await holdTransfers(trx, [row.id]);
    if (outcome.kind === "accepted") await judgeEarlyCallbacks(trx, row.id, outcome.transactionId);
    const isWritten =
      (await move(trx, row.id, ["dispatching", to], event, patch)) ||
      (to === "accepted" && (await recordLateYes(trx, row.id, event, patch)));
    if (isWritten && to === "accepted") await markRepeats(trx, row.id);
    if (isWritten) return;
    if (await isRecorded(trx, row.id, event)) return;
    await appendEvent(trx, row.id, { ...event, kind: "note" });
  });
}

/** Whether an earlier try has recorded it, and only the database's confirmation was lost. */
async function isRecorded(trx: Trx, id: string, { source, kind, text, raw }: NewEvent): Promise<boolean> {
  const same = await trx
    .selectFrom("transfer_events")
    .select("seq")
    .where("transfer_id", "=", id)
    .where("source", "=", source)
    .where("kind", "=", kind)
    .where("text", "is not distinct from", text ?? null)
    .where("raw", "is not distinct from", raw ?? null)
    .executeTakeFirst();
  return same !== undefined;
}

/** Callbacks that came before the answer count where they name its transaction, or none. Others lose their effect. */
async function judgeEarlyCallbacks(trx: Trx, id: string, transactionId: string): Promise<void> {
  await trx
    .updateTable("transfer_events")
    .set(({ eb }) => ({
      is_quarantined: eb
        .case()
        .when("claimed_id", "=", transactionId.trim())
        .then(eb.lit(0))
        .else(eb.lit(1))
        .end(),
    }))
    .where("kind", "=", "callback")
    .where("claimed_id", "is not", null)
    // What a person or a callback has proved meanwhile stands: then the answer is a note only.
    .where("transfer_id", "in", (transfers) =>
      transfers
        .selectFrom("transfers")
        .select("id")
        .where("id", "=", id)
        .where("submission", "in", ["dispatching", "unknown"]),
    )
    .execute();
}

/** T12: a yes that comes when the claim was called lost, as after a machine has slept. What others proved stays. */
async function recordLateYes(
  trx: Trx,
  id: string,
  event: NewEvent,
  patch: Updateable<TransferRow>,
): Promise<boolean> {
  if (await move(trx, id, ["unknown", "accepted"], event, patch)) return true;
  const text = "The service's answer came late: it says that it created the transfer.";
  if (await move(trx, id, ["not_created", "unknown"], { ...event, kind: "outcome_unknown", text }))
    return true;
  // A callback proved that it exists; the address was still missing.
  const filled = await trx
    .updateTable("transfers")
    .set(patch)
    .where("id", "=", id)
    .where("submission", "=", "accepted")
    .where("address", "is", null)
    .where(({ eb, or }) =>
      or([eb("transaction_id", "is", null), eb("transaction_id", "=", patch.transaction_id ?? "")]),
    )
    .executeTakeFirst();
  if (filled.numUpdatedRows === 1n) await appendEvent(trx, id, { ...event, ...broughtBy(patch) });
  return filled.numUpdatedRows === 1n;
}

function outcomeRecord(row: TransferRow, outcome: InitiateOutcome) {
  if (outcome.kind === "accepted") {
    const event: NewEvent = { source: "service_answer", kind: "accepted", raw: outcome.raw };
    const patch = evidence(row, outcome.transactionId, outcome.address);
    return { to: "accepted", event, patch } as const;
  }
  const source = outcome.kind === "rejected" && outcome.wasSent ? "service_answer" : "dashboard";
  if (outcome.kind === "rejected") {
    const event: NewEvent = { source, kind: "rejected", text: outcome.message, raw: outcome.raw };
    return { to: "rejected", event, patch: {} } as const;
  }
  const event: NewEvent = { source, kind: "outcome_unknown", text: outcome.message, raw: outcome.raw };
  return { to: "unknown", event, patch: {} } as const;
}

/** The service's id and address as columns, with the result of the address' check. */
function evidence(row: TransferRow, transactionId: string, address: string) {
  const family = findAsset(env().assets, row.asset)?.addressFamily ?? "unknown";
  return { transaction_id: transactionId, address, address_check: checkAddress(address, family) };
}
