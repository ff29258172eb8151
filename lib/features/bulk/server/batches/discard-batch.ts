import { Problem } from "#lib/contract/problem";
import type { Batch } from "#lib/features/bulk/batches/batch-answers";
import type { Actor } from "#lib/server/auth/actor";
import { db } from "#lib/server/database/db";
import { withdrawFromGates } from "#lib/server/submission/gates";
import { readDatabaseTime } from "#lib/server/tables/database-clock";
import { findRows, findTransfersOf, onBatch, requireSeen, writeBatch } from "./batch-store";
import { viewBatch } from "./view-batch";

/** Ends a batch of which nothing was created. A repeat changes nothing. */
export async function discardBatch(id: string, seen: number, actor: Actor): Promise<Batch> {
  await onBatch(await db(), id, actor, async (trx, batch) => {
    if (batch.discarded_at !== null) return;
    requireSeen(batch, seen);
    const now = await readDatabaseTime(trx);
    const rows = await findRows(trx, id);
    const isLeased = rows.some(({ lease_until }) => lease_until !== null && lease_until > now);
    if (isLeased || (await findTransfersOf(trx, id)).length > 0) {
      const detail = "Rows of it have transfers, or are being created. Leave the other rows out instead.";
      throw new Problem("row_in_use", detail);
    }
    await withdrawFromGates(trx, { kind: "batch", id }, "withdrawn");
    const change = { discarded_at: now, discarded_by: actor.person.id };
    const free = rows.map((row) => ({ ...row, agreed: null, twin_key: null }));
    const changed = free.filter(
      (row, at) => rows[at]?.agreed !== null || rows[at]?.twin_key !== row.twin_key,
    );
    await writeBatch(trx, { batch, change, rows: changed }, { actor, action: "batch_discarded", detail: {} });
  });
  return viewBatch(id, {}, actor);
}
