import { sql } from "kysely";
import { isPostgres } from "#lib/server/tables/engine";
import type { Db } from "#lib/server/tables/schema";
import { canonicalText } from "#lib/text/canonical-text";
import { plainDigits } from "#lib/text/plain-digits";
import {
  accountEnd,
  amountLists,
  type Ground,
  isPartOfId,
  listOf,
  type Phrase,
  partOfId,
  readGround,
  recognise,
  type Term,
  termOfPhrase,
  termOfSlip,
  termOfWord,
} from "./search-meanings";
import { endingIn, hexFrom, sentBy, transactionIdColumn, transactionsFrom } from "./search-parts";
import { type Segment, segmentsOf, wordsOf } from "./search-phrases";
import { readSearchText, type SearchText } from "./search-text";
import { addressedAs, depositedBy, idsBetween } from "./search-values";
import { isTermAmong, type List, type Range, within } from "./transfer-lists";

/**
 * Invariant: any search reads lists that are already in the page's order, so it costs a page and not the ledger. A text has a few
 * readings; a transfer fits a reading by one of its lists, and by each of its terms.
 */
export type Reading = {
  lists: readonly List[];
  range: Range;
  /** Judged at each place. */
  terms: readonly Term[];
};

/** How many rows of a term's lists are counted to find the shortest. */
const mostCounted = 1_000;
/** Looked up as slips, each costs some hundred steps. */
const mostSlips = 3;

const everyTransfer: List = { condition: sql`1 = 1`, kind: "all" };

/** Whatever the text may be as a whole, and all of its words and phrases together. */
export async function readSearch(ledger: Db, text: string): Promise<Reading[]> {
  const typed = readSearchText(text);
  const whole = await wholeLists(ledger, typed);
  // What stands around an ID or an address says nothing more.
  if (typed.isTelling && (await hasAny(ledger, whole))) return [alone(whole)];
  const ground = await readGround(ledger);
  const words = wordsOf(text).map((word) => ({ word }));
  const segments = segmentsOf(text, (phrase) => recognise(ground, phrase));
  // The words of `1,250.0` are `1` and `2500`: where a phrase has the figure, they say something else.
  const areWords = segments === undefined || !hasMarkedFigure(text);
  const readings = [
    areWords ? await readingOf(ground, words, false) : undefined,
    segments && (await readingOf(ground, segments, false)),
  ].filter((reading) => reading !== undefined);
  if (readings.length > 0) return [alone(whole), ...readings];
  const loose = [...whole, ...(await looseLists(ledger, typed))];
  if (await hasAny(ledger, loose)) return [alone(loose)];
  const similar = await readingOf(ground, segments ?? words, true);
  if (similar !== undefined) return [similar];
  return isPartOfId(text) ? [{ lists: [everyTransfer], range: {}, terms: [partOfId(ledger, text)] }] : [];
}

function hasMarkedFigure(text: string): boolean {
  return /\d[.,]\d/.test(plainDigits(text));
}

const alone = (lists: readonly List[]): Reading => ({ lists, range: {}, terms: [] });

async function wholeLists(ledger: Db, typed: SearchText): Promise<List[]> {
  const { references, shortened, lastFour, accountNumber } = typed;
  const [deposited, addressed, sent, parts, amounts] = await Promise.all([
    depositedBy(ledger, references),
    addressedAs(ledger, references),
    sentBy(ledger, references),
    Promise.all(shortened.map((part) => shortenedLists(ledger, part))),
    amountLists(ledger, typed),
  ]);
  return [
    ...typed.ids.map((id) => listOf("ID", sql`id = ${id}`)),
    ...references.flatMap((one) => referenceLists(ledger, one)),
    ...deposited.map((id) => listOf("transaction", sql`id = ${id}`)),
    // One that it once had, or that only some source named.
    ...addressed.map((id) => listOf("address", sql`id = ${id}`)),
    ...sent,
    ...parts.flat(),
    ...(lastFour === undefined ? [] : [accountEnd(lastFour)]),
    ...(accountNumber === undefined ? [] : [listOf("account", sql`account_number = ${accountNumber}`)]),
    ...amounts,
  ];
}

function referenceLists(ledger: Db, one: string): List[] {
  return [
    listOf("transaction ID", sql`${transactionIdColumn(ledger)} = ${one.toLowerCase()}`),
    listOf("address", sql`lower(address) = ${one.toLowerCase()}`),
    listOf("reference", sql`reference_key = ${canonicalText(one)}`),
  ];
}

async function shortenedLists(ledger: Db, { start, end }: SearchText["shortened"][number]): Promise<List[]> {
  const isId = /^[0-9a-f]{4,}$/i.test(start) && /^[0-9a-f]+$/i.test(end);
  const hex = start.toLowerCase().slice(0, 8);
  const [ends, starts, ids] = await Promise.all([
    endingIn(ledger, end, start),
    hexFrom(ledger, start, end),
    isId
      ? idsBetween(ledger, {
          first: `${hex.padEnd(8, "0")}-0000-0000-0000-000000000000`,
          last: `${hex.padEnd(8, "f")}-ffff-ffff-ffff-ffffffffffff`,
        })
      : [],
  ]);
  const own = ids.filter((id) => id.endsWith(end.toLowerCase()));
  return [...ends, ...starts, ...own.map((id) => listOf("ID", sql`id = ${id}`))];
}

/** Where the words say nothing together: each part that could be an ID or a reference, by its start or its end, too. */
async function looseLists(ledger: Db, { loose, references }: SearchText): Promise<List[]> {
  const parts = [...new Set([...loose.references, ...references])];
  const asked = parts
    .map((part) => part.replace(/^[\u2022*\u2026.]+/, ""))
    .filter((part) => /^[\w-]{4,}$/.test(part));
  const found = await Promise.all(
    asked.map(async (part) => [
      ...(part.length > 4 ? await transactionsFrom(ledger, part) : []),
      ...(/\d/.test(part) || part.length > 5 ? await endingIn(ledger, part) : []),
      ...(await hexFrom(ledger, part)),
    ]),
  );
  const ids = loose.idRange === undefined ? [] : await idsBetween(ledger, loose.idRange);
  return [
    ...ids.map((id) => listOf("ID", sql`id = ${id}`)),
    ...loose.references.flatMap((one) => referenceLists(ledger, one)),
    ...(loose.lastFour === undefined ? [] : [accountEnd(loose.lastFour)]),
    ...found.flat(),
  ];
}

/** All terms together, led by the one with the shortest lists. `undefined` where nothing in this ledger has one of them. */
async function readingOf(
  ground: Ground,
  segments: readonly Segment<Phrase>[],
  maySlip: boolean,
): Promise<Reading | undefined> {
  const found: Term[] = [];
  let slips = 0;
  for (const segment of segments) {
    let term =
      "meaning" in segment
        ? await termOfPhrase(ground.ledger, segment.meaning)
        : await termOfWord(ground, segment.word);
    if (term === undefined && "word" in segment && maySlip && slips++ < mostSlips)
      term = await termOfSlip(ground, segment.word);
    if (term === undefined) return undefined;
    found.push(term);
  }
  if (found.length === 0) return undefined;
  const range = found.reduce<Range>((both, term) => within(both, term.range ?? {}), {});
  const terms = found.filter((term) => term.range === undefined);
  const lead = await shortestOf(
    ground.ledger,
    terms.filter(({ mayLead }) => mayLead),
  );
  if (lead === undefined) {
    const kind = terms.length === 0 ? ("day" as const) : everyTransfer.kind;
    return { lists: [{ ...everyTransfer, kind }], range, terms };
  }
  return { lists: lead.lists, range, terms: terms.filter((term) => term !== lead) };
}

/** By its lists; of equal ones the first. */
export async function shortestOf<One extends { lists: readonly List[] }>(
  ledger: Db,
  terms: readonly One[],
): Promise<One | undefined> {
  if (terms.length < 2) return terms[0];
  const counts = await Promise.all(terms.map(({ lists }) => countUpTo(ledger, lists, mostCounted)));
  return terms[counts.indexOf(Math.min(...counts))];
}

async function hasAny(ledger: Db, lists: readonly List[]): Promise<boolean> {
  return (await countUpTo(ledger, lists, 1)) > 0;
}

async function countUpTo(ledger: Db, lists: readonly List[], most: number): Promise<number> {
  if (lists.length === 0) return 0;
  const rows = lists.map((list) => {
    if ("condition" in list)
      return sql`select 1 as one from (select 1 as one from transfers where ${list.condition} limit ${most}) as listed`;
    if (!isPostgres(ledger))
      return sql`select 1 as one from (select 1 as one from transfer_names where ${isTermAmong(ledger, list.terms)} limit ${most}) as listed`;
    // For several values at once PostgreSQL may read all of their rows before the first.
    return sql`select 1 as one from unnest(${[...list.terms]}::text[]) as given (value) cross join lateral
      (select 1 as one from transfer_names where term = given.value limit ${most}) as listed`;
  });
  const { rows: counted } = await sql<{ count: number | string }>`select count(*) as count from (
    select 1 as one from (${sql.join(rows, sql` union all `)}) as listed limit ${most}) as found`.execute(
    ledger,
  );
  return Number(counted[0]?.count ?? 0);
}
