import "server-only";
import { type Db, db } from "./db";
import { inGroups } from "./in-groups";
import { once } from "./once";
import { markRepeats } from "./repeats";
import type { TransferRow } from "./schema";
import { inTransaction } from "./transaction";
import { appendEvents, countRepeats, type NewEvent, type Trx } from "./transfer-ledger";

/**
 * Invariant: a callback is committed before it is answered with 2xx. It appends an event and nothing else: never an
 * address, an amount, a bank, or a transaction id where there is one.
 */

/** A callback for a transfer, and which transaction it claims to be of. */
export type Callback = {
  transferId: string;
  event: NewEvent & { body_hash: string };
  claimedId: string | undefined;
};

/** How many callbacks of a transfer are kept. */
export const maxEvents = 1_000;
const mostInGroup = 64;

/** Keeps a callback, with those that come at the same time. Resolves once it is committed. */
export function keepCallback(callback: Callback): Promise<void> {
  const keep = once("keep-callback", () =>
    inGroups(oneOfEachTransfer, async (callbacks) => {
      const ledger = await db();
      await writeCallbacks(ledger, callbacks);
    }),
  );
  return keep(callback);
}

function oneOfEachTransfer(callbacks: readonly Callback[]): Callback[] {
  const first = new Map<string, Callback>();
  for (const callback of callbacks) {
    if (first.size === mostInGroup) break;
    if (!first.has(callback.transferId)) first.set(callback.transferId, callback);
  }
  return [...first.values()];
}

function writeCallbacks(ledger: Db, callbacks: readonly Callback[]): Promise<void> {
  return inTransaction(ledger, async (trx) => {
    const held = await holdAndCount(
      trx,
      callbacks.map(({ transferId }) => transferId),
    );
    const pairs = callbacks.map(({ transferId, event }) => ({ id: transferId, bodyHash: event.body_hash }));
    const repeated = await countRepeats(trx, pairs);
    const news = [];
    for (const { transferId: id, event, claimedId } of callbacks) {
      const transfer = held.get(id);
      if (transfer === undefined) throw new RangeError("A callback names a transfer that is gone.");
      if (repeated.has(id) || !(await hasRoom(trx, transfer))) continue;
      const is_quarantined = isForeign(claimedId, transfer) ? 1 : 0;
      news.push({ id, before: transfer.submission, event: { ...event, is_quarantined } } as const);
    }
    await appendEvents(trx, news);
    for (const { transferId, claimedId } of callbacks) {
      const isNew = claimedId !== undefined && held.get(transferId)?.transaction_id === null;
      if (isNew) await adoptId(trx, transferId, claimedId);
    }
  });
}

type Held = Pick<TransferRow, "id" | "submission" | "transaction_id" | "callback_count">;

/** Takes the transfers' rows until the end of the transaction, as every writer does first, and counts a callback on each. */
async function holdAndCount(trx: Trx, ids: readonly string[]): Promise<Map<string, Held>> {
  const rows = await trx
    .updateTable("transfers")
    .set(({ eb }) => ({ callback_count: eb("callback_count", "+", 1) }))
    .where("id", "in", ids)
    .returning(["id", "submission", "transaction_id", "callback_count"])
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

function isForeign(claimedId: string | undefined, { transaction_id: own }: Held): boolean {
  return claimedId !== undefined && own !== null && claimedId !== own.trim();
}

/** Kept callbacks count here and repeats do not: a service that repeats itself must not use up the room for its news. */
async function hasRoom(trx: Trx, { id, callback_count: taken }: Held): Promise<boolean> {
  // Of no more than this many callbacks no more were kept.
  if (taken <= maxEvents) return true;
  const { kept } = await trx
    .selectFrom("transfer_events")
    .select(({ fn }) => fn.countAll<number | string>().as("kept"))
    .where("transfer_id", "=", id)
    .where("kind", "=", "callback")
    .executeTakeFirstOrThrow();
  return Number.parseInt(String(kept), 10) < maxEvents;
}

/** Only while the service's own answer has not arrived: an id that is known stays, and its answer comes before this. */
async function adoptId(trx: Trx, id: string, transactionId: string): Promise<void> {
  const named = await trx
    .updateTable("transfers")
    .set({ transaction_id: transactionId })
    .where("id", "=", id)
    .where("transaction_id", "is", null)
    .where("submission", "in", ["accepted", "dispatching"])
    .executeTakeFirst();
  if (named.numUpdatedRows === 1n) await markRepeats(trx, id);
}
