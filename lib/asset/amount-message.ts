import { compareAmounts, parseAmount } from "#lib/money/amount";
import type { Amount } from "#lib/money/money";
import type { Asset } from "./asset";

/** Returns the sentence for an amount that can't be sent, or `undefined`. Without a token it allows eighteen decimals. */
export function amountMessage(text: string, token: Asset | undefined): string | undefined {
  const parsed = parseAmount(text, token?.decimals ?? 18);
  if (!parsed.ok) return parsed.message;
  const { minAmount, maxAmount, fromCurrency } = token ?? {};
  if (minAmount !== undefined && compareAmounts(parsed.amount, minAmount as Amount) < 0) {
    return `The minimum is ${minAmount} ${fromCurrency}.`;
  }
  if (maxAmount !== undefined && compareAmounts(parsed.amount, maxAmount as Amount) > 0) {
    return `The maximum is ${maxAmount} ${fromCurrency}.`;
  }
  return undefined;
}
