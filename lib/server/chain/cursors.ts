import { randomUUID } from "node:crypto";
import type { UpdateObject } from "kysely";
import { cursorSeal } from "#lib/server/audit/cursor-seal";
import { once } from "#lib/server/config/once";
import { databaseTime } from "#lib/server/tables/database-clock";
import type { ChainCursorRow } from "#lib/server/tables/deposit-rows";
import type { Db, Schema, Trx } from "#lib/server/tables/schema";
import type { Block } from "./chain-network";

/**
 * Invariant: a network's cursor moves by compare-and-set, in the transaction that writes what was read. The lease only
 * spares calls: two servers that read at once write nothing twice.
 */

/** Three rounds: a server that was killed keeps the others waiting no longer. */
const leaseMs = 15_000;
const self = () => once("chain-reader", () => randomUUID());

/** From now on transfers on it are watched: by the clock that says when they are made. */
export async function beginWatching(ledger: Db, network: string): Promise<void> {
  const row = { network, watched_since: new Date().toISOString(), ...unread };
  await ledger
    .insertInto("chain_cursors")
    .values({ ...row, seal: cursorSeal(row) })
    .onConflict((conflict) => conflict.column("network").doNothing())
    .execute();
  await sealOld(ledger, network);
}

/** One that is older than the seal. */
async function sealOld(ledger: Db, network: string): Promise<void> {
  const old = await ledger
    .selectFrom("chain_cursors")
    .selectAll()
    .where("network", "=", network)
    .where("seal", "=", "")
    .executeTakeFirst();
  if (old === undefined) return;
  await ledger
    .updateTable("chain_cursors")
    .set({ seal: cursorSeal(old) })
    .where("network", "=", network)
    .where("seal", "=", "")
    .where("settled", old.settled === null ? "is" : "=", old.settled)
    .execute();
}

const unread = {
  ...{ settled: null, settled_hash: null, settled_time: null, head: null, head_time: null, read_at: null },
  ...{ audited_at: null, lease_by: null, lease_until: null, blind_since: null, trail: "[]" },
};

/** `isLeased`: this server has the lease for a while yet. */
export type Cursor = ChainCursorRow & { isLeased: boolean };

/** Throws where watching has not begun. */
export async function readCursor(ledger: Db, network: string): Promise<Cursor> {
  const { is_later, ...row } = await ledger
    .selectFrom("chain_cursors")
    .selectAll()
    .select(({ eb }) => eb("lease_until", ">", databaseTime(ledger, leaseMs / 2)).as("is_later"))
    .where("network", "=", network)
    .executeTakeFirstOrThrow();
  return { ...row, isLeased: row.lease_by === self() && Boolean(is_later) };
}

/** Takes or renews the lease. False while another server has it. */
export async function takeLease(ledger: Db, { network, isLeased }: Cursor): Promise<boolean> {
  if (isLeased) return true;
  const taken = await ledger
    .updateTable("chain_cursors")
    .set({ lease_by: self(), lease_until: databaseTime(ledger, leaseMs) })
    .where("network", "=", network)
    .where(({ eb, or }) =>
      or([
        eb("lease_by", "is", null),
        eb("lease_by", "=", self()),
        eb("lease_until", "<", databaseTime(ledger)),
        // A clock that was ahead must not hold it for long.
        eb("lease_until", ">", databaseTime(ledger, 2 * leaseMs)),
      ]),
    )
    .executeTakeFirst();
  return taken.numUpdatedRows === 1n;
}

type At = Pick<ChainCursorRow, "network" | "settled" | "settled_hash">;
type Place = At & Pick<ChainCursorRow, "trail" | "watched_since" | "settled_time" | "seal">;

/** How far the node has got, at a look that went well. Throws {@link CursorMoved}. */
export async function noteHead(db: Db | Trx, cursor: At, head: Block): Promise<void> {
  await writeAt(db, cursor, headOf(db, head));
}

/** A settling look that had nothing new, or that waits for what it could not read. Throws {@link CursorMoved}. */
export async function noteSettled(db: Db | Trx, cursor: At, head: Block): Promise<void> {
  await writeAt(db, cursor, { ...headOf(db, head), blind_since: null });
}

/** Throws {@link CursorMoved}: nothing of the transaction stays. `head` is left out while much is still to be read. */
export async function moveCursor(trx: Trx, cursor: Place, to: Block, head?: Block): Promise<void> {
  const trail = [toStep(to), ...thinned(readTrail(cursor), to.number)];
  const seen = head === undefined ? {} : headOf(trx, head);
  const place = placeOf(to);
  const written = { ...place, ...seen, seal: sealAfter(cursor, place), trail: JSON.stringify(trail) };
  await writeAt(trx, cursor, { ...written, blind_since: null });
}

/** To a block that still stands; `null`: to the beginning. Throws {@link CursorMoved}. */
export async function moveBack(trx: Trx, cursor: Place, to: Block | null, head: Block): Promise<void> {
  const standing = readTrail(cursor).filter(([number]) => to !== null && number <= to.number);
  const place = to === null ? { settled: null, settled_hash: null, settled_time: null } : placeOf(to);
  const seal = sealAfter(cursor, place);
  await writeAt(trx, cursor, { ...place, ...headOf(trx, head), seal, trail: JSON.stringify(standing) });
}

/** A seal that was broken stays broken: what was passed over is not forgotten with the next look. */
function sealAfter(
  cursor: Place,
  place: Pick<ChainCursorRow, "settled" | "settled_hash" | "settled_time">,
): string | null {
  return cursor.seal === cursorSeal(cursor) ? cursorSeal({ ...cursor, ...place }) : null;
}

function placeOf({ number, hash, timeMs }: Block) {
  return { settled: number, settled_hash: hash, settled_time: new Date(timeMs).toISOString() };
}

/** A settled place: its number, its hash and its time. */
type Step = readonly [number: number, hash: string, timeMs: number];
const toStep = ({ number, hash, timeMs }: Block): Step => [number, hash, timeMs];

/** The newest first. */
export function readTrail({ trail }: Pick<ChainCursorRow, "trail">): Step[] {
  return JSON.parse(trail) as Step[];
}

/** Ever further apart: going back reads a few times what it must, however far it is. */
function thinned(steps: readonly Step[], newest: number): Step[] {
  const byDistance = new Map<number, Step>();
  for (const step of steps)
    if (step[0] < newest) byDistance.set(Math.floor(Math.log2(newest - step[0])), step);
  return [...byDistance.values()];
}

function headOf(db: Db | Trx, { number, timeMs }: Block) {
  return { head: number, head_time: new Date(timeMs).toISOString(), read_at: databaseTime(db) };
}

/** Compare-and-set: what was read from another place than the cursor's is not written. */
async function writeAt(
  db: Db | Trx,
  { network, settled, settled_hash }: At,
  values: UpdateObject<Schema, "chain_cursors">,
): Promise<void> {
  const written = await db
    .updateTable("chain_cursors")
    .set(values)
    .where("network", "=", network)
    .where("settled", settled === null ? "is" : "=", settled)
    .where("settled_hash", settled_hash === null ? "is" : "=", settled_hash)
    .executeTakeFirst();
  if (written.numUpdatedRows !== 1n) throw new CursorMoved();
}

/** It could not be read; until a settling look that goes well. Returns since when. */
export async function blindFrom(db: Db, network: string): Promise<string | undefined> {
  await db
    .updateTable("chain_cursors")
    .set({ blind_since: databaseTime(db) })
    .where("network", "=", network)
    .where("blind_since", "is", null)
    .execute();
  const row = await db
    .selectFrom("chain_cursors")
    .select("blind_since")
    .where("network", "=", network)
    .executeTakeFirst();
  return row?.blind_since ?? undefined;
}

export async function noteAudit(db: Db | Trx, network: string): Promise<void> {
  await db
    .updateTable("chain_cursors")
    .set({ audited_at: databaseTime(db) })
    .where("network", "=", network)
    .execute();
}

/** Another server was faster. */
export class CursorMoved extends Error {
  override readonly name = "CursorMoved";
}
