import { canonicalSettlement, conflictParts, type Settlement, settlements } from "./status-words";

/** What this dashboard knows of the creation of a transfer (`docs/architecture.md`, "The states of a transfer"). */
export const submissions = [
  "recorded",
  "dispatching",
  "accepted",
  "rejected",
  "unknown",
  "not_created",
  "cancelled",
] as const;
export type Submission = (typeof submissions)[number];

export const eventSources = ["dashboard", "service_answer", "service_callback", "person"] as const;
/** Who said it. */
export type EventSource = (typeof eventSources)[number];

export const eventKinds = [
  "requested",
  "dispatched",
  "accepted",
  "rejected",
  "outcome_unknown",
  "cancelled",
  "resolved_exists",
  "resolved_absent",
  "contradicted",
  "address_chosen",
  "callback",
  "reread",
  "matched",
  "unmatched",
  "handled",
  "note",
] as const;
/** What can happen to a transfer; the only material of its status. */
export type EventKind = (typeof eventKinds)[number];

/** The part of an event that decides a status. */
export type FoldableEvent = {
  kind: EventKind;
  /** Who said it; it names the source of a refusal, which can be this dashboard's own. */
  source?: EventSource | undefined;
  /** The status word of a callback, as it came. */
  word?: string | null | undefined;
  /** A callback that names another transaction: kept, and without effect. */
  isQuarantined?: boolean | undefined;
};

export const transferFlags = [
  "contradicting_address",
  "late_callback_contradicts",
  "conflicting_reports",
  "refunded_after_paid",
  "late_deposit",
  "foreign_callback",
  "callbacks_dropped",
  "address_changed",
] as const;
/** What needs a person's eye, beside the status. */
export type TransferFlag = (typeof transferFlags)[number];

export const transferStatuses = [...submissions, ...settlements, "conflicting", "other"] as const;
/** The headline: the service's report where there is one, else our own knowledge. `other` is a word nobody knows. */
export type TransferStatus = (typeof transferStatuses)[number];

export type TransferState = {
  submission: Submission;
  /** The service's report in canonical words; `null` while it has reported nothing. */
  settlement: Settlement | "conflicting" | "other" | null;
  status: TransferStatus;
  /** Who the headline comes from. */
  statusSource: EventSource;
  /** The unknown words that were reported, as they came. */
  unknownWords: string[];
  /** A person matched it with the bank statement or dealt with it, and nothing was reported since. */
  isHandled: boolean;
  flags: TransferFlag[];
  /** Nothing more is expected; a late report can still change it. */
  isFinal: boolean;
};

/** The kinds that move a submission, and where to. */
export const stateAfter: Partial<Record<EventKind, Submission>> = {
  requested: "recorded",
  dispatched: "dispatching",
  accepted: "accepted",
  rejected: "rejected",
  outcome_unknown: "unknown",
  cancelled: "cancelled",
  resolved_exists: "accepted",
  resolved_absent: "not_created",
  address_chosen: "accepted",
};

const sourceOf: Record<Submission, EventSource> = {
  recorded: "dashboard",
  dispatching: "dashboard",
  accepted: "service_answer",
  rejected: "service_answer",
  unknown: "dashboard",
  not_created: "person",
  cancelled: "dashboard",
};

const finalStatuses = new Set<TransferStatus>([
  "rejected",
  "not_created",
  "cancelled",
  "paid",
  "failed",
  "refunded",
  "refund_failed",
  "expired",
  "cancelled_by_service",
]);

/**
 * Computes a transfer's state from its events, in the order of their sequence. Pure. Callbacks count as a set: their
 * order and their repetition never change the result, because a service may send them late, twice or shuffled.
 */
export function fold(events: readonly FoldableEvent[]): TransferState {
  const reports = events.filter(({ kind, isQuarantined }) => kind === "callback" && !isQuarantined);
  const flags = new Set<TransferFlag>();
  if (events.some(({ kind, isQuarantined }) => kind === "callback" && isQuarantined))
    flags.add("foreign_callback");
  const lastOnAddress = events.findLast(({ kind }) => kind === "contradicted" || kind === "address_chosen");
  if (lastOnAddress?.kind === "contradicted") flags.add("contradicting_address");

  const submission = foldSubmission(events, reports.length > 0, flags);
  const words = reports.flatMap(({ word }) => (word ? [word] : []));
  const unknownWords = [...new Set(words.filter((word) => canonicalSettlement(word) === undefined))].sort();
  const known = new Set(words.flatMap((word) => canonicalSettlement(word) ?? []));
  const settlement =
    foldSettlement(known, words.some(isAboutTheEnd), flags) ?? (unknownWords.length > 0 ? "other" : null);

  const status = submission === "accepted" && settlement !== null ? settlement : submission;
  return {
    submission,
    settlement,
    status,
    statusSource: status === submission ? submissionSource(events, submission) : "service_callback",
    unknownWords,
    isHandled: foldHandled(events),
    flags: [...flags].sort(),
    isFinal: finalStatuses.has(status),
  };
}

function foldHandled(events: readonly FoldableEvent[]): boolean {
  const last = events.findLast(({ kind }) => kind !== "note");
  return last?.kind === "matched" || last?.kind === "handled";
}

function foldSubmission(
  events: readonly FoldableEvent[],
  isReported: boolean,
  flags: Set<TransferFlag>,
): Submission {
  let submission: Submission = "recorded";
  for (const { kind } of events) submission = stateAfter[kind] ?? submission;
  if (!isReported) return submission;
  // A report proves that the transfer exists at the service, whatever its answer was.
  if (submission === "unknown") return "accepted";
  if (submission === "rejected" || submission === "not_created" || submission === "cancelled") {
    flags.add("late_callback_contradicts");
    return "unknown";
  }
  return submission;
}

function submissionSource(events: readonly FoldableEvent[], submission: Submission): EventSource {
  // A request that never left was refused here: the service has not said a word.
  if (submission === "rejected")
    return events.findLast(({ kind }) => kind === "rejected")?.source ?? sourceOf.rejected;
  if (submission !== "accepted") return sourceOf[submission];
  const proof = events.find(
    ({ kind }) => kind === "accepted" || kind === "resolved_exists" || kind === "callback",
  );
  if (proof?.kind === "resolved_exists") return "person";
  return proof?.kind === "callback" ? "service_callback" : "service_answer";
}

/** From most to least telling, for reports that do not contradict each other. */
const precedence: readonly Settlement[] = [
  "refunded",
  "refund_failed",
  "refunding",
  "paid",
  "failed",
  "on_hold",
  "processing",
  "deposit_received",
  "expired",
  "cancelled_by_service",
  "awaiting_deposit",
];

/** Whether the words that contradict each other in one report are about where the money is in the end. */
function isAboutTheEnd(word: string): boolean {
  return conflictParts(word).some((part) => {
    const settlement = canonicalSettlement(part);
    return settlement !== undefined && finalStatuses.has(settlement);
  });
}

function foldSettlement(
  known: ReadonlySet<Settlement>,
  hasConflict: boolean,
  flags: Set<TransferFlag>,
): Settlement | "conflicting" | undefined {
  const isRefund = known.has("refunded") || known.has("refund_failed") || known.has("refunding");
  if (known.has("paid") && isRefund) flags.add("refunded_after_paid");
  // One report that says two things is no better than two reports.
  if ((hasConflict || (known.has("paid") && known.has("failed"))) && !isRefund) {
    flags.add("conflicting_reports");
    return "conflicting";
  }
  const isClosed = known.has("expired") || known.has("cancelled_by_service");
  const isMoving =
    known.has("paid") || known.has("processing") || known.has("deposit_received") || known.has("on_hold");
  if (isClosed && isMoving) flags.add("late_deposit");
  return precedence.find((word) => known.has(word));
}
