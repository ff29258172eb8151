import { overlapHours } from "#lib/features/telling/webhooks";
import { isWaiting } from "#lib/server/outbox/deliveries";
import { readDatabaseTime } from "#lib/server/tables/database-clock";
import type { Db } from "#lib/server/tables/schema";
import { clockToleranceMs } from "#lib/server/tables/stored-time";
import { later } from "./endpoint-health";
import { longestRestMs } from "./schedule";

/**
 * Invariant: what was told is kept for 30 days. What still waits then is for an endpoint that was off for as long. A time
 * that a clock which was ahead has written delays nothing, and no secret signs for longer than it may.
 */

const hourMs = 3_600_000;
const keptMs = 30 * 24 * hourMs;
const rowsAtOnce = 1_000;
/** Between two tries of a webhook or a mail are 26.4 hours at most. */
const longestWaitMs = 27 * hourMs;

/** Brings back what waits for a time further away than it may be. */
export async function bringBackTimes(ledger: Db): Promise<void> {
  const now = await readDatabaseTime(ledger);
  const beyond = (ms: number) => later(now, ms + clockToleranceMs);
  const waiting = ledger.updateTable("deliveries").where(isWaiting);
  await waiting.set({ due_at: now }).where("due_at", ">", beyond(longestWaitMs)).execute();
  await waiting.set({ first_try_at: now }).where("first_try_at", ">", beyond(0)).execute();
  const endpoints = ledger.updateTable("endpoints");
  await endpoints.set({ rest_until: null }).where("rest_until", ">", beyond(longestRestMs)).execute();
  const overlap = beyond(overlapHours * hourMs);
  await endpoints.set({ previous_until: now }).where("previous_until", ">", overlap).execute();
}

/** By the database's clock: one server with a wrong one must not throw away what all have still to send. */
export async function dropOldDeliveries(ledger: Db): Promise<void> {
  const now = await readDatabaseTime(ledger);
  const longAgo = later(now, -keptMs);
  const withdraw = ledger
    .updateTable("deliveries")
    .set({ state: "withdrawn", done_at: now })
    .where(isWaiting);
  await withdraw.where("created_at", "<", longAgo).execute();
  // Written by a follow-up that had read the endpoint before it was removed.
  const removed = ledger.selectFrom("endpoints").select("endpoints.id").where("removed_at", "is not", null);
  await withdraw.where("endpoint_id", "in", removed).execute();
  for (;;) {
    const old = await ledger
      .selectFrom("deliveries")
      .select("seq")
      .where("created_at", "<", longAgo)
      .where("state", "!=", "waiting")
      .orderBy("created_at")
      .limit(rowsAtOnce)
      .execute();
    if (old.length === 0) return;
    const seqs = old.map(({ seq }) => seq);
    await ledger.deleteFrom("delivery_attempts").where("delivery_seq", "in", seqs).execute();
    // One that is sent again meanwhile stays.
    await ledger.deleteFrom("deliveries").where("seq", "in", seqs).where("state", "!=", "waiting").execute();
  }
}
