import { type Amount, multiplyAmounts } from "#lib/money/money";
import type { Price } from "./price";
import { findOddAmount, type OddQuote } from "./scenarios";

/** Before an amount whose quote rises says more. */
const risesAfterMs = 10_000;
/** Nobody asked for so long: it begins again. */
const forgottenAfterMs = 120_000;

/** When each token's rising quote was asked for: first and last. */
export type Risen = Map<string, { firstMs: number; lastMs: number }>;

/** Returns the figures of a quote: as the price says, or as the amount asks to have them spoilt. */
export function quoteFigures(
  { rate, fee, outputAmount }: Price,
  { amount, asset }: { amount: Amount; asset: string },
  { risen, nowMs }: { risen: Risen; nowMs: number },
): { rate: string; output_amount: string; fee: string } {
  const plain = { rate: `${rate}`, output_amount: `${outputAmount}`, fee: `${fee}` };
  const odd = findOddAmount(amount);
  if (odd === undefined) return plain;
  const times = (factor: string) => ({
    ...plain,
    rate: multiplyAmounts(rate, factor as Amount),
    output_amount: multiplyAmounts(outputAmount, factor as Amount),
  });
  const spoilt: Record<OddQuote, () => typeof plain> = {
    hundredfold: () => ({ ...plain, output_amount: multiplyAmounts(outputAmount, "100" as Amount) }),
    in_tokens: () => ({ ...plain, output_amount: amount }),
    inverted: () => ({ ...plain, rate: "0.00066" }),
    doubled: () => times("2"),
    endless: () => times("100000000000000"),
    rising: () => (hasRisen(risen, asset, nowMs) ? times("1.05") : plain),
    long: () => ({ ...plain, rate: `${rate.includes(".") ? rate : `${rate}.0`}${"0".repeat(30)}` }),
    wordy: () => ({ ...plain, rate: "market" }),
  };
  return spoilt[odd]();
}

function hasRisen(risen: Risen, asset: string, nowMs: number): boolean {
  const known = risen.get(asset);
  const isNew = known === undefined || nowMs - known.lastMs > forgottenAfterMs;
  const firstMs = isNew ? nowMs : known.firstMs;
  risen.set(asset, { firstMs, lastMs: nowMs });
  return nowMs - firstMs >= risesAfterMs;
}
