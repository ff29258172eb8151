import Big from "big.js";
import { compareAmounts } from "./amount";
import type { Amount } from "./money";
import type { QuoteNumbers } from "./quote-arithmetic";

/** Finds what to send so that a recipient gets at least an amount: the service quotes the other way only. */

/** Quotes that one search may ask for. */
export const mostQuotes = 4;

/** Returns the quote of the least amount that reaches `output`. */
export function leastReaching<Quote extends QuoteNumbers>(
  output: Amount,
  quotes: readonly Quote[],
): Quote | undefined {
  return quotes
    .filter(({ outputAmount }) => compareAmounts(outputAmount, output) >= 0)
    .toSorted((a, b) => compareAmounts(a.amount, b.amount))[0];
}

/**
 * Returns the amount to ask for next, rounded up to `decimals`, or `undefined` once a smaller one would not reach `output`.
 * Two quotes find it where the fee is fixed, three where it is a share of the amount.
 */
export function nextToTry(
  output: Amount,
  quotes: readonly [QuoteNumbers, ...QuoteNumbers[]],
  decimals: number,
): Amount | undefined {
  const [last, before] = [quotes.at(-1) ?? quotes[0], quotes.at(-2)];
  const missing = Big(output).minus(last.outputAmount).div(slopeOf(last, before));
  const unit = Big(`1e-${decimals}`);
  let next = Big(last.amount).plus(missing).round(decimals, Big.roundUp);
  if (next.lt(unit)) next = unit;
  while (
    quotes.some(({ amount, outputAmount }) => next.eq(amount) && compareAmounts(outputAmount, output) < 0)
  )
    next = next.plus(unit);
  const found = leastReaching(output, quotes);
  return found !== undefined && next.gte(found.amount) ? undefined : (next.toFixed() as Amount);
}

/** What one more token pays out: between two quotes, or by the stated rate. */
function slopeOf(last: QuoteNumbers, before: QuoteNumbers | undefined): Big {
  if (before === undefined || Big(last.amount).eq(before.amount)) return Big(last.rate);
  const slope = Big(last.outputAmount).minus(before.outputAmount).div(Big(last.amount).minus(before.amount));
  return slope.gt("0") ? slope : Big(last.rate);
}
