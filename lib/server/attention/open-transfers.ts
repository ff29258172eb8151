import { sql } from "kysely";
import type { AttentionCounts } from "#lib/contract/records";
import { calledName } from "#lib/server/database/person-name";
import { isOneOf } from "#lib/server/tables/prepared";
import type { Db, TransferRow, Trx } from "#lib/server/tables/schema";
import { type AttentionReason, attentionReasons } from "#lib/transfer/attention-reasons";
import { type Moment, type Placed, placeOf, placesThen, readMoment } from "./due";

/** Invariant: a transfer that needs a person is listed and counted once, under its most urgent reason. */

/** `named`: each transfer that needs a person then, once, under its most urgent reason; `place` is that reason's. */
export function withNamed(ledger: Db | Trx, moment: Moment) {
  return ledger
    .with("placed", () => sql<Placed>`(${placesThen(moment)})`)
    .with("named", (placed) =>
      placed
        .selectFrom("placed")
        .select(({ fn }) => ["id", fn.min("place").as("place"), fn.min("created_at").as("created_at")])
        .groupBy("id"),
    );
}

/** Of transfers alone. */
export type OpenCounts = Omit<AttentionCounts, "batches">;

/** Reasons without transfers are left out. Each transfer counts once, so that they add up to the total. */
export async function countOpen(ledger: Db): Promise<OpenCounts> {
  const rows = await withNamed(ledger, await readMoment(ledger))
    .selectFrom("named")
    .select(({ fn }) => [
      "place",
      fn.countAll<number | string>().as("count"),
      fn.min("created_at").as("oldest"),
    ])
    .groupBy("place")
    .execute();
  return countsIn(rows);
}

/** The same in one read: of everybody, of those that a person takes care of, and of those that nobody does. */
export async function countByOwner(ledger: Db, personId: string) {
  const rows = await withNamed(ledger, await readMoment(ledger))
    .selectFrom("named")
    .innerJoin("transfers", "transfers.id", "named.id")
    .select(({ fn }) => [
      "place",
      "owner_id",
      fn.countAll<number | string>().as("count"),
      fn.min("named.created_at").as("oldest"),
    ])
    .groupBy(["place", "owner_id"])
    .execute();
  const of = (owner: string | null) => countsIn(rows.filter(({ owner_id }) => owner_id === owner));
  return { all: countsIn(rows), mine: of(personId), nobodys: of(null) };
}

type Counted = { place: number | null; count: number | string; oldest: string };

function countsIn(rows: readonly Counted[]): OpenCounts {
  const reasons = attentionReasons.flatMap((reason, place) => {
    const own = rows.filter((row) => row.place === place);
    const [oldest] = own.map((row) => row.oldest).sort();
    const count = own.reduce((sum, row) => sum + toNumber(row.count), 0);
    return oldest === undefined ? [] : [{ reason, count, oldest }];
  });
  return { total: reasons.reduce((sum, { count }) => sum + count, 0), reasons };
}

/** By reason, the oldest up to a limit, with the full count. */
export async function oldestOpen(
  ledger: Db,
  most: number,
): Promise<{ reason: AttentionReason; count: number; ids: string[] }[]> {
  const rows = await withNamed(ledger, await readMoment(ledger))
    .selectFrom((eb) =>
      eb
        .selectFrom("named")
        .select(({ fn }) => [
          "place",
          "id",
          fn
            .countAll<number | string>()
            .over((over) => over.partitionBy("place"))
            .as("count"),
          fn
            .agg<number | string>("row_number")
            .over((over) => over.partitionBy("place").orderBy("created_at").orderBy("id"))
            .as("row"),
        ])
        .as("numbered"),
    )
    .select(["place", "id", "count"])
    .where("row", "<=", most)
    .orderBy("row")
    .execute();
  return attentionReasons.flatMap((reason, place) => {
    const own = rows.filter((row) => row.place === place);
    const [first] = own;
    return first === undefined
      ? []
      : [{ reason, count: toNumber(first.count), ids: own.map(({ id }) => id) }];
  });
}

export type OpenRow = { id: string; reason: AttentionReason; ownerId: string | null; dueAt: string | null };

/**
 * A page of them, the most urgent reason first and the oldest of each; of one reason, or of one owner or nobody, where it is given.
 * Those of `without` are left out: each of these reasons is one line.
 */
export async function pageOfOpen(
  ledger: Db,
  {
    reason,
    without = [],
    ownerId,
    offset,
    limit,
  }: {
    reason?: AttentionReason;
    without?: readonly AttentionReason[];
    ownerId?: string | null;
    offset: number;
    limit: number;
  },
): Promise<OpenRow[]> {
  let query = withNamed(ledger, await readMoment(ledger))
    .selectFrom("named")
    .select(["id", "place"]);
  if (reason !== undefined) query = query.where("place", "=", attentionReasons.indexOf(reason));
  if (without.length > 0)
    query = query.where(
      "place",
      "not in",
      without.map((each) => attentionReasons.indexOf(each)),
    );
  if (ownerId !== undefined) query = query.where(isOwnedBy(ownerId));
  const rows = await query
    .orderBy("place")
    .orderBy("created_at")
    .orderBy("id")
    .limit(limit)
    .offset(offset)
    .execute();
  const cares = await readCare(
    ledger,
    rows.map(({ id }) => id),
  );
  return rows.flatMap(({ id, place }) => {
    const named = attentionReasons[place ?? -1];
    const { owner_id = null, due_at = null } = cares.get(id) ?? {};
    return named === undefined ? [] : [{ id, reason: named, ownerId: owner_id, dueAt: due_at }];
  });
}

/** Of those that are named, whose person takes care of them; `null`: nobody does. */
function isOwnedBy(ownerId: string | null) {
  const isOwn = ownerId === null ? sql`owner_id is null` : sql`owner_id = ${ownerId}`;
  return sql<boolean>`exists (select 1 from transfers where transfers.id = named.id and ${isOwn})`;
}

type Care = Pick<TransferRow, "owner_id" | "due_at">;

/** Who takes care of each and until when, by transfer ID. */
async function readCare(ledger: Db, ids: readonly string[]): Promise<Map<string, Care>> {
  if (ids.length === 0) return new Map();
  const rows = await ledger
    .selectFrom("transfers")
    .select(["id", "owner_id", "due_at"])
    .where(isOneOf(ledger, "id", ids))
    .execute();
  return new Map(rows.map(({ id, ...care }) => [id, care]));
}

export type NamedTransfer = {
  id: string;
  reason: AttentionReason;
  /** The name of who takes care of it. */
  owner: string | null;
};

/** What stands under each of these reasons, the most urgent first, up to a limit over all of them. */
export async function namedTransfers(
  ledger: Db,
  reasons: readonly AttentionReason[],
  limit: number,
): Promise<NamedTransfer[]> {
  if (reasons.length === 0) return [];
  const rows = await withNamed(ledger, await readMoment(ledger))
    .selectFrom("named")
    .innerJoin("transfers", "transfers.id", "named.id")
    .leftJoin("people", "people.id", "transfers.owner_id")
    .select(["named.id", "named.place", calledName().as("owner")])
    .where("named.place", "in", reasons.map(placeOf))
    .orderBy("named.place")
    .orderBy("named.created_at")
    .limit(limit)
    .execute();
  return rows.flatMap(({ id, place, owner }) => {
    const reason = attentionReasons[place ?? -1];
    return reason === undefined ? [] : [{ id, reason, owner }];
  });
}

/** The networks of those that stand under a reason. */
export async function networksOf(ledger: Db, reason: AttentionReason): Promise<string[]> {
  const rows = await withNamed(ledger, await readMoment(ledger))
    .selectFrom("named")
    .innerJoin("transfers", "transfers.id", "named.id")
    .select("transfers.network")
    .distinct()
    .where("named.place", "=", attentionReasons.indexOf(reason))
    .orderBy("transfers.network")
    .execute();
  return rows.map(({ network }) => network);
}

function toNumber(count: number | string): number {
  return Number.parseInt(String(count), 10);
}
