import { sql } from "kysely";
import { textMarks } from "#lib/server/ledger/name-terms";
import type { NamedBatch } from "#lib/server/ledger/transfer-batches";
import { isPostgres } from "#lib/server/tables/engine";
import type { Db } from "#lib/server/tables/schema";
import { plainWords } from "#lib/text/plain-words";
import { isOneSlip, slipsOf } from "#lib/text/typed/one-slip";
import { termsFrom } from "./search-words";
import type { List } from "./transfer-lists";

/** Whom a transfer may be found by, beside its recipient: payees and those who created it. Both are few and read whole. */

const mostPayees = 2_000;
const mostCreators = 500;
/** Lists that are read as one. */
const mostListed = 48;
/** Their transfers are looked up, 1,000 of each at most. */
const mostBatches = 10;
const shortestName = 3;

export type Known = { list: List; words: readonly string[] };

/** Every payee of this dashboard, archived or not. */
export async function knownPayees(ledger: Db): Promise<Known[]> {
  const rows = await ledger.selectFrom("payees").select(["id", "name"]).limit(mostPayees).execute();
  return rows.map(({ id, name }) => ({
    list: { kind: "payee", condition: sql`payee_id = ${id}` },
    words: plainWords(name),
  }));
}

/** The e-mail of each who has created a transfer, by a step in the index for each. */
export async function knownEmails(ledger: Db): Promise<string[]> {
  const [mark, end] = [textMarks.creator, `${textMarks.creator}\u{10FFFF}`];
  return (await termsFrom(ledger, mark, end, mostCreators)).map((term) => term.slice(mark.length));
}

/** Those who have created a transfer. */
export async function knownCreators(ledger: Db): Promise<Known[]> {
  const emails = await knownEmails(ledger);
  const people = await ledger.selectFrom("people").select(["name", "email"]).limit(mostCreators).execute();
  return emails.map((email) => {
    const name = people.find((person) => person.email === email)?.name ?? "";
    const [box = ""] = email.split("@");
    return {
      list: { kind: "creator", terms: [textMarks.creator + email] },
      words: [...plainWords(name), ...plainWords(box), ...box.split(/[^\p{L}\p{N}]+/u), email],
    };
  });
}

/** The payees whose name has words that start so; none where that is said of too many. */
export function payeesCalled(payees: readonly Known[], typed: readonly string[]): List[] {
  if (typed.every((word) => word.length < shortestName)) return [];
  return fewOf(
    payees.filter(({ words }) => typed.every((word) => words.some((own) => own.startsWith(word)))),
  );
}

/** The payees whose name has a word that is one slip away. */
export function payeesLike(payees: readonly Known[], typed: string): List[] {
  if (slipsOf(typed).length === 0) return [];
  return fewOf(payees.filter(({ words }) => words.some((own) => isOneSlip(typed, own))));
}

/** By whole words alone: who creates transfers creates many, and the start of a recipient's name would list them all. */
export function creatorsCalled(creators: readonly Known[], typed: readonly string[]): List[] {
  if (typed.every((word) => word.length < shortestName)) return [];
  return fewOf(creators.filter(({ words }) => typed.every((word) => words.includes(word))));
}

/** The IDs of the batches whose name has words that start so; a word alone counts whole. None where that is said of too many. */
export function batchesCalled(batches: readonly NamedBatch[], typed: readonly string[]): string[] {
  if (typed.every((word) => word.length < shortestName)) return [];
  const fits = (own: string, word: string) => (typed.length > 1 ? own.startsWith(word) : own === word);
  const found = batches.filter(({ name }) => {
    const words = plainWords(name);
    return typed.every((word) => words.some((own) => fits(own, word)));
  });
  return found.length > mostBatches ? [] : found.map(({ id }) => id);
}

/** By an e-mail address, or its start up to the sign at least. */
export function creatorsAt(creators: readonly Known[], typed: string): List[] {
  const start = typed.toLowerCase();
  return fewOf(
    creators.filter(
      ({ words }) =>
        words.at(-1)?.startsWith(start) || (start.startsWith("@") && words.at(-1)?.endsWith(start)),
    ),
  );
}

function fewOf(known: readonly Known[]): List[] {
  return known.length > mostListed ? [] : known.map(({ list }) => list);
}

/**
 * The words of this ledger's names that are one slip away from a word: each that could be is looked up in the index, some 500 of
 * a word of eight letters, however many names there are. Whole words before the starts of longer ones.
 */
export async function namesLike(ledger: Db, word: string): Promise<string[]> {
  const slips = slipsOf(word).filter((slip) => slip.length > shortestName);
  if (slips.length === 0) return [];
  const given = isPostgres(ledger)
    ? sql`unnest(${slips}::text[]) as given (value)`
    : sql`json_each(${JSON.stringify(slips)}) as given`;
  for (const isThere of [
    sql`term = given.value`,
    sql`term >= given.value and term < given.value || ${"\u{10FFFF}"}`,
  ]) {
    const { rows } = await sql<{
      term: string;
    }>`select (select term from transfer_names where ${isThere} order by term limit 1) as term
      from ${given}`.execute(ledger);
    const found = new Set(rows.flatMap(({ term }) => (term === null ? [] : [term])));
    if (found.size > 0) return [...found].slice(0, mostListed);
  }
  return [];
}
