import "server-only";
import type { CheckedQuoteInput, Quote } from "#lib/contract/api";
import type { Amount } from "#lib/money/money";
import { quote } from "./offramp";

/** Invariant: a quote is shown as the service returned it, digit for digit, and never stored. */

/** 2.3, 2.4. Throws a `Problem`. */
export async function getQuote({
  amount,
  asset,
  currency,
  country,
  channel,
}: CheckedQuoteInput): Promise<Quote> {
  const checked = amount as Amount;
  const { quote: answer } = await quote({ amount: checked, asset, currency, country, channel });
  return {
    amount: checked,
    asset,
    currency,
    rate: answer.rate,
    outputAmount: answer.output_amount,
    fee: answer.fee,
    quotedAt: new Date().toISOString(),
  };
}
