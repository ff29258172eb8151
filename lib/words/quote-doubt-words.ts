import type { PlainQuote } from "#lib/contract/quote/quote-answers";
import { formatFiat, formatPadded } from "#lib/money/format";
import { mostNairaDigits, type QuoteDoubt } from "#lib/money/quote-doubts";
import { formatTime } from "#lib/text/format-time";

type Context = { symbol: string; timeZone: string };

/** Says with the arithmetic what is odd about a quote. */
export function quoteDoubtWords(quote: PlainQuote, doubt: QuoteDoubt, { symbol, timeZone }: Context): string {
  const { amount, rate, fee, outputAmount, currency } = quote;
  const output = `${formatFiat(outputAmount)} ${currency}`;
  if (doubt.kind === "unexplained")
    return `${formatPadded(amount)} ${symbol} × ${formatPadded(rate)} is ${formatFiat(doubt.gross)} ${currency}. The service says ${output}, and its fee of ${formatPadded(fee)} doesn’t explain the difference.`;
  if (doubt.kind === "too_large")
    return `The recipient would get ${output}, which has more than ${mostNairaDigits} digits.`;
  const when = formatTime(doubt.lastAt, timeZone);
  return `The rate is ${formatPadded(rate)} ${currency} for 1 ${symbol}. It was ${formatPadded(doubt.lastRate)} in the last accepted ${symbol} transfer (${when}): more than 20 % different.`;
}

export function quoteDoubtTitle(doubts: readonly QuoteDoubt[]): string {
  return doubts.every(({ kind }) => kind === "rate_moved")
    ? "The rate is far from the last one"
    : "This quote doesn’t add up";
}
