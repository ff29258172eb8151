import Big from "big.js";
import { type Amount, roundAmount } from "./money";
import type { QuoteNumbers } from "./quote-arithmetic";

/**
 * Why a quote makes no sense, alone or compared with the last accepted one. A person has to confirm it.
 * - `unexplained`: no reading of amount, rate and fee gives the output; `gross` is amount x rate.
 * - `too_large`: more naira than a total is made for.
 * - `rate_moved`: far from the rate of the last accepted transfer of the token.
 */
export type QuoteDoubt =
  | { kind: "unexplained"; gross: Amount }
  | { kind: "too_large" }
  | { kind: "rate_moved"; lastRate: Amount; lastAt: string };

/** Of the last accepted transfer of the same token. */
export type LastRate = { rate: Amount; at: string };

/** Before the point. */
export const mostNairaDigits = 15;
/** Of what a reading gives: services round in their own ways. */
const tolerance = "0.01";
/** Of the last accepted rate. */
const mostMove = "0.2";

/** Returns every doubt, the worst first. `minorDigits` are of the payout currency. */
export function findQuoteDoubts(
  quote: QuoteNumbers,
  last: LastRate | undefined,
  minorDigits = 2,
): QuoteDoubt[] {
  const gross = Big(quote.amount).times(quote.rate);
  const doubts: QuoteDoubt[] = [];
  if (!isExplained(quote, gross, minorDigits))
    doubts.push({ kind: "unexplained", gross: roundAmount(gross.toFixed() as Amount, minorDigits) });
  if ((quote.outputAmount.split(".")[0] ?? "").length > mostNairaDigits) doubts.push({ kind: "too_large" });
  if (last !== undefined && Big(quote.rate).minus(last.rate).abs().gt(Big(last.rate).times(mostMove)))
    doubts.push({ kind: "rate_moved", lastRate: last.rate, lastAt: last.at });
  return doubts;
}

/** The fee is taken out of the token, out of the payout, or comes on top of what is sent. */
function isExplained({ amount, rate, fee, outputAmount }: QuoteNumbers, gross: Big, minorDigits: number) {
  const readings = [gross, Big(amount).minus(fee).times(rate), gross.minus(fee)];
  return readings.some((reading) => {
    if (reading.lt("0")) return false;
    const difference = reading.minus(outputAmount).abs();
    return difference.lte(reading.times(tolerance)) || difference.lte(`1e-${minorDigits}`);
  });
}
