import "server-only";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { isPostgres } from "#lib/server/tables/engine";
import type { Db } from "#lib/server/tables/schema";

/** Invariant: a list is one index in the page's order, read no further than needed. Lists are merged as they are read. */

/** A transfer's place in the list's order; the amount is there where the list goes by it. */
export type Place = { created_at: string; id: string; amount_key?: string };
/** What of a transfer a search matched; its place here is its number in a query. */
export const matchKinds = [
  "all",
  "name",
  "bank",
  "ID",
  "transaction ID",
  "transaction",
  "address",
  "amount",
  "naira",
  "account",
  "reference",
] as const;
export type MatchKind = (typeof matchKinds)[number];
/** All transfers with one value in one index, which the condition names. */
export type Stream = { condition: RawBuilder<unknown>; kind: MatchKind };
/** From the first moment, until before the second; `newerThan` leaves out a place and all before it. */
export type Range = { start: string | undefined; end: string | undefined; newerThan?: Place };
/** From where a list is read, and which way. */
export type Way = { after: Place | undefined; size: number; isAscending: boolean };
/** Lists to be read as one: of transfers, and of the terms of names. */
export type Lists = { streams: readonly Stream[]; terms: readonly string[] };

/** A place, and the number of what matched there. */
export type KindOfPlace = Place & { kind: number };
const nameKind = sql.lit(matchKinds.indexOf("name"));

/** Needs at least one list. A place on two lists comes twice. */
export function placesOf(
  ledger: Db,
  { streams, terms }: Lists,
  range: Range,
  way: Way,
): RawBuilder<KindOfPlace> {
  const { size } = way;
  const to = directionOf(way);
  const ordered = (list: RawBuilder<unknown>) => sql<KindOfPlace>`${list}
    order by created_at ${to}, id ${to} limit ${size}`;
  const lists = streams.map(({ condition, kind }) => {
    const within = and([condition, ...rangeOf("id", range), ...beyond("id", way)]);
    return sql`select created_at, id, ${sql.lit(matchKinds.indexOf(kind))} as kind from transfers where ${within}`;
  });
  const [term] = terms;
  if (term !== undefined)
    lists.push(terms.length === 1 ? ofTerm(term, range, way) : ofTerms(ledger, terms, range, way));
  // PostgreSQL merges ordered lists only if each is asked for in order; SQLite always does.
  const isMerged = lists.length === 1 || !isPostgres(ledger);
  return ordered(sql.join(isMerged ? lists : lists.map((list) => sql`(${ordered(list)})`), sql` union all `));
}

function directionOf({ isAscending }: Way): RawBuilder<unknown> {
  return isAscending ? sql`asc` : sql`desc`;
}

function ofTerm(term: string, range: Range, way: Way): RawBuilder<unknown> {
  const within = and([sql`term = ${term}`, ...rangeOf("transfer_id", range), ...beyond("transfer_id", way)]);
  return sql`select created_at, transfer_id as id, ${nameKind} as kind from transfer_names where ${within}`;
}

/** One text for any number of terms: a query for each would be slow. */
function ofTerms(ledger: Db, terms: readonly string[], range: Range, way: Way): RawBuilder<unknown> {
  const { size } = way;
  const to = directionOf(way);
  const ahead = rangeOf("transfer_id", { ...range, [way.isAscending ? "start" : "end"]: undefined });
  const first = and([
    sql`term = given.value`,
    ...rangeOf("transfer_id", range),
    ...beyond("transfer_id", way),
  ]);
  const order = sql`order by created_at ${to}, transfer_id ${to}`;
  if (isPostgres(ledger))
    return sql`select listed.created_at, listed.transfer_id as id, ${nameKind} as kind from unnest(${[...terms]}::text[]) as given (value)
      cross join lateral (select created_at, transfer_id from transfer_names where ${first} ${order} limit ${size}) as listed`;
  // A queue: the next place of all lists leaves it, and its list's next one enters.
  const place = sql`created_at || ' ' || transfer_id`;
  const next = and([
    sql`term = merged.term`,
    sql`(created_at, transfer_id) ${beyondSign(way)} (substr(merged.place, 1, instr(merged.place, ' ') - 1), substr(merged.place, instr(merged.place, ' ') + 1))`,
    ...ahead,
  ]);
  return sql`select substr(place, 1, instr(place, ' ') - 1) as created_at, substr(place, instr(place, ' ') + 1) as id, ${nameKind} as kind
    from (with recursive merged (term, place) as (
      select given.value, (select ${place} from transfer_names where ${first} ${order} limit 1) as place
        from json_each(${JSON.stringify(terms)}) as given
      union all
      select merged.term, (select ${place} from transfer_names where ${next} ${order} limit 1)
        from merged where merged.place is not null
      order by place ${to} limit ${size}
    ) select place from merged) where place is not null`;
}

/** One text for any number of terms. */
export function isTermAmong(ledger: Db, terms: readonly string[]): RawBuilder<SqlBool> {
  return isPostgres(ledger)
    ? sql`term = any(${[...terms]}::text[])`
    : sql`term in (select value from json_each(${JSON.stringify(terms)}))`;
}

/** Read at one place of the index. */
export function standsUnder(term: string): RawBuilder<unknown> {
  return sql`(select 1 from transfer_names where term = ${term} and created_at = place.created_at and transfer_id = place.id) = 1`;
}

/** By the index of these values, near the previous place: by ID alone, each would be looked up elsewhere in the table. */
export function hasValues(values: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  // As a range the ID is no key, so every engine prefers the index with the values.
  return sql`(select 1 from transfers where ${and(values)}
    and created_at = place.created_at and id >= place.id and id <= place.id) = 1`;
}

function rangeOf(id: string, { start, end, newerThan }: Range): RawBuilder<unknown>[] {
  return [
    ...(start === undefined ? [] : [sql`created_at >= ${start}`]),
    ...(end === undefined ? [] : [sql`created_at < ${end}`]),
    ...(newerThan === undefined
      ? []
      : [sql`(created_at, ${sql.ref(id)}) > (${newerThan.created_at}, ${newerThan.id})`]),
  ];
}

/** A comparison of rows is one range of the index; the same in words would not be. */
function beyond(id: string, way: Way): RawBuilder<unknown>[] {
  const { after } = way;
  if (after === undefined) return [];
  return [sql`(created_at, ${sql.ref(id)}) ${beyondSign(way)} (${after.created_at}, ${after.id})`];
}

function beyondSign({ isAscending }: Way): RawBuilder<unknown> {
  return isAscending ? sql`>` : sql`<`;
}

/** Of none, everything. */
export function and(conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return conditions.length === 0 ? sql`1 = 1` : sql.join(conditions, sql` and `);
}
