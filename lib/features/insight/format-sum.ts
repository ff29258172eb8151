import { formatExact } from "#lib/money/format";
import { type Amount, roundAmount } from "#lib/money/money";

/** A sum at a glance: two decimals at the least, and six at the most, rounded half up; put the exact value in a title. */
export function formatSum(amount: Amount): string {
  const decimals = amount.split(".")[1]?.replace(/0+$/, "").length ?? 0;
  return formatExact(roundAmount(amount, Math.min(6, Math.max(2, decimals))));
}
