import type { AuditAction } from "#lib/contract/audit/audit-actions";
import { coverRecord } from "#lib/server/audit/cover";
import type { SubjectOwner } from "#lib/server/submission/gates";
import type { BatchTableRow } from "#lib/server/tables/bulk/batch-rows";
import { readDatabaseTime } from "#lib/server/tables/database-clock";
import type { Trx } from "#lib/server/tables/schema";
import { findBatch, lockBatch } from "./batch-store";

/** What a gate tells of a batch that waited for it. The gate's own audit entry, which comes after it, covers the change. */
export const batchOwner: SubjectOwner = {
  kind: "batch",
  async nameOf(ledger, id) {
    return (await ledger.selectFrom("batches").select("name").where("id", "=", id).executeTakeFirst())?.name;
  },
  async lock(trx, id) {
    await lockBatch(trx, id);
  },
  async makersOf(trx, id) {
    const batch = await findBatch(trx, id);
    const rows = await trx
      .selectFrom("audit_log")
      .select("actor_id")
      .distinct()
      .where("record_id", "=", id)
      .where("action", "in", ["batch_imported", "batch_changed", "batch_asked"] satisfies AuditAction[])
      .execute();
    return [batch.made_by, ...rows.flatMap(({ actor_id }) => actor_id ?? [])];
  },
  async isLive(trx, id) {
    const batch = await trx
      .selectFrom("batches")
      .select(["agreed", "discarded_at"])
      .where("id", "=", id)
      .executeTakeFirst();
    return batch !== undefined && batch.agreed !== null && batch.discarded_at === null;
  },
  async approved(trx, id) {
    const batch = await lockBatch(trx, id);
    await write(trx, batch, { agreed_at: await readDatabaseTime(trx), stopped: null });
  },
  async ended(trx, id, why) {
    const batch = await lockBatch(trx, id);
    const stopped = { code: "declined", message: why, at: await readDatabaseTime(trx), row: null };
    await write(trx, batch, { agreed: null, agreed_by: null, stopped: JSON.stringify(stopped) });
    const rows = await trx
      .updateTable("batch_rows")
      .set({ agreed: null })
      .where("batch_id", "=", id)
      .where("agreed", "is not", null)
      .returningAll()
      .execute();
    for (const row of rows) coverRecord(trx, "batch-row-1", row);
  },
};

async function write(trx: Trx, batch: BatchTableRow, change: Partial<BatchTableRow>): Promise<void> {
  const after = { ...batch, ...change, seen: batch.seen + 1 };
  await trx
    .updateTable("batches")
    .set({ ...change, seen: after.seen })
    .where("id", "=", batch.id)
    .execute();
  coverRecord(trx, "batch-1", after);
}
