import { formatCount } from "#lib/money/format";

/** `3 transfers`, or `more than 1,000 transfers`. */
export function countWords({ count, isMore }: { count: number; isMore: boolean }): string {
  if (isMore) return `more than ${formatCount(count - 1)} transfers`;
  return transfersWords(count);
}

export function transfersWords(count: number): string {
  return count === 1 ? "1 transfer" : `${formatCount(count)} transfers`;
}
