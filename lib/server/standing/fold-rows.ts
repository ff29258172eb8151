import type { TransferEventRow } from "#lib/server/tables/schema";
import { canonicalSettlement, type MeaningOf } from "#lib/transfer/status-words";
import { type EventKind, fold } from "#lib/transfer/transfer-status";

/** The part of an event that a transfer's state is computed from. */
export type FoldRow = Pick<TransferEventRow, "source" | "kind" | "word" | "is_quarantined">;

/** One row for equal events, with the numbers and the times of the first and the last. */
export type Fact = FoldRow &
  Pick<TransferEventRow, "unread"> & {
    first: number;
    last: number;
    first_at: string;
    last_at: string;
    times: number | string;
  };

/** A fact, apart for each address that it brought or named and each sum that it named. */
export type EventsRow = Fact & Pick<TransferEventRow, "address" | "claimed_address" | "arrived" | "paid_out">;

/** The number of the last event of a kind; 0 where there is none. */
export function lastOf(own: readonly Fact[], kind: EventKind): number {
  return Math.max(0, ...own.map((fact) => (fact.kind === kind ? fact.last : 0)));
}

/** The state that follows from events, in their order. `meaningOf` knows what an admin taught. */
export function foldRows(rows: readonly FoldRow[], meaningOf: MeaningOf = canonicalSettlement) {
  return fold(
    rows.map(({ kind, source, word, is_quarantined }) => ({
      kind,
      source,
      word,
      isQuarantined: is_quarantined === 1,
    })),
    meaningOf,
  );
}

/** The columns of a transfer that cache it. */
export function cachedColumns(rows: readonly FoldRow[], meaningOf: MeaningOf = canonicalSettlement) {
  const { submission, status, flags } = foldRows(rows, meaningOf);
  return {
    submission,
    status,
    has_late_deposit: flags.includes("late_deposit") ? 1 : 0,
    is_contradicted: flags.includes("contradicting_address") ? 1 : 0,
    has_node_dispute: flags.includes("nodes_disagree") ? 1 : 0,
  };
}
