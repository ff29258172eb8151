import { type RawBuilder, type SqlBool, sql } from "kysely";
import { type MatchKind, matchKinds } from "#lib/contract/transfer/match-kinds";

import { isPostgres } from "#lib/server/tables/engine";
import type { Db } from "#lib/server/tables/schema";

/** Invariant: a list is one index in the page's order, read no further than needed. Lists are merged as they are read. */

/** A transfer's place in the list's order; the amount is there where the list goes by it. */
export type Place = { created_at: string; id: string; amount_key?: string };
/** All transfers with one value in one index, which the condition names. */
export type Stream = { condition: RawBuilder<unknown>; kind: MatchKind };
/** All transfers that stand under any of these terms. With a word, the terms cover more than the names that have it. */
type Terms = { terms: readonly string[]; kind: MatchKind; word?: string };
export type List = Stream | Terms;
/** From the first moment, until before the second; `newerThan` leaves out a place and all before it. */
export type Range = { start?: string | undefined; end?: string | undefined; newerThan?: Place };
/** From where a list is read, and which way. */
export type Way = { after: Place | undefined; size: number; isAscending: boolean };
/** A list, and the moments that it is read between. */
export type Part = { list: List; range: Range };

/** A place, and the number of the part that it is of. */
export type PartOfPlace = Place & { part: number };

/** What both ranges have. */
export function within(one: Range, other: Range): Range {
  return {
    ...one,
    ...other,
    start: [one.start, other.start]
      .filter((each) => each !== undefined)
      .sort()
      .at(-1),
    end: [one.end, other.end].filter((each) => each !== undefined).sort()[0],
  };
}

/** Needs at least one part. A place on two lists comes twice. */
export function placesOf(ledger: Db, parts: readonly Part[], way: Way): RawBuilder<PartOfPlace> {
  const { size } = way;
  const to = directionOf(way);
  const ordered = (list: RawBuilder<unknown>) => sql<PartOfPlace>`${list}
    order by created_at ${to}, id ${to} limit ${size}`;
  const lists = parts.map((part, at) => listOf(ledger, part, way, sql.lit(at)));
  // PostgreSQL merges ordered lists only if each is asked for in order; SQLite always does.
  const isMerged = lists.length === 1 || !isPostgres(ledger);
  return ordered(sql.join(isMerged ? lists : lists.map((list) => sql`(${ordered(list)})`), sql` union all `));
}

function directionOf({ isAscending }: Way): RawBuilder<unknown> {
  return isAscending ? sql`asc` : sql`desc`;
}

function listOf(ledger: Db, { list, range }: Part, way: Way, at: RawBuilder<unknown>): RawBuilder<unknown> {
  if ("condition" in list) {
    const among = and([list.condition, ...bounds("id", range, way)]);
    return sql`select created_at, id, ${at} as part from transfers where ${among}`;
  }
  const [term, ...more] = list.terms;
  if (more.length > 0) return ofTerms(ledger, list.terms, range, way, at);
  const among = and([sql`term = ${term}`, ...bounds("transfer_id", range, way)]);
  return sql`select created_at, transfer_id as id, ${at} as part from transfer_names where ${among}`;
}

/** One text for any number of terms: a query for each would be slow. */
function ofTerms(
  ledger: Db,
  terms: readonly string[],
  range: Range,
  way: Way,
  at: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const { size } = way;
  const to = directionOf(way);
  const ahead = rangeOf("transfer_id", { ...range, [way.isAscending ? "start" : "end"]: undefined });
  const first = and([sql`term = given.value`, ...bounds("transfer_id", range, way)]);
  const order = sql`order by created_at ${to}, transfer_id ${to}`;
  if (isPostgres(ledger))
    return sql`select listed.created_at, listed.transfer_id as id, ${at} as part from unnest(${[...terms]}::text[]) as given (value)
      cross join lateral (select created_at, transfer_id from transfer_names where ${first} ${order} limit ${size}) as listed`;
  // A queue: the next place of all lists leaves it, and its list's next one enters.
  const place = sql`created_at || ' ' || transfer_id`;
  const next = and([
    sql`term = merged.term`,
    sql`(created_at, transfer_id) ${beyondSign(way)} (substr(merged.place, 1, instr(merged.place, ' ') - 1), substr(merged.place, instr(merged.place, ' ') + 1))`,
    ...ahead,
  ]);
  return sql`select substr(place, 1, instr(place, ' ') - 1) as created_at, substr(place, instr(place, ' ') + 1) as id, ${at} as part
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

/** The number of what the list's own condition says of a place, or null. */
export function matchAt(ledger: Db, lists: readonly List[]): RawBuilder<unknown> {
  const number = (kind: MatchKind) => sql.lit(matchKinds.indexOf(kind));
  const streams = lists.filter((list) => "condition" in list);
  const own = streams.map(({ condition, kind }) => sql`when ${condition} then ${number(kind)}`);
  const words = lists.flatMap((list) =>
    "terms" in list && list.word === undefined
      ? [
          // Of one row, since PostgreSQL would read all that a term has to know what exists.
          sql`when (select 1 from transfer_names where ${isTermAmong(ledger, list.terms)}
            and created_at = place.created_at and transfer_id = place.id limit 1) = 1 then ${number(list.kind)}`,
        ]
      : [],
  );
  const ofTransfer = sql`(select case ${sql.join(own, sql` `)} end from transfers where ${isAtPlace})`;
  const ofWords = sql`case ${sql.join(words, sql` `)} end`;
  if (own.length === 0) return words.length === 0 ? sql`cast(null as integer)` : ofWords;
  return words.length === 0 ? ofTransfer : sql`coalesce(${ofTransfer}, ${ofWords})`;
}

/** As a range the ID is no key, so that an engine looks near the place before. */
const isAtPlace = sql`created_at = place.created_at and id >= place.id and id <= place.id`;

/** By the index of these values, near the previous place: by ID alone, each would be looked up elsewhere in the table. */
export function hasValues(values: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql`(select 1 from transfers where ${and(values)} and ${isAtPlace}) = 1`;
}

/**
 * Where a list is read: of a range and a place on its way, only what comes later. With two bounds on one side an engine could
 * take the farther one, and read all that lies between.
 */
function bounds(id: string, range: Range, way: Way): RawBuilder<unknown>[] {
  const { after, isAscending } = way;
  const near = isAscending ? "start" : "end";
  const edge = range[near];
  if (after === undefined || edge === undefined) return [...rangeOf(id, range), ...beyond(id, way)];
  const isInside = isAscending ? after.created_at >= edge : after.created_at < edge;
  return isInside
    ? [...rangeOf(id, { ...range, [near]: undefined }), ...beyond(id, way)]
    : rangeOf(id, range);
}

function rangeOf(id: string, { start, end, newerThan }: Range): RawBuilder<unknown>[] {
  const isNewer = newerThan !== undefined && (start === undefined || newerThan.created_at >= start);
  return [
    ...(start === undefined || isNewer ? [] : [sql`created_at >= ${start}`]),
    ...(end === undefined ? [] : [sql`created_at < ${end}`]),
    ...(isNewer ? [sql`(created_at, ${sql.ref(id)}) > (${newerThan.created_at}, ${newerThan.id})`] : []),
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
