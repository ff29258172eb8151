import "server-only";
import type { Part } from "#lib/contract/insight/insight";
import { type Amount, addAmounts } from "#lib/money/money";
import { stateOf, type TransferState } from "#lib/transfer/transfer-states";
import type { AmountChange, Changes } from "./count-changes";
import type { Range } from "./ranges";

/** Invariant: a token is summed over its networks, and tokens are never added together. */

const none: Part = { count: 0, amount: "0" as Amount, naira: "0" as Amount, estimates: 0 };

function plus(
  part: Part,
  { count, amount, naira, estimates }: Omit<Part, "amount" | "naira"> & AmountParts,
): Part {
  return {
    count: part.count + count,
    amount: addAmounts(part.amount, amount),
    naira: addAmounts(part.naira, naira),
    estimates: part.estimates + estimates,
  };
}
type AmountParts = { amount: Amount; naira: Amount };

type Parts = Record<Exclude<TransferState, "never">, Part>;
const noParts = (): Parts => ({ paid: none, open: none, failed: none });

function addTo(parts: Parts, change: AmountChange): void {
  const state = stateOf(change.status);
  if (state !== "never") parts[state] = plus(parts[state], change);
}

function createdOf({ paid, open, failed }: Parts): Part {
  return plus(plus(paid, open), failed);
}

/** By token, and by part of the range for one of them: the one asked for, or the one with the most transfers. */
export function figuresOf({ amounts }: Changes, { from, to, parts }: Range, asked: string | undefined) {
  const within = [...amounts.values()].filter(({ period }) => period >= from && period <= to);
  const byToken = new Map<string, Parts>();
  for (const change of within) {
    const own = byToken.get(change.token) ?? noParts();
    byToken.set(change.token, own);
    addTo(own, change);
  }
  const tokens = [...byToken]
    .map(([token, own]) => ({ token, created: createdOf(own), ...own }))
    .filter(({ created }) => created.count > 0)
    .sort((a, b) => b.created.count - a.created.count || (a.token < b.token ? -1 : 1));
  const token = asked ?? tokens[0]?.token ?? null;
  const periods = parts.map((part) => ({ ...part, ...noParts() }));
  for (const change of within) {
    if (change.token !== token) continue;
    const part = periods.find((each) => change.period >= each.from && change.period <= each.to);
    if (part !== undefined) addTo(part, change);
  }
  return { tokens, token, periods };
}
