import "server-only";
import { type RawBuilder, sql } from "kysely";
import { hasWords, headOf, termPrefix } from "#lib/server/ledger/name-terms";
import type { Db } from "#lib/server/tables/schema";
import { plainWords } from "#lib/text/plain-words";
import { readSearchText, type SearchText } from "./search-text";
import {
  addressedAs,
  banksNamed,
  depositedBy,
  idsBetween,
  outputColumn,
  outputsShownAs,
} from "./search-values";
import { isTermAmong, type Lists, type MatchKind, type Stream } from "./transfer-lists";

/** Invariant: any search reads lists that are already in the page's order, so it costs a page and not the ledger. */

/** `alsoUnder`: terms of the other words. `fitsName` judges words that are longer or shorter than a term. */
export type Search = Lists & { alsoUnder: readonly string[]; fitsName?: (name: string) => boolean };

/** More lists cost more than looking through a broader one. */
const mostTerms = 48;
/** Unless they are short: this many are still read one by one. */
const mostRareTerms = 200;
/** How many rows of a list are counted to find the shortest. */
const mostCounted = 1_000;
const mostWords = 8;

const everyTransfer: Stream = { condition: sql`1 = 1`, kind: "name" };

/** Whatever the text may be: an ID, an address, an account, an amount, a bank, or words of a name. */
export async function readSearch(ledger: Db, text: string): Promise<Search> {
  const typed = readSearchText(text);
  const [name, banks, started, deposited, addressed, outputs] = await Promise.all([
    readName(ledger, plainWords(text).slice(0, mostWords)),
    banksNamed(ledger, text),
    typed.idRange === undefined ? [] : idsBetween(ledger, typed.idRange),
    depositedBy(ledger, typed.references),
    addressedAs(ledger, typed.references),
    Promise.all(typed.amounts.map((amount) => outputsShownAs(ledger, amount))),
  ]);
  const found: Stream[] = [
    ...[...new Set([...typed.ids, ...started])].map((id) => listOf("ID", sql`id = ${id}`)),
    ...typed.references.map((one) => listOf("transaction ID", sql`lower(transaction_id) = lower(${one})`)),
    ...deposited.map((id) => listOf("transaction", sql`id = ${id}`)),
    ...addressed.map((id) => listOf("address", sql`id = ${id}`)),
    ...typed.references.map((one) => listOf("reference", referenceIs(one))),
    ...accountLists(typed),
    ...(typed.isNaira ? [] : typed.amounts.map((amount) => listOf("amount", amountIs(amount)))),
    ...outputs.flat().map((output) => listOf("naira", sql`${outputColumn(ledger)} = ${output}`)),
    ...banks.map(({ code, name }) => listOf("bank", sql`bank_code = ${code} and bank_name = ${name}`)),
  ];
  return { ...name, streams: [...found, ...name.streams] };
}

/** The first condition lets the index without empty references serve. */
function referenceIs(text: string): RawBuilder<unknown> {
  return sql`reference is not null and lower(reference) = lower(${text.replace(/\s+/g, " ").normalize("NFC")})`;
}

function listOf(kind: MatchKind, condition: RawBuilder<unknown>): Stream {
  return { kind, condition };
}

function accountLists({ lastFour, accountNumber }: SearchText): Stream[] {
  const end = sql`substr(account_number, length(account_number) - 3) = ${lastFour}`;
  return [
    ...(lastFour === undefined ? [] : [listOf("account", end)]),
    ...(accountNumber === undefined ? [] : [listOf("account", sql`account_number = ${accountNumber}`)]),
  ];
}

/** As the index has it: `1250.50` is `1250.5`. */
function amountIs(amount: string): RawBuilder<unknown> {
  const shortest = amount.includes(".") ? amount.replace(/\.?0+$/, "") : amount;
  return sql`(case when replace(amount, '.', '') = amount then amount else rtrim(rtrim(amount, '0'), '.') end) = ${shortest}`;
}

const nobody: Search = { streams: [], terms: [], alsoUnder: [] };

async function readName(ledger: Db, words: readonly string[]): Promise<Search> {
  if (words.length === 0) return nobody;
  const found = await Promise.all(words.map((word) => termsOf(ledger, word)));
  if (found.some((each) => each?.terms.length === 0)) return nobody;
  const shortest = await shortestOf(
    ledger,
    found.flatMap((each) => each ?? []),
  );
  const others = words.filter((word) => word !== shortest?.word);
  const isJudged = shortest?.isExact === false || others.some((word) => !termPrefix(word).isWhole);
  return {
    streams: shortest === undefined ? [everyTransfer] : [],
    terms: shortest?.terms ?? [],
    alsoUnder: others.flatMap((word) => headOf(word) ?? []),
    ...(isJudged && { fitsName: (name: string) => hasWords(name, words) }),
  };
}

/** A word and the terms that cover it. `isExact`: they cover nothing else. `rows`: how many, where counted. */
type Found = { word: string; terms: string[]; isExact: boolean; rows?: number };

async function shortestOf(ledger: Db, found: readonly Found[]): Promise<Found | undefined> {
  if (found.length < 2) return found[0];
  const counts = await Promise.all(found.map(({ terms, rows }) => rows ?? countUpTo(ledger, terms)));
  return found[counts.indexOf(Math.min(...counts))];
}

/** By steps in the index. With too many terms, the one of the first letters; `undefined` for a too short word. */
async function termsOf(ledger: Db, word: string): Promise<Found | undefined> {
  const { prefix, isWhole } = termPrefix(word);
  const head = headOf(word);
  const most = head === undefined ? mostTerms : mostRareTerms;
  if (isWhole) return { word, terms: [prefix], isExact: true };
  const end = `${prefix}\u{10FFFF}`;
  const { rows } = await sql<{ term: string }>`
    with recursive walk (term, step) as (
      select (select term from transfer_names where term >= ${prefix} and term < ${end} order by term limit 1), 1
      union all
      select (select n.term from transfer_names n where n.term > walk.term and n.term < ${end} order by n.term limit 1),
        walk.step + 1
      from walk where walk.term is not null and walk.step <= ${most}
    ) select term from walk where term is not null`.execute(ledger);
  const terms = rows.map(({ term }) => term);
  if (terms.length <= mostTerms) return { word, terms, isExact: true };
  if (head === undefined) return undefined;
  const count = terms.length > most ? mostCounted : await countUpTo(ledger, terms);
  if (count < mostCounted) return { word, terms, isExact: true, rows: count };
  return { word, terms: [head], isExact: false };
}

async function countUpTo(ledger: Db, terms: readonly string[]): Promise<number> {
  const some = ledger
    .selectFrom("transfer_names")
    .select("term")
    .where(isTermAmong(ledger, terms))
    .limit(mostCounted);
  const { count } = await ledger
    .selectFrom(some.as("some"))
    .select(({ fn }) => fn.countAll<number | string>().as("count"))
    .executeTakeFirstOrThrow();
  return Number.parseInt(String(count), 10);
}
