import { type RawBuilder, sql } from "kysely";
import { type MatchKind, matchKinds } from "#lib/contract/transfer/match-kinds";

import { hasWords } from "#lib/server/ledger/name-terms";
import type { Db } from "#lib/server/tables/schema";
import { byAmount } from "./amount-order";
import type { Plan } from "./page-plan";
import {
  and,
  matchAt,
  type Part,
  type PartOfPlace,
  type Place,
  placesOf,
  standsUnder,
  within,
} from "./transfer-lists";
import type { Reading } from "./transfer-search";

/**
 * Invariant: one request looks at a bounded number of transfers. What no index answers is checked row by row up to the
 * bound; the page then says how far it looked, and its cursor continues there.
 */

/** `first` and `next` are where it begins and ends. `lookedBackTo` is set when the page is not full. */
export type PageOfIds = {
  ids: string[];
  first: Place | null;
  next: Place | null;
  lookedBackTo: string | null;
  /** By ID: what the search matched. */
  matched: ReadonlyMap<string, ReadonlySet<MatchKind>>;
};

/** Beyond a page. The first step mostly has a few that don't match. */
const steps = [10, 150, 350];

/** `undefined` is the newest page. */
export async function findPage(
  ledger: Db,
  plan: Plan,
  limit: number,
  after: Place | undefined,
): Promise<PageOfIds> {
  const parts = partsOf(plan);
  const found: Place[] = [];
  const seen = new Set<string>();
  const matched = new Map<string, Set<MatchKind>>();
  let reached = after;
  for (const step of steps) {
    const { rows, end } = await look(ledger, plan, parts, step + limit + 1, reached);
    for (const row of rows) {
      const own = matchesOf(parts, row);
      if (own === undefined) continue;
      const isNew = !seen.has(row.id);
      seen.add(row.id);
      // A place on two lists comes twice, and so can a step's edge.
      if (isNew) found.push(placeOf(row));
      if (found.length <= limit) {
        const kinds = matched.get(row.id) ?? new Set();
        matched.set(row.id, new Set([...kinds, ...own]));
      } else return { ...pageOf(found, limit), next: found[limit - 1] ?? null, lookedBackTo: null, matched };
    }
    if (end === undefined) return { ...pageOf(found, limit), next: null, lookedBackTo: null, matched };
    reached = end;
  }
  return {
    ...pageOf(found, limit),
    next: reached ?? null,
    lookedBackTo: reached?.created_at ?? null,
    matched,
  };
}

/** Each list with its reading; of a list that can't have any, none. */
type ReadPart = Part & { reading: Reading };

function partsOf({ readings, range }: Plan): ReadPart[] {
  return readings.flatMap((reading) => {
    const both = within(range, reading.range);
    if (both.start !== undefined && both.end !== undefined && both.start >= both.end) return [];
    return reading.lists.map((list) => ({ list, range: both, reading }));
  });
}

/** What a place matched; `undefined` where it doesn't fit. */
function matchesOf(
  parts: readonly ReadPart[],
  { part, account_name, ...judged }: Looked,
): MatchKind[] | undefined {
  const own = parts[part];
  if (account_name === null) return undefined;
  if (own === undefined) return ["all"];
  const { list, reading } = own;
  if ("terms" in list && list.word !== undefined && !hasWords(account_name, [list.word])) return undefined;
  const kinds: MatchKind[] = [list.kind];
  for (const [at, { word }] of reading.terms.entries()) {
    const kind = matchKinds[judged[`term_${at}`] ?? -1];
    if (kind !== undefined) kinds.push(kind);
    else if (word !== undefined && hasWords(account_name, [word])) kinds.push("name");
    else return undefined;
  }
  return kinds;
}

function pageOf(places: readonly Place[], limit: number) {
  return { ids: places.slice(0, limit).map(({ id }) => id), first: places[0] ?? null };
}

function placeOf({ created_at, id, amount_key }: Place): Place {
  return { created_at, id, ...(amount_key !== undefined && { amount_key }) };
}

/** The name is `null` where the other filters exclude the place; of each term, the number of what it matched. */
type Looked = PartOfPlace & { account_name: string | null } & { [term: `term_${number}`]: number | null };

/** Returns the next places and the last one; `undefined` at the end. */
async function look(
  ledger: Db,
  plan: Plan,
  parts: readonly ReadPart[],
  size: number,
  after: Place | undefined,
): Promise<{ rows: Looked[]; end: Place | undefined }> {
  const { isAscending, byAmountOf } = plan;
  const to = isAscending ? sql`asc` : sql`desc`;
  if (byAmountOf === undefined && parts.length === 0) return { rows: [], end: undefined };
  const [places, order, columns] =
    byAmountOf === undefined
      ? [placesOf(ledger, parts, { after, size, isAscending }), sql``, sql``]
      : [byAmount(ledger, byAmountOf, after, size, isAscending), sql`amount_key ${to}, `, sql`amount_key, `];
  const judged = sql.join([nameOf(plan, parts), ...termsAt(ledger, parts)]);
  const { rows } = await sql<Looked>`
    select ${columns}created_at, id, part, ${judged} from (${places}) as place
    order by ${order}created_at ${to}, id ${to}`.execute(ledger);
  return { rows, end: rows[size - 1] };
}

/** Only what an index tells: nothing of the transfer is read before. */
function nameOf({ rest }: Plan, parts: readonly ReadPart[]): RawBuilder<unknown> {
  const readings = [...new Set(parts.map(({ reading }) => reading))];
  const heads = readings.flatMap((reading) => {
    const under = reading.terms.flatMap(({ head }) => (head === undefined ? [] : [standsUnder(head)]));
    return under.length === 0 ? [] : [sql`(not (${isOf(parts, reading)}) or (${and(under)}))`];
  });
  const indexed = [...heads, ...rest.indexed];
  const isRead =
    rest.ofTransfer !== undefined ||
    parts.some(({ list, reading }) => "word" in list || reading.terms.some(({ word }) => word !== undefined));
  const name = isRead
    ? sql`(select account_name from transfers where transfers.id = place.id and ${rest.ofTransfer ?? sql`1 = 1`})`
    : sql`''`;
  const known = indexed.length === 0 ? name : sql`case when ${and(indexed)} then ${name} end`;
  return sql`${known} as account_name`;
}

/** A column for each term that a reading judges; the readings share them. */
function termsAt(ledger: Db, parts: readonly ReadPart[]): RawBuilder<unknown>[] {
  const readings = [...new Set(parts.map(({ reading }) => reading))];
  const most = Math.max(0, ...readings.map(({ terms }) => terms.length));
  return Array.from({ length: most }, (_, at) => {
    const own = readings.flatMap((reading) => {
      const term = reading.terms[at];
      if (term === undefined) return [];
      // A name is judged as it stands there.
      const lists = term.lists.filter(({ kind }) => kind !== "name");
      return [sql`when ${isOf(parts, reading)} then ${matchAt(ledger, lists)}`];
    });
    return sql`case ${sql.join(own, sql` `)} end as ${sql.ref(`term_${at}`)}`;
  });
}

/** The parts of a reading come one after the other. */
function isOf(parts: readonly ReadPart[], reading: Reading): RawBuilder<unknown> {
  const first = parts.findIndex((part) => part.reading === reading);
  const last = parts.findLastIndex((part) => part.reading === reading);
  return sql`part >= ${sql.lit(first)} and part <= ${sql.lit(last)}`;
}
