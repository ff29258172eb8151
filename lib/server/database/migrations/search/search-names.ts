import "server-only";

/** A frozen copy of the rule of `ledger/name-terms.ts` as it was at migration 0006: a migration never changes. */

const plainOf: Record<string, string> = {
  ɓ: "b",
  ɗ: "d",
  ƙ: "k",
  ƴ: "y",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ı: "i",
};
const unplain = new RegExp(`[${Object.keys(plainOf).join("")}]`, "g");

export function wordsOf(name: string): string[] {
  const plain = name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(unplain, (letter) => plainOf[letter] ?? letter)
    .replace(/['\u2019.]/g, "");
  return plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
}

function termsOf(word: string): string[] {
  const letters = [...word];
  const head = `*${letters.slice(0, 3).join("")}`;
  return letters.length <= 3 ? [head] : [head, letters.slice(0, 64).join("")];
}

/** The rows of `transfer_names` by which a transfer is found by the words of its account name. */
export function nameRowsOf(row: { id: string; created_at: string; account_name: string }) {
  const terms = new Set(wordsOf(row.account_name).flatMap(termsOf));
  return [...terms].map((term) => ({ term, created_at: row.created_at, transfer_id: row.id }));
}
