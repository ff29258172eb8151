import "server-only";
import { isOvertaken } from "./database-failure";
import { type Db, db } from "./db";
import { isPostgres } from "./engine";
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
const mostInGroup = 64;

/** Keeps a callback, with those that come at the same time. Resolves once it is committed. */
export function keepCallback(callback: Callback): Promise<void> {
  const keep = once("keep-callback", () =>
    inGroups(
      {
        keyOf: ({ transferId }: Callback) => transferId,
        mostItems: mostInGroup,
      },
      async (callbacks) => {
        await writeCallbacks(await db(), callbacks);
        return callbacks.map(() => undefined);
      },
    ),
  );
  return keep(callback);
}

async function writeCallbacks(ledger: Db, callbacks: readonly Callback[]): Promise<void> {
  if (isPostgres(ledger) && (await writeAtOnce(ledger, callbacks))) return;
  await inTransaction(ledger, async (trx) => {
    const ids = callbacks.map(({ transferId }) => transferId);
    await holdTransfers(trx, ids);
    const standings = await readStandings(trx, ids);
    const kept = await appendEvents(trx, toAppend(callbacks, standings));
    await countOthers(trx, callbacks, kept);
    for (const callback of callbacks) if (bringsId(callback, standings)) await adoptId(trx, callback);
  });
}

/**
 * Keeps callbacks without holding anything between two statements. Gives false, and keeps none, where more than one row
 * of a transfer has to be written, and where another server has written to one of them since it was read.
 */
async function writeAtOnce(ledger: Db, callbacks: readonly Callback[]): Promise<boolean> {
  const ids = callbacks.map(({ transferId }) => transferId);
  const standings = await readStandings(ledger, ids);
  if (callbacks.some((callback) => bringsId(callback, standings))) return false;
  try {
    const kept = await appendInOneStatement(ledger, toAppend(callbacks, standings));
    if (kept.size < callbacks.length) await inTransaction(ledger, (trx) => countOthers(trx, callbacks, kept));
    return true;
  } catch (error) {
    if (isOvertaken(error)) return false;
    throw error;
  }
}

type Standings = ReadonlyMap<string, Standing>;

/** The events of callbacks for which there is room. */
function toAppend(callbacks: readonly Callback[], standings: Standings): Appended[] {
  return callbacks.flatMap(({ transferId, event, claimedId }) => {
    const standing = standings.get(transferId);
    if (standing === undefined) throw new RangeError("A callback names a transfer that is gone.");
    if (!hasRoom(standing)) return [];
    return [{ standing, event: { ...event, is_quarantined: isForeign(claimedId, standing) ? 1 : 0 } }];
  });
}

function isForeign(claimedId: string | undefined, { transaction_id: own }: Standing): boolean {
  return claimedId !== undefined && own !== null && claimedId !== own.trim();
}

/** Kept callbacks count here and repeats do not: a service that repeats itself must not use up the room for its news. */
function hasRoom({ facts }: Standing): boolean {
  return facts.reduce((sum, { kind, times }) => sum + (kind === "callback" ? times : 0), 0) < maxEvents;
}

function bringsId({ transferId, claimedId }: Callback, standings: Standings): boolean {
  return claimedId !== undefined && standings.get(transferId)?.transaction_id === null;
}

/** Counts callbacks that are not kept, and that what an event says was said once more. */
async function countOthers(
  trx: Trx,
  callbacks: readonly Callback[],
  kept: ReadonlySet<string>,
): Promise<void> {
  const others = callbacks.filter(({ transferId }) => !kept.has(transferId));
  if (others.length === 0) return;
  const ids = others.map(({ transferId }) => transferId);
  await holdTransfers(trx, ids);
  await trx
    .updateTable("transfers")
    .set(({ eb }) => ({ callback_count: eb("callback_count", "+", 1) }))
    .where("id", "in", ids)
    .execute();
  for (const { transferId, event } of others)
    await trx
      .updateTable("transfer_events")
      .set(({ eb }) => ({ deliveries: eb("deliveries", "+", 1) }))
      .where("transfer_id", "=", transferId)
      .where("body_hash", "=", event.body_hash)
      .execute();
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
