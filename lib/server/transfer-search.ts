import "server-only";
import { sql } from "kysely";
import { readAmountText } from "#lib/amount-text";
import { plainWords } from "#lib/plain-words";
import type { Db } from "./db";
import { hasWords, headOf, termPrefix } from "./name-terms";
import type { Lists, Stream } from "./transfer-lists";

/**
 * Invariant: whatever is searched, what fits is read from lists that are in the order of the page already, so that the
 * cost is that of the page and not that of the ledger. A list is all rows with one value in one index.
 */

/**
 * What a search reads: its lists, and what those who are found by a name have beside. `alsoUnder` are terms of the other
 * words, which an index tells; `fitsName` judges where a word is longer than a term tells, or shorter.
 */
export type Search = Lists & { alsoUnder: readonly string[]; fitsName?: (name: string) => boolean };

/** More lists than this cost more than to look through the newest transfers, where so common a start stands anyway. */
const mostTerms = 48;
/** How many rows of a list are counted to find the shortest. */
const mostCounted = 300;
const mostWords = 8;

/** The list of all, to be looked through for a name. */
const everyTransfer: Stream = { condition: sql`1 = 1`, isByName: true };

/** What a typed text can mean: an ID or an address, the end of an account number, an amount, words of a name. */
export async function readSearch(ledger: Db, text: string): Promise<Search> {
  const conditions = [sql`id = ${text.toLowerCase()}`, sql`transaction_id = ${text}`, sql`address = ${text}`];
  if (/^\d{4}$/.test(text))
    conditions.push(sql`substr(account_number, length(account_number) - 3) = ${text}`);
  const amount = readAmountText(text);
  if (amount.kind === "amount")
    conditions.push(
      sql`(case when replace(amount, '.', '') = amount then amount else rtrim(rtrim(amount, '0'), '.') end) = ${shortest(amount.text)}`,
    );
  const name = await readName(ledger, plainWords(text).slice(0, mostWords));
  return { ...name, streams: [...conditions.map((condition) => ({ condition })), ...name.streams] };
}

/** An amount as the index writes it: `1250.50` and `1250.5` are one. */
function shortest(amount: string): string {
  return amount.includes(".") ? amount.replace(/\.?0+$/, "") : amount;
}

const nobody: Search = { streams: [], terms: [], alsoUnder: [] };

async function readName(ledger: Db, words: readonly string[]): Promise<Search> {
  if (words.length === 0) return nobody;
  const expanded = await Promise.all(words.map((word) => termsOf(ledger, word)));
  if (expanded.some((terms) => terms?.length === 0)) return nobody;
  const narrow = words.flatMap((word, at) => {
    const terms = expanded[at];
    return terms === undefined ? [] : [{ word, terms }];
  });
  const shortestList = await shortestOf(ledger, narrow);
  const others = words.filter((word) => word !== shortestList?.word);
  const alsoUnder = others.flatMap((word) => headOf(word) ?? []);
  const isJudged = others.some((word) => !termPrefix(word).isWhole);
  return {
    streams: shortestList === undefined ? [everyTransfer] : [],
    terms: shortestList?.terms ?? [],
    alsoUnder,
    ...(isJudged && { fitsName: (name: string) => hasWords(name, words) }),
  };
}

type Narrow = { word: string; terms: string[] };

async function shortestOf(ledger: Db, narrow: readonly Narrow[]): Promise<Narrow | undefined> {
  if (narrow.length < 2) return narrow[0];
  const counts = await Promise.all(narrow.map(({ terms }) => countUpTo(ledger, terms)));
  return narrow[counts.indexOf(Math.min(...counts))];
}

/** The terms that a typed start of a word stands for, found by steps in the index; `undefined` for too many. */
async function termsOf(ledger: Db, word: string): Promise<string[] | undefined> {
  const { prefix, isWhole } = termPrefix(word);
  if (isWhole) return [prefix];
  const end = `${prefix}\u{10FFFF}`;
  const { rows } = await sql<{ term: string }>`
    with recursive walk (term, step) as (
      select (select term from transfer_names where term >= ${prefix} and term < ${end} order by term limit 1), 1
      union all
      select (select n.term from transfer_names n where n.term > walk.term and n.term < ${end} order by n.term limit 1),
        walk.step + 1
      from walk where walk.term is not null and walk.step <= ${sql.lit(mostTerms)}
    ) select term from walk where term is not null`.execute(ledger);
  return rows.length > mostTerms ? undefined : rows.map(({ term }) => term);
}

async function countUpTo(ledger: Db, terms: readonly string[]): Promise<number> {
  const some = ledger
    .selectFrom("transfer_names")
    .select("term")
    .where("term", "in", terms)
    .limit(mostCounted);
  const { count } = await ledger
    .selectFrom(some.as("some"))
    .select(({ fn }) => fn.countAll<number | string>().as("count"))
    .executeTakeFirstOrThrow();
  return Number.parseInt(String(count), 10);
}
