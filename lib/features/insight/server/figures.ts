import type { Part } from "#lib/features/insight/insight-api";
import { fromUnits, toUnits } from "#lib/money/units";
import { stateOf, type TransferState } from "#lib/transfer/transfer-states";
import { periodsOf, type Range } from "./ranges";
import type { AmountRow } from "./read-totals";

/** Invariant: a token is summed over its networks, and tokens are never added together. */

/** The most decimals that an amount can have. */
const scale = 18;

/** Exact: thousands of rows are added for a page, which decimals as text take too long for. */
class Sum {
  count = 0;
  estimates = 0;
  amount = 0n;
  naira = 0n;

  add({ count, estimates, amounts, nairas }: AmountRow): void {
    this.count += count;
    this.estimates += estimates;
    for (const amount of amounts.split(" ")) this.amount += toUnits(amount, scale);
    for (const naira of nairas.split(" ")) this.naira += toUnits(naira, scale);
  }

  addSum({ count, estimates, amount, naira }: Sum): void {
    this.count += count;
    this.estimates += estimates;
    this.amount += amount;
    this.naira += naira;
  }

  part(): Part {
    const [amount, naira] = [fromUnits(this.amount, scale), fromUnits(this.naira, scale)];
    return { count: this.count, amount, naira, estimates: this.estimates };
  }
}

type Shown = Exclude<TransferState, "never" | "waiting">;
const newSums = () => ({ paid: new Sum(), open: new Sum(), failed: new Sum() }) satisfies Record<Shown, Sum>;
type Sums = ReturnType<typeof newSums>;

/** By token, and by part of the range for one of them: the one asked for, or the one with the most transfers. */
export function figuresOf(amounts: readonly AmountRow[], range: Range, asked: string | undefined) {
  const byToken = sumsOf(amounts, range);
  const tokens = [...byToken]
    .map(([token, parts]) => ({ token, ...figuresOfAll(parts) }))
    .filter(({ created }) => created.count > 0)
    .sort((a, b) => b.created.count - a.created.count || (a.token < b.token ? -1 : 1));
  const token = asked ?? tokens[0]?.token ?? null;
  const own = byToken.get(token ?? "");
  const periods = range.parts.map((part, at) => ({ ...part, ...figuresOfPart(own?.[at] ?? newSums()) }));
  return { tokens, token, periods };
}

/** Of each token, the sums of each part of the range. */
function sumsOf(amounts: readonly AmountRow[], { parts, ...range }: Range): Map<string, Sums[]> {
  const periods = new Set(periodsOf(range));
  const indexes = new Map<string, number>();
  const indexOf = (period: string) =>
    periods.has(period)
      ? parts.findIndex(
          ({ from, to }) => period >= from.slice(0, period.length) && period <= to.slice(0, period.length),
        )
      : -1;
  const byToken = new Map<string, Sums[]>();
  for (const change of amounts) {
    const state = stateOf(change.status);
    if (state === "never" || state === "waiting") continue;
    const index = indexes.get(change.period) ?? indexOf(change.period);
    indexes.set(change.period, index);
    if (index === -1) continue;
    const own = byToken.get(change.token) ?? parts.map(newSums);
    byToken.set(change.token, own);
    own[index]?.[state].add(change);
  }
  return byToken;
}

const figuresOfPart = ({ paid, open, failed }: Sums) => ({
  paid: paid.part(),
  open: open.part(),
  failed: failed.part(),
});

function figuresOfAll(parts: readonly Sums[]) {
  const all = newSums();
  const created = new Sum();
  for (const part of parts)
    for (const state of ["paid", "open", "failed"] as const) {
      all[state].addSum(part[state]);
      created.addSum(part[state]);
    }
  return { created: created.part(), ...figuresOfPart(all) };
}
