import "server-only";
import type { Schema } from "#lib/server/tables/schema";
import { plainWords } from "#lib/text/plain-words";

/**
 * Invariant: `transfer_names` has each word of an account name under its first three letters and, if longer, whole. So a
 * short prefix is one ordered list, and a long one is a few.
 */

const headLength = 3;
/** Longer words are told apart by their first letters alone. */
const longestTerm = 64;
/** Sorts before every letter and digit. */
const headMark = "*";

type NameRow = Schema["transfer_names"];

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
