import "server-only";
import { LRUCache } from "lru-cache";
import { type Db, databaseKind, db } from "./db";
import { inGroups } from "./in-groups";
import { once } from "./once";
import { markRepeats } from "./repeats";
import { inTransaction } from "./transaction";
import {
  type Appended,
  appendEvents,
  appendInOneStatement,
  holdTransfers,
  type NewEvent,
  readStandings,
  type Standing,
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
const rules = { mostItems: 64, keyOf: ({ transferId }: Callback) => transferId };

/**
 * How the transfers stand that this server has kept a callback of lately. It may be out of date; what is written by it is
 * refused then. A service says a handful of words of a transfer: about ten megabytes for fifteen thousand of them.
 */
const standings = () =>
  once(
    "standings",
    () => new LRUCache<string, Standing>({ maxSize: 60_000, sizeCalculation: ({ facts }) => facts.length }),
  );

/** Keeps a callback, with those that come at the same time. Resolves once it is committed. */
export async function keepCallback(callback: Callback): Promise<void> {
  const quick = once("keep-callback-quickly", () =>
    inGroups(rules, async (callbacks: readonly Callback[]) => writeQuickly(await db(), callbacks)),
  );
  const patient = once("keep-callback", () =>
    inGroups(rules, async (callbacks: readonly Callback[]) => writePatiently(await db(), callbacks)),
  );
  let result: Written = databaseKind() === "postgres" ? await quick(callback) : "refused";
  // What was wrong is forgotten, and is read.
  if (result === "outdated") result = await quick(callback);
  if (result !== "kept") await patient(callback);
}

/** Whether a callback is kept; if not, whether that can be because of what was remembered of its transfer. */
type Written = "kept" | "refused" | "outdated";

/**
 * Keeps callbacks by one statement, after one that reads how those transfers stand that are not remembered. Nothing is held
 * between the two, and nobody is waited for: it refuses a callback where somebody else writes to the same transfer, where
 * an ID is adopted, and where it is only counted.
 */
async function writeQuickly(ledger: Db, callbacks: readonly Callback[]): Promise<Written[]> {
  const remembered = new Map<string, Standing>();
  for (const id of idsOf(callbacks)) {
    const standing = standings().get(id);
    if (standing !== undefined) remembered.set(id, standing);
  }
  const given = await readFor(ledger, callbacks, remembered);
  const plain = given.filter(({ callback, standing }) => hasRoom(standing) && !bringsId(callback, standing));
  const written = await appendInOneStatement(ledger, plain.map(toAppend));
  return given.map(({ standing: { id, updated_at } }) => {
    const now = written.get(id);
    // Of two events in one millisecond the later one cannot be told from the earlier one, should a database lose it.
    if (now === undefined || now.updated_at === updated_at) standings().delete(id);
    else standings().set(id, now);
    if (now !== undefined) return "kept";
    return remembered.has(id) ? "outdated" : "refused";
  });
}

/** Keeps callbacks, or counts them, while it holds their transfers. */
async function writePatiently(ledger: Db, callbacks: readonly Callback[]): Promise<true[]> {
  await inTransaction(ledger, async (trx) => {
    await holdTransfers(trx, idsOf(callbacks));
    const given = await readFor(trx, callbacks);
    const fitting = given.filter(({ standing }) => hasRoom(standing));
    const kept = await appendEvents(trx, fitting.map(toAppend));
    const others = callbacks.filter(({ transferId }) => !kept.has(transferId));
    const known = await countOnly(trx, others);
    if (fitting.some(({ standing: { id } }) => !kept.has(id) && !known.has(id)))
      throw new RangeError("A callback was neither kept nor known.");
    for (const { callback, standing } of given)
      if (bringsId(callback, standing)) await adoptId(trx, callback);
  });
  return callbacks.map(() => true);
}

/** A callback, and how its transfer stands. */
type Given = { callback: Callback; standing: Standing };

async function readFor(
  ledger: Db | Trx,
  callbacks: readonly Callback[],
  remembered: ReadonlyMap<string, Standing> = new Map(),
): Promise<Given[]> {
  const others = idsOf(callbacks).filter((id) => !remembered.has(id));
  const standings = others.length === 0 ? new Map<string, Standing>() : await readStandings(ledger, others);
  return callbacks.map((callback) => {
    const standing = remembered.get(callback.transferId) ?? standings.get(callback.transferId);
    if (standing === undefined) throw new RangeError("A callback names a transfer that is gone.");
    return { callback, standing };
  });
}

function idsOf(callbacks: readonly Callback[]): string[] {
  return callbacks.map(({ transferId }) => transferId);
}

function toAppend({ callback: { event, claimedId }, standing }: Given): Appended {
  return { standing, event: { ...event, is_quarantined: isForeign(claimedId, standing) ? 1 : 0 } };
}

function isForeign(claimedId: string | undefined, { transaction_id: own }: Standing): boolean {
  return claimedId !== undefined && own !== null && claimedId !== own.trim();
}

/** Kept callbacks count here and repeats do not: a service that repeats itself must not use up the room for its news. */
function hasRoom({ facts }: Standing): boolean {
  return facts.reduce((sum, { kind, times }) => sum + (kind === "callback" ? times : 0), 0) < maxEvents;
}

/** Also where one was adopted since its transfer was remembered: that takes no number of an event. */
function bringsId({ claimedId }: Callback, { transaction_id: own }: Standing): boolean {
  return claimedId !== undefined && own === null;
}

/** Counts callbacks that are not kept. Gives the transfers of those that were, when the same was said before. */
async function countOnly(trx: Trx, callbacks: readonly Callback[]): Promise<Set<string>> {
  const known = new Set<string>();
  if (callbacks.length === 0) return known;
  await trx
    .updateTable("transfers")
    .set(({ eb }) => ({ callback_count: eb("callback_count", "+", 1) }))
    .where("id", "in", idsOf(callbacks))
    .execute();
  for (const { transferId, event } of callbacks) {
    const again = await trx
      .updateTable("transfer_events")
      .set(({ eb }) => ({ deliveries: eb("deliveries", "+", 1) }))
      .where("transfer_id", "=", transferId)
      .where("body_hash", "=", event.body_hash)
      .executeTakeFirst();
    if (again.numUpdatedRows > 0n) known.add(transferId);
  }
  return known;
}

/** Only while the service's own answer has not arrived: an id that is known stays, and its answer comes before this. */
async function adoptId(trx: Trx, { transferId, claimedId }: Callback): Promise<void> {
  const named = await trx
    .updateTable("transfers")
    .set({ transaction_id: claimedId })
    .where("id", "=", transferId)
    .where("transaction_id", "is", null)
    .where("submission", "in", ["accepted", "dispatching"])
    .executeTakeFirst();
  if (named.numUpdatedRows === 1n) await markRepeats(trx, transferId);
}
