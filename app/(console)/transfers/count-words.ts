import type { TransferState, TransferSums } from "#lib/contract/transfer-list";

/** Of one state, or of all. */
export function countOf({ counts }: TransferSums, state: TransferState | undefined): number {
  if (state !== undefined) return counts[state];
  return counts.open + counts.paid + counts.failed + counts.never;
}

/** `1,204 in all.`, or `More than 10,000 in all.` where there was an end to the counting. */
export function countWords(count: number, isMore: boolean): string {
  return `${isMore ? "More than " : ""}${count.toLocaleString("en-GB")} in all.`;
}
