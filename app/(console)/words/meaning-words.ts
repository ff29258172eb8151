import type { TaughtMeaning } from "#lib/contract/transfer/standing";
import { statusWords } from "#lib/words/words";

/** By the statuses' own names. */
export function meaningName(meaning: TaughtMeaning): string {
  return meaning === "nothing" ? "Says nothing" : statusWords[meaning].word;
}
