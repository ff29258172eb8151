import type { Batch } from "#lib/features/bulk/batches/batch-answers";
import { isZero } from "#lib/features/bulk/batches/batch-words";
import { type Amount, addAmounts, multiplyAmounts } from "#lib/money/money";

/** By the rates of now; what is fixed in naira counts as it is. Unknown while a rate is. */
export function estimateOf({ sums, rates }: Pick<Batch, "sums" | "rates">): Amount | undefined {
  const zero = "0" as Amount;
  let sum = zero;
  for (const { asset, amount, naira } of sums) {
    const rate = rates.find((each) => each.asset === asset)?.rate;
    if (rate === undefined && !isZero(amount)) return undefined;
    sum = addAmounts(sum, addAmounts(naira, multiplyAmounts(amount, rate ?? zero)));
  }
  return sums.length === 0 ? undefined : sum;
}

/** All that recipients get is asked for in naira, so nothing is estimated. */
export function isFixed({ sums }: Pick<Batch, "sums">): boolean {
  return sums.every(({ amount, rows, nairaRows }) => isZero(amount) && rows === nairaRows);
}
