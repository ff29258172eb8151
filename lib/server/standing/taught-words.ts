import type { Db, Trx } from "#lib/server/tables/schema";
import { canonicalSettlement, type MeaningOf, type Settlement, wordKey } from "#lib/transfer/status-words";

/** What an admin said that a word of this service means; an update without a body has the empty word. */
export type TaughtWord = { word: string; meaning: Settlement | "nothing" };

/** An admin may teach so many. */
export const mostTaught = 200;

/** Returns the meaning of words as this ledger reads them: what was taught comes before what we know. */
export async function readMeanings(ledger: Db | Trx): Promise<MeaningOf> {
  return meaningsOf(await readTaught(ledger));
}

export async function readTaught(ledger: Db | Trx): Promise<TaughtWord[]> {
  const rows = await ledger
    .selectFrom("service_words")
    .select(["word", "meaning"])
    .limit(mostTaught)
    .execute();
  return rows as TaughtWord[];
}

export function meaningsOf(taught: readonly TaughtWord[]): MeaningOf {
  if (taught.length === 0) return canonicalSettlement;
  const meanings = new Map(taught.map(({ word, meaning }) => [word, meaning]));
  return (word) => meanings.get(wordKey(word)) ?? canonicalSettlement(word);
}
