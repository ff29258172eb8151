import "server-only";
import { type RawBuilder, sql } from "kysely";
import { readAmountText } from "#lib/amount-text";
import { plainWords } from "#lib/plain-words";
import type { Db } from "./db";
import { hasWords, termPrefix } from "./name-terms";

/**
 * Invariant: whatever is searched, what fits is read from lists that are in the order of the page already, so that the
 * cost is that of the page and not that of the ledger. A list is all rows with one value in one index.
 */

/** A list of transfers in the order of their creation: where it lies, and the condition that its index holds. */
export type Stream = { table: "transfers" | "transfer_names"; condition: RawBuilder<unknown> };

/** What a search reads: its lists, and what a name has to have beside. */
export type Search = { streams: Stream[]; fitsName?: (name: string) => boolean };

/** More lists than this cost more than to look through the newest transfers, where so common a start stands anyway. */
const mostTerms = 48;
/** How many rows of a list are counted to find the shortest. */
const mostCounted = 300;
const mostWords = 8;

const transfers = (condition: RawBuilder<unknown>): Stream => ({ table: "transfers", condition });
const ofTerm = (term: string): Stream => ({ table: "transfer_names", condition: sql`term = ${term}` });
/** The list of all, to be looked through for a name. */
export const everyTransfer = sql`1 = 1`;

/** What a typed text can mean: an ID or an address, the end of an account number, an amount, words of a name. */
export async function readSearch(ledger: Db, text: string): Promise<Search> {
  const streams = [
    transfers(sql`id = ${text.toLowerCase()}`),
    transfers(sql`transaction_id = ${text}`),
    transfers(sql`address = ${text}`),
  ];
  if (/^\d{4}$/.test(text))
    streams.push(transfers(sql`substr(account_number, length(account_number) - 3) = ${text}`));
  const amount = readAmountText(text);
  if (amount.kind === "amount")
    streams.push(
      transfers(
        sql`(case when replace(amount, '.', '') = amount then amount else rtrim(rtrim(amount, '0'), '.') end) = ${shortest(amount.text)}`,
      ),
    );
  const name = await readName(ledger, plainWords(text).slice(0, mostWords));
  return { ...name, streams: [...streams, ...name.streams] };
}

/** An amount as the index writes it: `1250.50` and `1250.5` are one. */
function shortest(amount: string): string {
  return amount.includes(".") ? amount.replace(/\.?0+$/, "") : amount;
}

async function readName(ledger: Db, words: readonly string[]): Promise<Search> {
  if (words.length === 0) return { streams: [] };
  const expanded = await Promise.all(words.map((word) => termsOf(ledger, word)));
  if (expanded.some((terms) => terms?.length === 0)) return { streams: [] };
  const narrow = expanded.filter((terms) => terms !== undefined);
  const fitsName = (name: string) => hasWords(name, words);
  if (narrow.length === 0) return { streams: [transfers(everyTransfer)], fitsName };
  if (words.length === 1) return { streams: (narrow[0] ?? []).map(ofTerm) };
  const counts = await Promise.all(narrow.map((terms) => countUpTo(ledger, terms)));
  const shortestList = narrow[counts.indexOf(Math.min(...counts))] ?? [];
  return { streams: shortestList.map(ofTerm), fitsName };
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
