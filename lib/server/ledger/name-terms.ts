import "server-only";
import type { Schema } from "#lib/server/tables/schema";
import { plainWords } from "#lib/text/plain-words";

/**
 * Invariant: each word of an account name stands in `transfer_names` under its first three letters and, when it is
 * longer, whole. A short start of a word is then one list that is in order already, and a long one a few.
 */

const headLength = 3;
/** Longer words are told apart by their first letters alone. */
const longestTerm = 64;
/** Stands before a head, and before every letter and digit in the order of terms. */
const headMark = "*";

type NameRow = Schema["transfer_names"];

/** The rows by which a transfer is found by the words of its account name. */
export function nameRows(row: { id: string; created_at: string; account_name: string }): NameRow[] {
  const terms = new Set(plainWords(row.account_name).flatMap(termsOf));
  return [...terms].map((term) => ({ term, created_at: row.created_at, transfer_id: row.id }));
}

function termsOf(word: string): string[] {
  const letters = [...word];
  const head = headMark + letters.slice(0, headLength).join("");
  return letters.length <= headLength ? [head] : [head, letters.slice(0, longestTerm).join("")];
}

/** The start that all terms have which a typed word stands for; itself a term where `isWhole`. */
export function termPrefix(word: string): { prefix: string; isWhole: boolean } {
  const letters = [...word];
  const isHead = letters.length <= headLength;
  const prefix = isHead ? headMark + word : letters.slice(0, longestTerm).join("");
  return { prefix, isWhole: letters.length === headLength };
}

/** The term that every name with this start of a word stands under; `undefined` for one that is too short to have one. */
export function headOf(word: string): string | undefined {
  const letters = [...word];
  return letters.length < headLength ? undefined : headMark + letters.slice(0, headLength).join("");
}

/** Whether each of the typed words is the start of a word of the name. */
export function hasWords(name: string, typed: readonly string[]): boolean {
  const words = plainWords(name);
  return typed.every((start) => words.some((word) => word.startsWith(start)));
}
