import { sql } from "kysely";
import { isOneOf } from "#lib/server/tables/prepared";
import type { AttentionRow, TransferRow, Trx } from "#lib/server/tables/schema";
import { attentionReasons } from "#lib/transfer/attention-reasons";
import { type StoredStanding, storedStandingOf } from "#lib/transfer/standing/standing";
import { readStandingFacts, type Stood, toStandingFacts } from "./standing-facts";
import { gatherFacts, type KnownEvents } from "./transfer-facts";

/**
 * Invariant: what is stored of a standing is what its facts give, in the transaction that changed a fact. Each reason is one
 * row, which keeps whether anybody was told.
 */

/** For locked transfers, after every change of a fact that is no event. */
export async function writeStandings(trx: Trx, ids: readonly string[]): Promise<void> {
  await write(trx, await readStandingFacts(trx, ids), new Set());
}

/** For locked transfers whose rows and events were just written. `fresh` have no standing yet. */
export async function placeStandings(
  trx: Trx,
  rows: readonly TransferRow[],
  { fresh, ...known }: Pick<KnownEvents, "events" | "meaningOf"> & { fresh: ReadonlySet<string> },
): Promise<void> {
  const factsOf = await gatherFacts(trx, rows, { ...known, taught: [], isStored: true });
  await write(
    trx,
    rows.map((row) => ({ row, facts: toStandingFacts(row, factsOf(row.id)) })),
    fresh,
  );
}

async function write(trx: Trx, read: readonly Stood[], fresh: ReadonlySet<string>): Promise<void> {
  if (read.length === 0) return;
  const standings = read.map(({ row, facts }) => ({ row, now: storedStandingOf(facts) }));
  await writeColumns(trx, standings);
  await writeReasons(trx, standings, fresh);
}

type Placed = { row: TransferRow; now: StoredStanding };

async function writeColumns(trx: Trx, standings: readonly Placed[]): Promise<void> {
  const changed = standings.filter(
    ({ row, now }) =>
      row.chip !== now.chip ||
      row.received !== now.received ||
      (row.is_closed === 1) !== now.isClosed ||
      isSettledNow(now) !== row.is_handled,
  );
  if (changed.length === 0) return;
  const values = changed.map(
    ({ row, now }) =>
      sql`(${row.id}, ${now.chip}, cast(${now.isClosed ? 1 : 0} as integer), cast(${isSettledNow(now)} as integer), ${now.received})`,
  );
  await sql`with stood (id, chip, is_closed, is_handled, received) as (values ${sql.join(values)})
    update transfers set chip = stood.chip, is_closed = stood.is_closed, is_handled = stood.is_handled,
      received = stood.received
    from stood where transfers.id = stood.id`.execute(trx);
}

function isSettledNow({ isSettled }: StoredStanding): number {
  return isSettled ? 1 : 0;
}

async function writeReasons(
  trx: Trx,
  standings: readonly Placed[],
  fresh: ReadonlySet<string>,
): Promise<void> {
  const stored = await storedReasons(
    trx,
    standings.map(({ row }) => row.id).filter((id) => !fresh.has(id)),
  );
  const wanted = standings.flatMap(({ row, now }) => rowsOf(row, now));
  const keyOf = ({ transfer_id, place }: Pick<AttentionRow, "transfer_id" | "place">) =>
    `${transfer_id} ${place}`;
  const keys = new Set(wanted.map(keyOf));
  const gone = stored.filter((row) => !keys.has(keyOf(row)));
  const before = new Map(stored.map((row) => [keyOf(row), row]));
  const changed = wanted.filter((row) => !isSame(before.get(keyOf(row)), row));
  if (gone.length > 0)
    await trx
      .deleteFrom("attention")
      .where(
        sql<boolean>`(transfer_id, place) in (values ${sql.join(
          gone.map(({ transfer_id, place }) => sql`(${transfer_id}, cast(${place} as integer))`),
        )})`,
      )
      .execute();
  if (changed.length > 0)
    await trx
      .insertInto("attention")
      .values(changed)
      .onConflict((conflict) =>
        conflict.columns(["transfer_id", "place"]).doUpdateSet(({ ref }) => ({
          created_at: ref("excluded.created_at"),
          from_at: ref("excluded.from_at"),
          look_at: ref("excluded.look_at"),
          look_counts: ref("excluded.look_counts"),
        })),
      )
      .execute();
}

async function storedReasons(trx: Trx, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return trx
    .selectFrom("attention")
    .select(["transfer_id", "created_at", "place", "from_at", "look_at", "look_counts"])
    .where(isOneOf(trx, "transfer_id", ids))
    .execute();
}

/** The rows that a standing has in the table. */
export function rowsOf(
  { id, created_at }: Pick<TransferRow, "id" | "created_at">,
  { reasons }: Pick<StoredStanding, "reasons">,
): AttentionRow[] {
  return reasons.map(({ reason, from, look }) => ({
    ...{ transfer_id: id, created_at },
    place: attentionReasons.indexOf(reason),
    from_at: from,
    look_at: look?.at ?? null,
    look_counts: look?.counts ?? null,
    told_at: null,
  }));
}

function isSame(one: Omit<AttentionRow, "told_at"> | undefined, other: AttentionRow): boolean {
  return (
    one !== undefined &&
    one.created_at === other.created_at &&
    one.from_at === other.from_at &&
    one.look_at === other.look_at &&
    one.look_counts === other.look_counts
  );
}
