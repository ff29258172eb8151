import "server-only";
import { type Db, databaseKind, db } from "./db";
import { inGroups } from "./in-groups";
import { once } from "./once";
import { markRepeats } from "./repeats";
import { inTransaction } from "./transaction";
import {
  type Appended,
  appendEvents,
  byTransfer,
  type FoldRow,
  type Held,
  holdTransfers,
  type NewEvent,
  readFoldRows,
  type Trx,
} from "./transfer-ledger";

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
    inGroups(
      {
        keyOf: ({ transferId }: Callback) => transferId,
        mostItems: mostInGroup,
        // SQLite has one writer; PostgreSQL works on one commit while the disk is busy with another.
        mostGroups: databaseKind() === "sqlite" ? 1 : 2,
      },
      async (callbacks) => writeCallbacks(await db(), callbacks),
    ),
  );
  return keep(callback);
}

function writeCallbacks(ledger: Db, callbacks: readonly Callback[]): Promise<void> {
  return inTransaction(ledger, async (trx) => {
    const ids = callbacks.map(({ transferId }) => transferId);
    const held = await holdTransfers(trx, ids);
    const earlierOf = byTransfer(await readFoldRows(trx, ids));
    const news: Appended[] = [];
    for (const { transferId: id, event, claimedId } of callbacks) {
      const transfer = held.get(id);
      if (transfer === undefined) throw new RangeError("A callback names a transfer that is gone.");
      const earlier = earlierOf.get(id) ?? [];
      const is_quarantined = isForeign(claimedId, transfer) ? 1 : 0;
      if (hasRoom(earlier))
        news.push({ id, before: transfer.submission, earlier, event: { ...event, is_quarantined } });
    }
    const kept = await appendEvents(trx, news);
    const others = callbacks.filter(({ transferId }) => !kept.has(transferId));
    if (others.length > 0) await countOnly(trx, others);
    for (const { transferId, claimedId } of callbacks) {
      const isNew = claimedId !== undefined && held.get(transferId)?.transaction_id === null;
      if (isNew) await adoptId(trx, transferId, claimedId);
    }
  });
}

function isForeign(claimedId: string | undefined, { transaction_id: own }: Held): boolean {
  return claimedId !== undefined && own !== null && claimedId !== own.trim();
}

/** Kept callbacks count here and repeats do not: a service that repeats itself must not use up the room for its news. */
function hasRoom(earlier: readonly FoldRow[]): boolean {
  return earlier.filter(({ kind }) => kind === "callback").length < maxEvents;
}

/** Counts callbacks that are not kept, and that what an event says was said once more. */
async function countOnly(trx: Trx, callbacks: readonly Callback[]): Promise<void> {
  await trx
    .updateTable("transfers")
    .set(({ eb }) => ({ callback_count: eb("callback_count", "+", 1) }))
    .where(
      "id",
      "in",
      callbacks.map(({ transferId }) => transferId),
    )
    .execute();
  for (const { transferId, event } of callbacks)
    await trx
      .updateTable("transfer_events")
      .set(({ eb }) => ({ deliveries: eb("deliveries", "+", 1) }))
      .where("transfer_id", "=", transferId)
      .where("body_hash", "=", event.body_hash)
      .execute();
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
