import { compareAmounts } from "#lib/money/amount";
import { type Amount, addAmounts, multiplyAmounts, roundAmount, subtractAmounts } from "#lib/money/money";
import { feeDecimals, feeShare, fiatDecimals, leastFee } from "./choices";

/** Fiat for one token, the fee in tokens, and the fiat that is paid out. */
export type Price = { rate: Amount; fee: Amount; outputAmount: Amount };

const zero = "0" as Amount;

/** Pure, so that tests can fix the time. `shiftBasisPoints` moves the rate by hundredths of a per cent. */
export function rateAt(asset: string, nowMs: number, shiftBasisPoints = 0): Amount {
  const seconds = Math.floor(nowMs / 1000);
  const phase = [...asset].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 86_400, 7);
  const slow = Math.sin((2 * Math.PI * (seconds + phase)) / 14_400);
  const quick = Math.sin((2 * Math.PI * (seconds + phase)) / 900);
  // Whole hundredths of a naira from here on, so that no double is ever written as an amount.
  const hundredths = Math.round(150_000 + 900 * slow + 60 * quick);
  const shifted = Math.round((hundredths * (10_000 + shiftBasisPoints)) / 10_000);
  const digits = String(Math.max(1, shifted)).padStart(3, "0");
  return plain(`${digits.slice(0, -2)}.${digits.slice(-2)}` as Amount);
}

/** Returns the price, or the sentence that refuses an amount with too little left after the fee. */
export function priceOf(amount: Amount, decimals: number, rate: Amount): Price | string {
  const share = multiplyAmounts(amount, feeShare);
  const larger = compareAmounts(share, leastFee) > 0 ? share : leastFee;
  const fee = plain(roundAmount(larger, Math.min(decimals, feeDecimals)));
  if (compareAmounts(amount, fee) <= 0) return `amount must be more than the fee, which is ${fee}`;
  const outputAmount = plain(roundAmount(multiplyAmounts(subtractAmounts(amount, fee), rate), fiatDecimals));
  if (compareAmounts(outputAmount, zero) <= 0) return "amount is too small: nothing would be paid out";
  return { rate, fee, outputAmount };
}

/** Without trailing zeros, as a service writes its numbers. */
function plain(amount: Amount): Amount {
  return addAmounts(amount, zero);
}
