import type { Transfer } from "#lib/contract/api";
import { formatPadded } from "#lib/money/format";
import { explainQuote } from "#lib/money/quote-arithmetic";

type Quoted = Pick<Transfer, "amount" | "fromCurrency" | "currency" | "quote">;

/** Returns the fee's unit where the numbers of the quote tell it. The service states none. */
export function feeUnit({ amount, fromCurrency, currency, quote }: Quoted): string | null {
  if (quote === null) return null;
  const { kind } = explainQuote({ ...quote, amount });
  if (kind === "fee_in_token") return fromCurrency;
  return kind === "fee_in_payout" ? currency : null;
}

/** `6.25 USDC`; without a unit, which it then says, where the numbers don't tell it. */
export function feeWords(transfer: Quoted): string | null {
  const { quote } = transfer;
  if (quote === null) return null;
  const unit = feeUnit(transfer);
  const fee = formatPadded(quote.fee);
  return unit === null ? `${fee} (currency not stated by the service)` : `${fee} ${unit}`;
}
