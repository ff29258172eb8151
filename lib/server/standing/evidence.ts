import type { Received } from "#lib/transfer/received";
import type { MeaningOf } from "#lib/transfer/status-words";
import { stateAfter, type TransferState } from "#lib/transfer/transfer-status";
import type { Fact } from "./fold-rows";

/** The numbers of the events that a transfer's creation, its status and what the recipient got rest on, in their order. */
export function evidenceOf(
  facts: readonly Fact[],
  state: TransferState,
  { received, meaningOf }: { received: readonly Received[]; meaningOf: MeaningOf },
): number[] {
  // That it was sent says nothing of the outcome.
  const decided = facts.flatMap(({ kind, last }) =>
    stateAfter[kind] && kind !== "dispatched" ? [last] : [],
  );
  const seqs = new Set([
    ...decided,
    ...received.flatMap(({ events }) => events.slice(-1)),
    ...reportsBehind(facts, state, meaningOf),
  ]);
  return [...seqs].sort((one, other) => one - other);
}

/** The first reports of what the status now says, by number. */
function reportsBehind(
  facts: readonly Fact[],
  { status, statusSource, unknownWords, flags }: TransferState,
  meaningOf: MeaningOf,
): number[] {
  const isReported = statusSource === "service_callback" || flags.includes("late_callback_contradicts");
  if (!isReported) return [];
  const reports = facts
    .filter(({ kind, is_quarantined }) => kind === "callback" && is_quarantined === 0)
    .sort((one, other) => one.first - other.first);
  const firstOf = (isSaid: (word: string) => boolean) =>
    reports.find(({ word }) => word !== null && isSaid(word))?.first;
  const settlements = status === "conflicting" ? ["paid", "failed"] : [status];
  const said = settlements.flatMap((settlement) => firstOf((word) => meaningOf(word) === settlement) ?? []);
  if (said.length > 0) return said;
  const first = firstOf((word) => word === unknownWords[0]) ?? reports[0]?.first;
  return first === undefined ? [] : [first];
}
