import Big from "big.js";
import { type Amount, roundAmount } from "./money";

/** The numbers of a quote (2.4) and the amount that it was asked for. */
export type QuoteNumbers = { amount: Amount; rate: Amount; fee: Amount; outputAmount: Amount };

/**
 * What the numbers of a quote say of its fee, whose currency the service does not state.
 * - `fee_in_token`: (amount - fee) x rate is the output; `converted` is amount - fee.
 * - `fee_in_payout`: amount x rate - fee is the output; `gross` is amount x rate, rounded to the minor unit.
 * - `no_fee`: the fee is zero and amount x rate is the output.
 * - `undecided`: both hold, for a fee too small to tell. `unexplained`: neither holds.
 */
export type QuoteArithmetic =
  | { kind: "fee_in_token"; converted: Amount }
  | { kind: "fee_in_payout"; gross: Amount }
  | { kind: "no_fee" }
  | { kind: "undecided" }
  | { kind: "unexplained" };

/** Finds the arithmetic that gives the output to one minor unit of the payout currency, with exact decimals. */
export function explainQuote(quote: QuoteNumbers, minorDigits = 2): QuoteArithmetic {
  const [amount, rate, fee] = [Big(quote.amount), Big(quote.rate), Big(quote.fee)];
  const gives = (computed: Big) =>
    computed.gte("0") && computed.minus(quote.outputAmount).abs().lte(`1e-${minorDigits}`);
  const gross = amount.times(rate);
  if (fee.eq("0")) return { kind: gives(gross) ? "no_fee" : "unexplained" };
  const converted = amount.minus(fee);
  const isToken = gives(converted.times(rate));
  const isPayout = gives(gross.minus(fee));
  if (isToken && isPayout) return { kind: "undecided" };
  if (isToken) return { kind: "fee_in_token", converted: converted.toFixed() as Amount };
  if (isPayout) return { kind: "fee_in_payout", gross: roundAmount(gross.toFixed() as Amount, minorDigits) };
  return { kind: "unexplained" };
}

/** A line between "You send" and "Recipient gets". Without a unit where the service states none. */
export type QuoteLine = {
  sign: "minus" | "equals" | "times" | "none";
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
  if (found.kind === "fee_in_token")
    return [fee(symbol), { sign: "equals", label: "Converted", amount: found.converted, unit: symbol }, rate];
  if (found.kind === "fee_in_payout")
    return [
      rate,
      { sign: "equals", label: "Before the fee", amount: found.gross, unit: currency },
      fee(currency),
    ];
  return [rate, fee(null)];
}
