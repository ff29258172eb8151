import "server-only";
import { type Db, databaseKind, db } from "./db";
import { inGroups } from "./in-groups";
import { once } from "./once";
import { markRepeats } from "./repeats";
import type { TransferEventRow, TransferRow } from "./schema";
import { inTransaction } from "./transaction";
import {
  type Appended,
  appendEvents,
  byTransfer,
  type FoldRow,
  foldRowsOf,
  type NewEvent,
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
    const held = await holdAndCount(trx, ids);
    const earlierOf = await readEarlier(trx, ids);
    const news: Appended[] = [];
    const repeats: EarlierRow[] = [];
    for (const { transferId: id, event, claimedId } of callbacks) {
      const transfer = held.get(id);
      if (transfer === undefined) throw new RangeError("A callback names a transfer that is gone.");
      const earlier = earlierOf.get(id) ?? [];
      const same = earlier.find(({ body_hash }) => body_hash === event.body_hash);
      if (same !== undefined) repeats.push(same);
      else if (hasRoom(earlier)) {
        const is_quarantined = isForeign(claimedId, transfer) ? 1 : 0;
        news.push({ id, before: transfer.submission, earlier, event: { ...event, is_quarantined } });
      }
    }
    for (const repeat of repeats) await countDelivery(trx, repeat);
    await appendEvents(trx, news);
    for (const { transferId, claimedId } of callbacks) {
      const isNew = claimedId !== undefined && held.get(transferId)?.transaction_id === null;
      if (isNew) await adoptId(trx, transferId, claimedId);
    }
  });
}

type Held = Pick<TransferRow, "id" | "submission" | "transaction_id">;

/** Takes the transfers' rows until the end of the transaction, as every writer does first, and counts a callback on each. */
async function holdAndCount(trx: Trx, ids: readonly string[]): Promise<Map<string, Held>> {
  const rows = await trx
    .updateTable("transfers")
    .set(({ eb }) => ({ callback_count: eb("callback_count", "+", 1) }))
    .where("id", "in", ids)
    .returning(["id", "submission", "transaction_id"])
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

function isForeign(claimedId: string | undefined, { transaction_id: own }: Held): boolean {
  return claimedId !== undefined && own !== null && claimedId !== own.trim();
}

type EarlierRow = FoldRow & Pick<TransferEventRow, "body_hash">;

/** The events that the transfers have, and what tells a repeated callback. */
async function readEarlier(trx: Trx, ids: readonly string[]): Promise<Map<string, EarlierRow[]>> {
  return byTransfer(await foldRowsOf(trx, ids).select("body_hash").execute());
}

/** Kept callbacks count here and repeats do not: a service that repeats itself must not use up the room for its news. */
function hasRoom(earlier: readonly FoldRow[]): boolean {
  return earlier.filter(({ kind }) => kind === "callback").length < maxEvents;
}

/** Counts that what an event says was said once more. */
async function countDelivery(trx: Trx, { transfer_id, seq }: EarlierRow): Promise<void> {
  await trx
    .updateTable("transfer_events")
    .set(({ eb }) => ({ deliveries: eb("deliveries", "+", 1) }))
    .where("transfer_id", "=", transfer_id)
    .where("seq", "=", seq)
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
