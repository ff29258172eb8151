import { moving, precedence, takenBack } from "./settlement-order";
import {
  canonicalSettlement,
  conflictParts,
  type MeaningOf,
  type Settlement,
  settlements,
} from "./status-words";

/** See `docs/architecture.md`, "The states of a transfer". */
export const submissions = [
  "recorded",
  "awaiting_approval",
  "dispatching",
  "accepted",
  "rejected",
  "unknown",
  "not_created",
  "cancelled",
  "declined",
] as const;
export type Submission = (typeof submissions)[number];

/** Nothing of it exists, as far as we know: another may be created in its place. */
export const neverCreated = [
  "rejected",
  "not_created",
  "cancelled",
  "declined",
] as const satisfies Submission[];

export function isNeverCreated(status: TransferStatus): boolean {
  return neverCreated.some((ended) => ended === status);
}

export const eventSources = [
  "dashboard",
  "service_answer",
  "service_callback",
  "person",
  "chain",
  "wallet",
] as const;
export type EventSource = (typeof eventSources)[number];

export const eventKinds = [
  "requested",
  "approval_asked",
  "approved",
  "declined",
  "dispatched",
  "accepted",
  "rejected",
  "outcome_unknown",
  "cancelled",
  "resolved_exists",
  "resolved_absent",
  "contradicted",
  "creation_doubted",
  "address_chosen",
  "callback",
  "reread",
  "received",
  "received_withdrawn",
  "handled",
  "note",
  "deposit_seen",
  "deposit_moved",
  "deposit_confirmed",
  "deposit_gone",
  "deposit_disputed",
  "fund_asked",
  "fund_sent",
  "fund_not_sent",
  "fund_unsure",
  "fund_failed",
  "fund_closed",
  "fund_file",
  "stopped",
  "opened",
  "deposit_unread",
  "advice_asked",
  "advice_sent",
  "advice_failed",
  "not_on_statement",
  "not_missed",
] as const;
/** A transfer's status follows from these alone. */
export type EventKind = (typeof eventKinds)[number];

/** The part of an event that decides a status. */
export type FoldableEvent = {
  kind: EventKind;
  /** The source of a refusal, which can be this dashboard. */
  source?: EventSource | undefined;
  /** As it came. */
  word?: string | null | undefined;
  /** A callback that names another transaction: kept, without effect. */
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
  "nodes_disagree",
] as const;
/** Needs a person, beside the status. */
export type TransferFlag = (typeof transferFlags)[number];

export const transferStatuses = [...submissions, ...settlements, "conflicting", "other"] as const;
/** The service's report where there is one, else our own knowledge. `other` is an unknown word. */
export type TransferStatus = (typeof transferStatuses)[number];

export type TransferState = {
  submission: Submission;
  /** `null` while the service has reported nothing. */
  settlement: Settlement | "conflicting" | "other" | null;
  status: TransferStatus;
  statusSource: EventSource;
  /** As they came. */
  unknownWords: string[];
  /** Recorded as received or marked as resolved, and nothing was reported since. */
  isHandled: boolean;
  flags: TransferFlag[];
  /** Nothing more is expected; a late report can still change it. */
  isFinal: boolean;
};

export const stateAfter: Partial<Record<EventKind, Submission>> = {
  requested: "recorded",
  approval_asked: "awaiting_approval",
  declined: "declined",
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
  awaiting_approval: "dashboard",
  dispatching: "dashboard",
  accepted: "service_answer",
  rejected: "service_answer",
  unknown: "dashboard",
  not_created: "person",
  cancelled: "dashboard",
  declined: "person",
};

/** Nobody needs the deposit address of such a transfer any more. */
export const needNoAddress: readonly TransferStatus[] = [
  "paid",
  "failed",
  "reversed",
  "refunded",
  "refund_failed",
  "expired",
  "cancelled_by_service",
];

const finalStatuses = new Set<TransferStatus>([...neverCreated, ...needNoAddress]);

/**
 * Computes a transfer's state from its events, in their order. Pure. Callbacks count as a set, because a service may send
 * them late, twice or out of order.
 */
export function fold(
  events: readonly FoldableEvent[],
  meaningOf: MeaningOf = canonicalSettlement,
): TransferState {
  const reports = events.filter(({ kind, isQuarantined }) => kind === "callback" && !isQuarantined);
  const flags = new Set<TransferFlag>();
  if (events.some(({ kind, isQuarantined }) => kind === "callback" && isQuarantined))
    flags.add("foreign_callback");
  const lastOnAddress = events.findLast(({ kind }) => kind === "contradicted" || kind === "address_chosen");
  if (lastOnAddress?.kind === "contradicted") flags.add("contradicting_address");
  if (events.some(({ kind }) => kind === "deposit_disputed")) flags.add("nodes_disagree");

  const submission = foldSubmission(events, reports.length > 0, flags);
  const words = reports.flatMap(({ word }) => (word && meaningOf(word) !== "nothing" ? [word] : []));
  const unknownWords = [...new Set(words.filter((word) => meaningOf(word) === undefined))].sort();
  const known = new Set(words.flatMap((word) => saidBy(meaningOf(word))));
  const hasConflict = words.some((word) => isAboutTheEnd(word, meaningOf));
  const settlement = foldSettlement(known, hasConflict, flags) ?? (unknownWords.length > 0 ? "other" : null);

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

/**
 * A deposit that moved to another block, or that more blocks confirm, is no news; nor is a wallet's question that ended as
 * it should. One that is asked or went wrong must not be hidden by an older "resolved".
 */
const noNews = new Set<EventKind>([
  ...(["note", "deposit_moved", "deposit_confirmed", "stopped", "opened"] as const),
  ...(["fund_sent", "fund_not_sent", "fund_closed", "fund_file"] as const),
  ...(["advice_asked", "advice_sent", "advice_failed", "not_missed"] as const),
]);

function foldHandled(events: readonly FoldableEvent[]): boolean {
  const last = events.findLast(({ kind }) => !noNews.has(kind));
  return last?.kind === "received" || last?.kind === "handled";
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
  if (submission === "awaiting_approval" || isNeverCreated(submission)) {
    flags.add("late_callback_contradicts");
    return "unknown";
  }
  return submission;
}

/** Who said so, by the events that decide it. */
export function submissionSource(events: readonly FoldableEvent[], submission: Submission): EventSource {
  // A request that never left was refused here.
  if (submission === "rejected")
    return events.findLast(({ kind }) => kind === "rejected")?.source ?? sourceOf.rejected;
  // A person can take it back.
  if (submission === "cancelled")
    return events.findLast(({ kind }) => kind === "cancelled")?.source ?? sourceOf.cancelled;
  if (submission !== "accepted") return sourceOf[submission];
  const proof = events.find(
    ({ kind, isQuarantined }) =>
      kind === "accepted" || kind === "resolved_exists" || (kind === "callback" && !isQuarantined),
  );
  if (proof?.kind === "resolved_exists") return "person";
  return proof?.kind === "callback" ? "service_callback" : "service_answer";
}

/** Whether the contradicting words of one report are about where the money ended up. */
function isAboutTheEnd(word: string, meaningOf: MeaningOf): boolean {
  return conflictParts(word).some((part) =>
    saidBy(meaningOf(part)).some((settlement) => finalStatuses.has(settlement)),
  );
}

function saidBy(meaning: ReturnType<MeaningOf>): Settlement[] {
  return meaning === undefined || meaning === "nothing" ? [] : [meaning];
}

function foldSettlement(
  known: ReadonlySet<Settlement>,
  hasConflict: boolean,
  flags: Set<TransferFlag>,
): Settlement | "conflicting" | undefined {
  const isTakenBack = takenBack.some((word) => known.has(word));
  if (known.has("paid") && isTakenBack) flags.add("refunded_after_paid");
  // One report that says two things is no better than two reports.
  if ((hasConflict || (known.has("paid") && known.has("failed"))) && !isTakenBack) {
    flags.add("conflicting_reports");
    return "conflicting";
  }
  const isClosed = known.has("expired") || known.has("cancelled_by_service");
  if (isClosed && moving.some((word) => known.has(word))) flags.add("late_deposit");
  return precedence.find((word) => known.has(word));
}
