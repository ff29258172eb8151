import type { MatchKind } from "#lib/contract/transfer/match-kinds";
import { formatCount } from "#lib/money/format";

const words: Partial<Record<MatchKind, string>> = {
  name: "name",
  "similar name": "similar name",
  payee: "payee",
  bank: "bank",
  ID: "ID",
  "transaction ID": "transaction ID",
  transaction: "transaction of the network",
  address: "address",
  sender: "sender",
  amount: "amount sent",
  naira: "amount received",
  account: "account",
  reference: "reference",
  purpose: "purpose",
  note: "note",
  creator: "creator",
  day: "day",
  state: "status",
  batch: "batch",
};

type Counted = readonly { kind: MatchKind; count: number }[];

/** What a search matched: `by name`, or `by bank 22, name 4`. A transfer can match in several ways. */
export function byWords(matched: Counted, count: number): string {
  const known = matched.flatMap(({ kind, count: own }) => {
    const word = words[kind];
    return word === undefined ? [] : [{ word, own }];
  });
  const all = known.sort((a, b) => b.own - a.own || (a.word < b.word ? -1 : 1));
  if (all.length === 0) return "";
  if (all.every(({ own }) => own === count)) return ` by ${all.map(({ word }) => word).join(" and ")}`;
  return `, by ${all.map(({ word, own }) => `${word} ${formatCount(own)}`).join(", ")}`;
}

/** `25 transfers on this page, by bank 20, name 5.` */
export function matchedWords(matched: ReadonlyMap<string, ReadonlySet<MatchKind>>, hasMore: boolean): string {
  const counts = new Map<MatchKind, number>();
  for (const kinds of matched.values())
    for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const all = [...counts].map(([kind, count]) => ({ kind, count }));
  return `${countedWords(matched.size, hasMore).slice(0, -1)}${byWords(all, matched.size)}.`;
}

/** `25 transfers on this page.` */
export function countedWords(count: number, hasMore: boolean): string {
  return `${count} transfer${count === 1 ? "" : "s"}${hasMore ? " on this page" : ""}.`;
}
