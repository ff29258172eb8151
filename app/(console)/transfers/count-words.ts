import type { TransferFilters, TransferSums } from "#lib/contract/transfer-list";
import { formatCount } from "#lib/money/format";
import { isCreated, isPartOfOpen, type ListState } from "#lib/transfer/transfer-states";

/** Of one state, of all, or of those that the list was asked for. */
export function countOf({ counts, asked }: TransferSums, state: ListState | undefined): number {
  if (isPartOfOpen(state)) return asked;
  const created = counts.open + counts.paid + counts.failed;
  if (state === "created") return created;
  return state === undefined ? created + counts.waiting + counts.never : counts[state];
}

/** Of those that were asked for, how many went ahead or still may: the sums have these. */
export function createdOf(sums: TransferSums, { state, status }: TransferFilters): number {
  if (status !== undefined) return isCreated(status) ? countOf(sums, state) : 0;
  return state === "never" || state === "waiting" ? 0 : countOf(sums, state ?? "created");
}

/** `1,204 in all, by name.`, or `More than 10,000 in all.` where there was an end to the counting. `by`: what was matched. */
export function countWords(count: number, isMore: boolean, by = ""): string {
  const words = by === "" || by.startsWith(",") ? by : `,${by}`;
  return `${isMore ? "More than " : ""}${formatCount(count)} in all${isMore ? "" : words}.`;
}
