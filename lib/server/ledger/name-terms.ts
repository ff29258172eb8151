import type { Schema, TransferEventRow, Trx } from "#lib/server/tables/schema";
import { plainWords } from "#lib/text/plain-words";

/**
 * Invariant: `transfer_names` has each word of an account name under its first three letters and, if longer, whole. So a
 * short prefix is one ordered list, and a long one is a few. The words of a reference, a purpose and a note are there under
 * a mark of their own, whole alone, and so is who created the transfer.
 */

const headLength = 3;
/** Longer words are told apart by their first letters alone. */
const longestTerm = 64;
/** Sorts before every letter and digit. */
const headMark = "*";

/** Each sorts before every letter, so that no word of a name starts with it. */
export const textMarks = { reference: "#", creator: "&", note: "+", purpose: "=" } as const;
export type TextMark = keyof typeof textMarks;

/** A note is as long as a page. */
const mostWordsOfText = 100;

type NameRow = Schema["transfer_names"];
type Keys = { id: string; created_at: string };

/** All that a new transfer is found by. `by`: the e-mail of the person who created it. */
export function wordRows(
  row: Keys & { account_name: string; reference: string | null; purpose: string | null },
  by: string | null,
): NameRow[] {
  return [
    ...nameRows(row),
    ...textRows(row, "reference", row.reference),
    ...textRows(row, "purpose", row.purpose),
    ...(by === null ? [] : [{ ...keysOf(row), term: textMarks.creator + by }]),
  ];
}

/** What a text is found by: its words, and the parts of `INV2041` and `0042` as people say them. */
export function textRows(row: Keys, mark: Exclude<TextMark, "creator">, text: string | null): NameRow[] {
  const words = plainWords(text ?? "").flatMap(partsOf);
  const terms = new Set(words.map((word) => textMarks[mark] + [...word].slice(0, longestTerm).join("")));
  return [...terms].slice(0, mostWordsOfText).map((term) => ({ ...keysOf(row), term }));
}

/** By which what people wrote about transfers is found. */
export async function noteWords(
  trx: Trx,
  transfers: ReadonlyMap<string, Keys>,
  events: readonly TransferEventRow[],
): Promise<void> {
  const rows = events.flatMap(({ transfer_id, source, text }) => {
    const transfer = transfers.get(transfer_id);
    return source !== "person" || transfer === undefined ? [] : textRows(transfer, "note", text);
  });
  if (rows.length === 0) return;
  await trx
    .insertInto("transfer_names")
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

function keysOf({ id, created_at }: Keys) {
  return { created_at, transfer_id: id };
}

function partsOf(word: string): string[] {
  const parts = [word, ...(/^(\p{L}+)(\p{N}+)$/u.exec(word)?.slice(1) ?? [])];
  return [...parts, ...parts.flatMap((part) => (/^0+[1-9]\d*$/.test(part) ? [part.replace(/^0+/, "")] : []))];
}

export function nameRows(row: { id: string; created_at: string; account_name: string }): NameRow[] {
  const terms = new Set(plainWords(row.account_name).flatMap(termsOf));
  return [...terms].map((term) => ({ term, created_at: row.created_at, transfer_id: row.id }));
}

function termsOf(word: string): string[] {
  const letters = [...word];
  const head = headMark + letters.slice(0, headLength).join("");
  return letters.length <= headLength ? [head] : [head, letters.slice(0, longestTerm).join("")];
}

/** The prefix of all terms that a typed word matches; itself a term where `isWhole`. */
export function termPrefix(word: string): { prefix: string; isWhole: boolean } {
  const letters = [...word];
  const isHead = letters.length <= headLength;
  const prefix = isHead ? headMark + word : letters.slice(0, longestTerm).join("");
  return { prefix, isWhole: letters.length === headLength };
}

/** `undefined` for a word that is too short. */
export function headOf(word: string): string | undefined {
  const letters = [...word];
  return letters.length < headLength ? undefined : headMark + letters.slice(0, headLength).join("");
}

export function hasWords(name: string, typed: readonly string[]): boolean {
  const words = plainWords(name);
  return typed.every((start) => words.some((word) => word.startsWith(start)));
}
