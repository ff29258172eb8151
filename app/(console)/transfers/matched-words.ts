import type { MatchKind } from "#lib/server/search/transfer-lists";

const words: Partial<Record<MatchKind, string>> = {
  name: "name",
  bank: "bank",
  ID: "ID",
  "transaction ID": "transaction ID",
  transaction: "transaction of the network",
  address: "address",
  amount: "amount sent",
  naira: "amount received",
  account: "account",
  reference: "reference",
};

/** `25 transfers on this page. Matched: bank 20, name 5.` A transfer can match in two ways. */
export function matchedWords(matched: ReadonlyMap<string, ReadonlySet<MatchKind>>, hasMore: boolean): string {
  const counts = new Map<string, number>();
  for (const kinds of matched.values())
    for (const kind of kinds) {
      const word = words[kind];
      if (word !== undefined) counts.set(word, (counts.get(word) ?? 0) + 1);
    }
  const all = [...counts].sort((a, b) => b[1] - a[1]).map(([word, count]) => `${word} ${count}`);
  return `${countedWords(matched.size, hasMore)} Matched: ${all.join(", ")}.`;
}

/** `25 transfers on this page.` */
export function countedWords(count: number, hasMore: boolean): string {
  return `${count} transfer${count === 1 ? "" : "s"}${hasMore ? " on this page" : ""}.`;
}
