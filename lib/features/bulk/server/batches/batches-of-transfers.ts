import type { TransferBatches } from "#lib/server/ledger/transfer-batches";
import { isOneOf } from "#lib/server/tables/prepared";
import { batchesInNeed } from "./in-need";

/** Which batch and row a transfer was made from: the row has its key. Invariant: reads only. */

const mostNamed = 1_000;

export const batchesOfTransfers: TransferBatches = {
  async placesOf(ledger, keys) {
    const rows = await ledger
      .selectFrom("batch_rows")
      .innerJoin("batches", "batches.id", "batch_rows.batch_id")
      .select(["key", "batches.id", "name", "n"])
      .where(isOneOf(ledger, "key", keys))
      .execute();
    return new Map(rows.map(({ key, id, name, n }) => [key, { id, name, row: n }]));
  },
  async transfersOf(ledger, batchIds) {
    const rows = await ledger
      .selectFrom("batch_rows")
      .innerJoin("transfers", "transfers.idempotency_key", "batch_rows.key")
      .select("transfers.id")
      .where(isOneOf(ledger, "batch_id", batchIds))
      .execute();
    return rows.map(({ id }) => id);
  },
  named(ledger, ids) {
    const named = ledger
      .selectFrom("batches")
      .select(["id", "name"])
      .orderBy("made_at", "desc")
      .limit(mostNamed);
    const found = ids === undefined ? named.where("discarded_at", "is", null) : named.where("id", "in", ids);
    return found.execute();
  },
  async countInNeed(ledger) {
    return new Set((await batchesInNeed(ledger)).map(({ id }) => id)).size;
  },
};
