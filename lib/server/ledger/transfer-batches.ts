import { hook } from "#lib/server/config/hook";
import type { Db, Trx } from "#lib/server/tables/schema";

/** The batch that a transfer is a row of. `row`: the number of its line in the file. */
export type BatchPlace = { id: string; name: string; row: number };

export type NamedBatch = { id: string; name: string };

/** What a feature knows of the batches that transfers are made from. It reads only. */
export type TransferBatches = {
  /** By the transfers' idempotency keys; those of no batch are left out. */
  placesOf(ledger: Db | Trx, keys: readonly string[]): Promise<Map<string, BatchPlace>>;
  /** The IDs of all transfers of these batches. */
  transfersOf(ledger: Db | Trx, batchIds: readonly string[]): Promise<string[]>;
  /** These, or the newest for a search by name. */
  named(ledger: Db | Trx, ids?: readonly string[]): Promise<NamedBatch[]>;
  /** How many need a person. */
  countInNeed(ledger: Db): Promise<number>;
};

export const transferBatches = hook<TransferBatches>("transfer-batches");

/** By the transfers' idempotency keys. */
export async function readBatchPlaces(
  ledger: Db | Trx,
  keys: readonly string[],
): Promise<Map<string, BatchPlace>> {
  const found = new Map<string, BatchPlace>();
  if (keys.length === 0) return found;
  for (const { placesOf } of transferBatches.all())
    for (const [key, place] of await placesOf(ledger, keys)) found.set(key, place);
  return found;
}

export async function transfersOfBatches(ledger: Db | Trx, batchIds: readonly string[]): Promise<string[]> {
  if (batchIds.length === 0) return [];
  const found = transferBatches.all().map(({ transfersOf }) => transfersOf(ledger, batchIds));
  return (await Promise.all(found)).flat();
}

/** These, or the newest. */
export async function namedBatches(ledger: Db | Trx, ids?: readonly string[]): Promise<NamedBatch[]> {
  return (await Promise.all(transferBatches.all().map(({ named }) => named(ledger, ids)))).flat();
}

export async function countBatchesInNeed(ledger: Db): Promise<number> {
  const counts = await Promise.all(transferBatches.all().map(({ countInNeed }) => countInNeed(ledger)));
  return counts.reduce((sum, count) => sum + count, 0);
}
