import Big from "big.js";
import type { Amount } from "./money";

/** The numbers of a quote (2.4) and the amount that it was asked for. */
export type QuoteNumbers = { amount: Amount; rate: Amount; fee: Amount; outputAmount: Amount };

/**
 * What the numbers of a quote say of its fee, whose currency the service does not state.
 * - `fee_in_token`: (amount - fee) x rate is the output.
 * - `fee_in_payout`: amount x rate - fee is the output.
 * - `no_fee`: the fee is zero and amount x rate is the output.
 * - `undecided`: both hold, for a fee too small to tell. `unexplained`: neither holds.
 */
export type QuoteArithmetic = {
  kind: "fee_in_token" | "fee_in_payout" | "no_fee" | "undecided" | "unexplained";
};

/** Finds the arithmetic that gives the output to one minor unit of the payout currency, with exact decimals. */
export function explainQuote(quote: QuoteNumbers, minorDigits = 2): QuoteArithmetic {
  const [amount, rate, fee] = [Big(quote.amount), Big(quote.rate), Big(quote.fee)];
  const gives = (computed: Big) =>
    computed.gte("0") && computed.minus(quote.outputAmount).abs().lte(`1e-${minorDigits}`);
  const gross = amount.times(rate);
  if (fee.eq("0")) return { kind: gives(gross) ? "no_fee" : "unexplained" };
  const isToken = gives(amount.minus(fee).times(rate));
  const isPayout = gives(gross.minus(fee));
  if (isToken && isPayout) return { kind: "undecided" };
  if (isToken) return { kind: "fee_in_token" };
  if (isPayout) return { kind: "fee_in_payout" };
  return { kind: "unexplained" };
}

/** A line between "You send" and "Recipient gets". Without a unit where the service states none. */
export type QuoteLine = {
  sign: "minus" | "times" | "none";
  label: string;
  amount: Amount;
  unit: string | null;
};

/** Returns the lines of the arithmetic; where none was found, the rate and the fee without signs. */
export function drawQuote(
  quote: QuoteNumbers,
  found: QuoteArithmetic,
  symbol: string,
  currency: string,
): QuoteLine[] {
  const isExplained = found.kind !== "undecided" && found.kind !== "unexplained";
  const rate: QuoteLine = {
    sign: isExplained ? "times" : "none",
    label: `Rate for 1 ${symbol}`,
    amount: quote.rate,
    unit: currency,
  };
  const fee = (unit: string | null): QuoteLine => ({
    sign: isExplained ? "minus" : "none",
    label: "Service fee",
    amount: quote.fee,
    unit,
  });
  if (found.kind === "fee_in_token") return [fee(symbol), rate];
  if (found.kind === "fee_in_payout") return [rate, fee(currency)];
  return [rate, fee(null)];
}
