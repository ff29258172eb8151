import "server-only";
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
  ...{ audited_at: null, lease_by: null, lease_until: null },
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

type Place = Pick<ChainCursorRow, "network" | "settled" | "settled_hash">;
type Sealed = Place & Pick<ChainCursorRow, "watched_since" | "settled_time" | "seal">;

/** How far the node has got, at a look that went well. Throws {@link CursorMoved}. */
export async function noteHead(db: Db | Trx, cursor: Place, head: Block): Promise<void> {
  await writeAt(db, cursor, headOf(db, head));
}

/** Throws {@link CursorMoved}: nothing of the transaction stays. `head` is left out while much is still to be read. */
export async function moveCursor(trx: Trx, cursor: Sealed, to: Block, head?: Block): Promise<void> {
  const place = {
    settled: to.number,
    settled_hash: to.hash,
    settled_time: new Date(to.timeMs).toISOString(),
  };
  // A seal that was broken stays broken: what was passed over is not forgotten with the next look.
  const seal = cursor.seal === cursorSeal(cursor) ? cursorSeal({ ...cursor, ...place }) : null;
  await writeAt(trx, cursor, { ...place, seal, ...(head !== undefined && headOf(trx, head)) });
}

function headOf(db: Db | Trx, { number, timeMs }: Block) {
  return { head: number, head_time: new Date(timeMs).toISOString(), read_at: databaseTime(db) };
}

/** Compare-and-set: what was read from another place than the cursor's is not written. */
async function writeAt(
  db: Db | Trx,
  { network, settled, settled_hash }: Place,
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
