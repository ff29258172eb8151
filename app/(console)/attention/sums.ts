import { formatPadded } from "#lib/money/format";
import { type Amount, addAmounts } from "#lib/money/money";
import type { Picked } from "./picked";

/** What is missing or at stake. Neither tokens nor what was sent and what is missing are added together. */
export function sumsOf(picked: readonly Picked[]): string {
  const sums = new Map<string, Amount>();
  for (const { stake } of picked) {
    const what = `${stake.token} ${stake.word}`;
    sums.set(what, addAmounts(sums.get(what) ?? ("0" as Amount), stake.amount));
  }
  return [...sums].map(([what, sum]) => `${formatPadded(sum)} ${what}`).join(", ");
}
