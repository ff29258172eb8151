import type { Batch } from "#lib/features/bulk/batches/batch-answers";
import type { BatchTableRow } from "#lib/server/tables/bulk/batch-rows";
import type { Trx } from "#lib/server/tables/schema";

/** The newest other batch of the same file, or of the same cells. */
export async function sameBatch(trx: Trx, batch: BatchTableRow): Promise<Batch["questions"]["sameAs"]> {
  const row = await trx
    .selectFrom("batches")
    .select(["id", "name", "made_at"])
    .where("id", "<>", batch.id)
    .where("discarded_at", "is", null)
    .where("made_at", "<=", batch.made_at)
    .where(({ eb, or }) => or([eb("file_hash", "=", batch.file_hash), eb("rows_hash", "=", batch.rows_hash)]))
    .orderBy("made_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : { id: row.id, name: row.name, createdAt: row.made_at };
}
