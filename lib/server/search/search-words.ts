import { sql } from "kysely";
import { headOf, type TextMark, termPrefix, textMarks } from "#lib/server/ledger/name-terms";
import type { Db } from "#lib/server/tables/schema";
import { isTermAmong, type List } from "./transfer-lists";

/** Invariant: a word is found by the terms that cover it, each of which is a list: by steps in the index, at most so many. */

/** More lists cost more than looking through a broader one. */
const mostTerms = 48;
/** Unless they are short: this many are still read one by one. */
const mostRareTerms = 200;
/** How many rows of a list are counted to find the shortest. */
const mostCounted = 1_000;
/** Of the words of texts, which are checked one by one at each place, too. */
const mostTextTerms = 12;
const shortestText = 3;

/** A word and the terms that cover it. `isExact`: they cover nothing else. `rows`: how many, where counted. */
export type Found = { word: string; terms: string[]; isExact: boolean; rows?: number };

/** By steps in the index. With too many terms, the one of the first letters; `undefined` for a too short word. */
export async function termsOf(ledger: Db, word: string): Promise<Found | undefined> {
  const { prefix, isWhole } = termPrefix(word);
  const head = headOf(word);
  const most = head === undefined ? mostTerms : mostRareTerms;
  if (isWhole)
    return { word, terms: (await countUpTo(ledger, [prefix], 1)) === 0 ? [] : [prefix], isExact: true };
  const terms = await termsFrom(ledger, prefix, `${prefix}\u{10FFFF}`, most + 1);
  if (terms.length <= mostTerms) return { word, terms, isExact: true };
  if (head === undefined) return undefined;
  const count = terms.length > most ? mostCounted : await countUpTo(ledger, terms);
  if (count < mostCounted) return { word, terms, isExact: true, rows: count };
  return { word, terms: [head], isExact: false };
}

async function countUpTo(ledger: Db, terms: readonly string[], most = mostCounted): Promise<number> {
  const some = ledger
    .selectFrom("transfer_names")
    .select("term")
    .where(isTermAmong(ledger, terms))
    .limit(most);
  const { count } = await ledger
    .selectFrom(some.as("some"))
    .select(({ fn }) => fn.countAll<number | string>().as("count"))
    .executeTakeFirstOrThrow();
  return Number.parseInt(String(count), 10);
}

const texts: readonly Exclude<TextMark, "creator">[] = ["reference", "purpose", "note"];

/** The references, purposes and notes that have a word: one that starts so, or, where very many do, that very word. */
export async function textsWith(ledger: Db, word: string): Promise<List[]> {
  // A short word is one of prose, and a number is whole however short it is.
  const isShort = word.length < shortestText && !/^\d+$/.test(word);
  const kinds = isShort ? texts.filter((kind) => kind !== "reference") : texts;
  const found = await Promise.all(
    kinds.map(async (kind): Promise<List | undefined> => {
      const exact = textMarks[kind] + word;
      const end = isShort ? `${exact} ` : `${exact}\u{10FFFF}`;
      const terms = await termsFrom(ledger, exact, end, mostTextTerms + 1);
      if (terms.length === 0) return undefined;
      if (terms.length <= mostTextTerms) return { kind, terms };
      return terms.includes(exact) ? { kind, terms: [exact] } : undefined;
    }),
  );
  return found.filter((list) => list !== undefined);
}

/** A step in the index for each. */
export async function termsFrom(ledger: Db, from: string, before: string, most: number): Promise<string[]> {
  const { rows } = await sql<{ term: string }>`
    with recursive walk (term, step) as (
      select (select term from transfer_names where term >= ${from} and term < ${before} order by term limit 1), 1
      union all
      select (select n.term from transfer_names n where n.term > walk.term and n.term < ${before} order by n.term limit 1),
        walk.step + 1
      from walk where walk.term is not null and walk.step < ${most}
    ) select term from walk where term is not null`.execute(ledger);
  return rows.map(({ term }) => term);
}
