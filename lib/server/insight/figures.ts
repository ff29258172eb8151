import "server-only";
import type { Part } from "#lib/contract/insight/insight";
import { fromUnits, toUnits } from "#lib/transfer/deposit";
import { stateOf, type TransferState } from "#lib/transfer/transfer-states";
import type { AmountChange } from "./count-changes";
import { isWithin, periodsOf, type Range } from "./ranges";

/** Invariant: a token is summed over its networks, and tokens are never added together. */

/** The most decimals that an amount can have. */
const scale = 18;

/** Exact: thousands of rows are added for a page, which decimals as text take too long for. */
class Sum {
  count = 0;
  estimates = 0;
  amount = 0n;
  naira = 0n;

  add({
    count,
    estimates,
    amount,
    naira,
  }: Pick<AmountChange, "count" | "estimates" | "amount" | "naira">): void {
    this.count += count;
    this.estimates += estimates;
    this.amount += toUnits(amount, scale);
    this.naira += toUnits(naira, scale);
  }

  part(): Part {
    const [amount, naira] = [fromUnits(this.amount, scale), fromUnits(this.naira, scale)];
    return { count: this.count, amount, naira, estimates: this.estimates };
  }
}

type Shown = Exclude<TransferState, "never">;
const newSums = () => ({ paid: new Sum(), open: new Sum(), failed: new Sum() }) satisfies Record<Shown, Sum>;
type Sums = ReturnType<typeof newSums>;

const partsOf = ({ paid, open, failed }: Sums) => ({
  paid: paid.part(),
  open: open.part(),
  failed: failed.part(),
});

function createdOf(sums: Sums): Part {
  const all = new Sum();
  for (const part of Object.values(partsOf(sums))) all.add(part);
  return all.part();
}

/** By token, and by part of the range for one of them: the one asked for, or the one with the most transfers. */
export function figuresOf(amounts: readonly AmountChange[], range: Range, asked: string | undefined) {
  const periods = periodsOf(range);
  const within = amounts.filter(({ period }) => isWithin(periods, period));
  const byToken = new Map<string, Sums>();
  for (const change of within) {
    const state = stateOf(change.status);
    if (state === "never") continue;
    const own = byToken.get(change.token) ?? newSums();
    byToken.set(change.token, own);
    own[state].add(change);
  }
  const tokens = [...byToken]
    .map(([token, own]) => ({ token, created: createdOf(own), ...partsOf(own) }))
    .filter(({ created }) => created.count > 0)
    .sort((a, b) => b.created.count - a.created.count || (a.token < b.token ? -1 : 1));
  const token = asked ?? tokens[0]?.token ?? null;
  return { tokens, token, periods: byPart(within, range, token) };
}

function byPart(within: readonly AmountChange[], { parts, step }: Range, token: string | null) {
  const sums = parts.map(newSums);
  const indexOf = (period: string) =>
    parts.findIndex(({ from, to }) =>
      step === "month" ? from.startsWith(period) : period >= from && period <= to,
    );
  for (const change of within) {
    const state = stateOf(change.status);
    if (change.token !== token || state === "never") continue;
    sums[indexOf(change.period)]?.[state].add(change);
  }
  return parts.map((part, at) => ({ ...part, ...partsOf(sums[at] ?? newSums()) }));
}
