import type { TransferFilters, TransferSums } from "#lib/contract/transfer-list";
import { formatCount } from "#lib/money/format";
import { isCreated, isPartOfOpen, type ListState } from "#lib/transfer/transfer-states";

/** Of one state, of all, or of those that the list was asked for. */
export function countOf({ counts, asked }: TransferSums, state: ListState | undefined): number {
  if (isPartOfOpen(state)) return asked;
  if (state === "created") return counts.open + counts.paid + counts.failed;
  if (state === "open" || state === "paid" || state === "failed" || state === "never") return counts[state];
  return counts.open + counts.paid + counts.failed + counts.never;
}

/** Of those that were asked for, how many went ahead or still may: the sums have these. */
export function createdOf(sums: TransferSums, { state, status }: TransferFilters): number {
  if (status !== undefined) return isCreated(status) ? countOf(sums, state) : 0;
  if (state === "never") return 0;
  return countOf(sums, state) - (state === undefined ? sums.counts.never : 0);
}

/** `1,204 in all, by name.`, or `More than 10,000 in all.` where there was an end to the counting. `by`: what was matched. */
export function countWords(count: number, isMore: boolean, by = ""): string {
  const words = by === "" || by.startsWith(",") ? by : `,${by}`;
  return `${isMore ? "More than " : ""}${formatCount(count)} in all${isMore ? "" : words}.`;
}
