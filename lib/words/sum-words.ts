import { formatCount, formatExact, formatFiat } from "#lib/money/format";
import type { Amount } from "#lib/money/money";

type Sums = readonly { token: string; amount: Amount }[];

/** `12,400.00 USDC and 12,345.67 USDT`: every decimal that there is, and two at the least. */
export function sumWords(sums: Sums): string {
  const parts = sums.map(({ token, amount }) => `${padded(amount)} ${token}`);
  const last = parts.pop();
  if (last === undefined) return "";
  return parts.length === 0 ? last : `${parts.join(", ")} and ${last}`;
}

/** As many of them as fit into so many letters, one at the least: `12,400.00 USDC and 2 more`. */
export function shortSumWords(sums: Sums, mostLetters: number): string {
  const all = sumWords(sums);
  if (all.length <= mostLetters || sums.length < 2) return all;
  const few = sums.slice(0, -1).map((_, left) => {
    const shown = sums.slice(0, sums.length - 1 - left).map((sum) => sumWords([sum]));
    return `${shown.join(", ")} and ${left + 1} more`;
  });
  return few.find((words) => words.length <= mostLetters) ?? few.at(-1) ?? all;
}

/** `3 transfers`, or `more than 1,000 transfers`. */
export function countWords({ count, isMore }: { count: number; isMore: boolean }): string {
  if (isMore) return `more than ${formatCount(count - 1)} transfers`;
  return count === 1 ? "1 transfer" : `${formatCount(count)} transfers`;
}

function padded(amount: Amount): string {
  const decimals = amount.split(".")[1]?.replace(/0+$/, "").length ?? 0;
  return decimals > 2 ? formatExact(amount) : formatFiat(amount);
}
