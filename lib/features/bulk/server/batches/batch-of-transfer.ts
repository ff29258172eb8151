import { db } from "#lib/server/database/db";

/** The batch and the line that a transfer was made from; `undefined` for one that is no row. */
export async function findBatchOf(
  transferId: string,
): Promise<{ id: string; name: string; n: number } | undefined> {
  const ledger = await db();
  return ledger
    .selectFrom("transfers")
    .innerJoin("batch_rows", "batch_rows.key", "transfers.idempotency_key")
    .innerJoin("batches", "batches.id", "batch_rows.batch_id")
    .select(["batches.id", "batches.name", "batch_rows.n"])
    .where("transfers.id", "=", transferId)
    .executeTakeFirst();
}
