import "server-only";
import { isWaiting } from "#lib/server/outbox/deliveries";
import type { Db } from "#lib/server/tables/schema";

/** Invariant: what was told is kept for 30 days. What still waits then is for an endpoint that was off for as long. */

const keptMs = 30 * 24 * 3_600_000;
const rowsAtOnce = 1_000;

export async function dropOldDeliveries(ledger: Db, now = Date.now()): Promise<void> {
  const longAgo = new Date(now - keptMs).toISOString();
  const withdraw = ledger
    .updateTable("deliveries")
    .set({ state: "withdrawn", done_at: new Date(now).toISOString() })
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
