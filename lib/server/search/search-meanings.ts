import { type RawBuilder, sql } from "kysely";
import { type BankIndex, indexBanks } from "#lib/bank/bank-search";
import type { MatchKind } from "#lib/contract/transfer/match-kinds";

import { env } from "#lib/server/config/env";
import { headOf } from "#lib/server/ledger/name-terms";
import { type NamedBatch, namedBatches, transfersOfBatches } from "#lib/server/ledger/transfer-batches";
import type { Db } from "#lib/server/tables/schema";
import { plainWords } from "#lib/text/plain-words";
import { readDays } from "#lib/text/typed/day-phrase";
import { endOfDay, startOfDay } from "#lib/text/zone-day";
import { type CalledStates, statesCalled } from "#lib/words/states-called";
import { isAmongIds } from "./filter-parts";
import { having } from "./search-parts";
import {
  batchesCalled,
  creatorsAt,
  creatorsCalled,
  type Known,
  knownCreators,
  knownPayees,
  namesLike,
  payeesCalled,
  payeesLike,
} from "./search-people";
import { amountsIn, idRangeOf, isAboutAccount, isNaira, lastFourOf } from "./search-text";
import {
  banksNamed,
  idsBetween,
  outputColumn,
  outputsShownAs,
  type PaidBank,
  paidBanks,
} from "./search-values";
import { termsOf, textsWith } from "./search-words";
import type { List, Range, Stream } from "./transfer-lists";

/** What a term of a search may mean in this ledger. A transfer fits it by any of the lists, or by the word in its name. */
export type Term = {
  lists: readonly List[];
  /** A word that the account name may have, where the lists don't say so exactly. */
  word?: string;
  /** Where a name alone can fit: what each that fits stands under. */
  head?: string | undefined;
  /** Whether the lists have all that fits; else they only judge. */
  mayLead: boolean;
  range?: Range;
};

/** What is known of this ledger by a few rows of it, for one search. */
export type Ground = {
  ledger: Db;
  now: number;
  banks: BankIndex<PaidBank>;
  payees: readonly Known[];
  creators: readonly Known[];
  batches: readonly NamedBatch[];
};

export async function readGround(ledger: Db): Promise<Ground> {
  const [banks, payees, creators, batches] = await Promise.all([
    paidBanks(ledger),
    knownPayees(ledger),
    knownCreators(ledger),
    namedBatches(ledger),
  ]);
  return { ledger, now: Date.now(), banks: indexBanks(banks), payees, creators, batches };
}

/** What a phrase is recognised as: amounts and batches wait for the ledger. */
export type Phrase =
  | Term
  | { amounts: readonly string[]; isNaira: boolean }
  | { batches: readonly string[]; others: readonly List[] };

/** Days, a state, the end of an account, an amount, a bank of several words, a payee's, a creator's or a batch's name. */
export function recognise(
  { now, banks, payees, creators, batches }: Ground,
  phrase: string,
): Phrase | undefined {
  const { timeZone } = env();
  const days = readDays(phrase, now, timeZone);
  if (days !== undefined) {
    const range = { start: startOfDay(days.from, timeZone), end: endOfDay(days.to, timeZone) };
    return { lists: [], mayLead: false, range };
  }
  const states = statesCalled(phrase);
  if (states !== undefined) return led(ofStates(states));
  const lastFour = isAboutAccount(phrase) ? lastFourOf(phrase) : undefined;
  if (lastFour !== undefined) return led([accountEnd(lastFour)]);
  const amounts = /^\d+$/.test(phrase) ? [] : amountsIn(phrase);
  if (amounts.length > 0) return { amounts, isNaira: isNaira(phrase) };
  if (/^[\w.+-]*@[\w.-]*$/.test(phrase)) {
    const people = creatorsAt(creators, phrase);
    if (people.length > 0) return led(people);
  }
  const words = plainWords(phrase);
  if (words.length < 2) return undefined;
  const found = [
    ...banksNamed(banks, phrase).map(ofBank),
    ...payeesCalled(payees, words),
    ...creatorsCalled(creators, words),
  ];
  const named = batchesCalled(batches, words);
  if (named.length > 0) return { batches: named, others: found };
  return found.length === 0 ? undefined : led(found);
}

const led = (lists: readonly List[]): Term => ({ lists, mayLead: true });

export async function termOfPhrase(ledger: Db, phrase: Phrase): Promise<Term> {
  if ("lists" in phrase) return phrase;
  if ("amounts" in phrase) return led(await amountLists(ledger, phrase));
  return led([...phrase.others, ...(await batchLists(ledger, phrase.batches))]);
}

async function batchLists(ledger: Db, ids: readonly string[]): Promise<List[]> {
  if (ids.length === 0) return [];
  return [{ kind: "batch", condition: isAmongIds(ledger, await transfersOfBatches(ledger, ids)) }];
}

/** `undefined` where nothing in this ledger has the word. */
export async function termOfWord(
  { ledger, banks, payees, creators, batches }: Ground,
  word: string,
): Promise<Term | undefined> {
  const amounts = /^\d/.test(word) ? amountsIn(word) : [];
  const range = idRangeOf([word]);
  const [name, texts, ofAmount, ids] = await Promise.all([
    termsOf(ledger, word),
    textsWith(ledger, word),
    amountLists(ledger, { amounts, isNaira: false }),
    range === undefined ? [] : idsBetween(ledger, range),
  ]);
  const others = [
    ...texts,
    ...banksNamed(banks, word).map(ofBank),
    ...payeesCalled(payees, [word]),
    ...creatorsCalled(creators, [word]),
    ...(await batchLists(ledger, batchesCalled(batches, [word]))),
    ...(/^\d{4}$/.test(word) ? [accountEnd(word)] : []),
    ...ofAmount,
    ...ids.map((id) => listOf("ID", sql`id = ${id}`)),
  ];
  if (name?.terms.length === 0) return others.length === 0 ? undefined : led(others);
  if (name === undefined) return { lists: others, word, mayLead: false };
  const own: List = { kind: "name", terms: name.terms, ...(!name.isExact && { word }) };
  return {
    lists: [own, ...others],
    word,
    mayLead: true,
    head: others.length === 0 ? headOf(word) : undefined,
  };
}

/** For a word that nothing has: names and payees that are one slip away, or the middle of an ID. */
export async function termOfSlip({ ledger, payees }: Ground, word: string): Promise<Term | undefined> {
  const terms = await namesLike(ledger, word);
  const lists: List[] = [
    ...(terms.length === 0 ? [] : [{ kind: "similar name" as const, terms }]),
    ...payeesLike(payees, word),
  ];
  if (lists.length > 0) return led(lists);
  return isPartOfId(word) ? partOfId(ledger, word) : undefined;
}

/** Only with a digit: names have none. */
export function isPartOfId(text: string): boolean {
  return /^(?=.*\d)[\w-]{4,}$/.test(text);
}

export function partOfId(ledger: Db, text: string): Term {
  return { lists: having(ledger, text), mayLead: false };
}

export async function amountLists(
  ledger: Db,
  { amounts, isNaira: isNairaOnly }: { amounts: readonly string[]; isNaira: boolean },
): Promise<Stream[]> {
  const outputs = await Promise.all(amounts.map((amount) => outputsShownAs(ledger, amount)));
  return [
    ...(isNairaOnly ? [] : amounts.map((amount) => listOf("amount", amountIs(sql`amount`, amount)))),
    ...outputs.flat().map((output) => listOf("naira", sql`${outputColumn(ledger)} = ${output}`)),
    ...amounts.map((amount) =>
      listOf("naira", sql`asked_output is not null and ${amountIs(sql`asked_output`, amount)}`),
    ),
  ];
}

export function listOf(kind: MatchKind, condition: RawBuilder<unknown>): Stream {
  return { kind, condition };
}

export function accountEnd(lastFour: string): Stream {
  return listOf("account", sql`substr(account_number, length(account_number) - 3) = ${lastFour}`);
}

function ofBank({ code, name }: PaidBank): Stream {
  return listOf("bank", sql`bank_code = ${code} and bank_name = ${name}`);
}

/** Written out, since the chips' index has only those that say something else than the status. */
function ofStates({ statuses, chips }: CalledStates): Stream[] {
  return [
    ...statuses.map((status) => listOf("state", sql`status = ${status}`)),
    ...chips.map((chip) => listOf("state", sql`chip <> 'status' and chip = ${chip}`)),
  ];
}

/** As the index has it: `1250.50` is `1250.5`. */
function amountIs(column: RawBuilder<unknown>, amount: string): RawBuilder<unknown> {
  const shortest = amount.includes(".") ? amount.replace(/\.?0+$/, "") : amount;
  return sql`(case when replace(${column}, '.', '') = ${column} then ${column} else rtrim(rtrim(${column}, '0'), '.') end) = ${shortest}`;
}
