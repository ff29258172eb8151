import { compareAmounts } from "#lib/money/amount";
import { type Amount, addAmounts, readDecimal } from "#lib/money/money";
import type { PaidOut } from "#lib/transfer/received";
import type { MeaningOf } from "#lib/transfer/status-words";
import type { TransferState } from "#lib/transfer/transfer-status";
import type { EventsRow } from "./fold-rows";

/** Invariant: a sum that a report names is the service's word, and none of a quarantined one counts. */

const zero = "0" as Amount;

/** `word` is what the same report says of the status. */
export type Arrival = { word: string; arrived: string; last: number };

/** In the order in which they were last said. */
export function arrivalsIn(rows: readonly EventsRow[]): Arrival[] {
  return rows
    .flatMap(({ word, arrived, is_quarantined, last }) =>
      arrived === null || is_quarantined === 1 ? [] : [{ word: word ?? "", arrived, last }],
    )
    .sort((one, other) => one.last - other.last);
}

/**
 * The largest that a report of the status says, else any report: in whatever order they came, and a deposit may come in
 * parts. Payouts have none: of those that differ the one counts that is not what was asked for.
 */
export function reportedIn(
  arrivals: readonly Arrival[],
  { status }: TransferState,
  { meaningOf, asked }: { meaningOf: MeaningOf; asked: Amount | undefined },
): string | null {
  const ofStatus = arrivals.filter(({ word }) => meaningOf(word) === status);
  const said = (ofStatus.length > 0 ? ofStatus : arrivals).flatMap(
    ({ arrived }) => readDecimal(arrived) ?? [],
  );
  const others = said.filter((amount) => asked === undefined || compareAmounts(amount, asked) !== 0);
  const told = status === "paid" && ofStatus.length > 0 && others.length > 0 ? others : said;
  return told.toSorted(compareAmounts).at(-1) ?? null;
}

/** By the reports that it paid: where they name several sums, the one that was said last for the first time. */
export function paidOutIn(rows: readonly EventsRow[], meaningOf: MeaningOf): PaidOut | null {
  const said = rows
    .flatMap(({ word, paid_out, is_quarantined, first, first_at }) => {
      const amount = paid_out === null ? undefined : readDecimal(paid_out);
      const isPaid = word !== null && is_quarantined === 0 && meaningOf(word) === "paid";
      return isPaid && amount !== undefined ? [{ amount, at: first_at, event: first }] : [];
    })
    .sort((one, other) => one.event - other.event);
  // `60` and `60.00` are one sum.
  const sums = new Map<string, PaidOut>();
  for (const each of said) {
    const sum = addAmounts(each.amount, zero);
    if (!sums.has(sum)) sums.set(sum, each);
  }
  return [...sums.values()].at(-1) ?? null;
}
