import { formatPadded } from "#lib/money/format";
import { type Amount, addAmounts } from "#lib/money/money";
import type { Picked } from "./picked";

/** Tokens are never added together. */
export function sumsOf(picked: readonly Picked[]): string {
  const sums = new Map<string, Amount>();
  for (const { token, amount } of picked)
    sums.set(token, addAmounts(sums.get(token) ?? ("0" as Amount), amount));
  return [...sums].map(([token, sum]) => `${formatPadded(sum)} ${token}`).join(", ");
}
