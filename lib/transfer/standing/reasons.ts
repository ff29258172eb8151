import type { AttentionReason } from "#lib/transfer/attention-reasons";
import { attentionReasons } from "#lib/transfer/attention-reasons";
import { walletSilenceMs } from "#lib/transfer/funding";
import { isReceivedDoubtful } from "#lib/transfer/received";
import type { Settlement } from "#lib/transfer/status-words";
import { isNeverCreated, needNoAddress } from "#lib/transfer/transfer-status";
import type { House, StandingFacts } from "./facts";
import { isClosedForNow, isOpenedAgain, isReportedArrived, windowEnd } from "./invitation";
import { differingSums, isSameSum, type Money, moneyOf } from "./money";
import { isNotFound, isNotReported } from "./on-statement";
import { isCovered, printOf } from "./print";

/**
 * Invariant: whether a person must look is decided here. Quiet is a short list of what is known to be well; everything else
 * has a reason, and what nobody thought of has one too.
 */

/**
 * `from`: when time alone brings it. `look`: it counts only if the network was read since then, or only unless it was.
 */
export type Reason = {
  reason: AttentionReason;
  from: string;
  look: { at: string; counts: "if" | "unless" } | null;
};

const minuteMs = 60_000;
const reportMs = 15 * minuteMs;
const seenMs = 60 * minuteMs;
const walletUnseenMs = 30 * minuteMs;
const blindMs = 5 * minuteMs;

/** Most pressing first; `from` is the transfer's creation where it stands at once. Empty: quiet for good, as far as is known. */
function reasonsOf(facts: StandingFacts): Reason[] {
  return isSettled(facts) ? [] : statedReasons(facts);
}

/** The same, whether a person settled it or not. */
export function statedReasons(facts: StandingFacts): Reason[] {
  const money = moneyOf(facts);
  const stated = new Map<AttentionReason, Reason>();
  for (const reason of atOnce(facts, money))
    stated.set(reason, { reason, from: facts.createdAt, look: null });
  for (const timed of inTime(facts, money)) {
    const known = stated.get(timed.reason);
    if (known === undefined || timed.from < known.from) stated.set(timed.reason, timed);
  }
  // Closed for a reason that nobody thought of, it would only wait for the end of its window.
  const others = [...stated.values()].filter(
    ({ reason, from }) => reason !== "no_deposit" && (reason !== "network_blind" || from === facts.createdAt),
  );
  const isExplained = (isSilent(facts) && isClosedForNow(facts) ? others.length : stated.size) > 0;
  if (!isExplained && !isWell(facts, money))
    stated.set("stuck", { reason: "stuck", from: facts.createdAt, look: null });
  const found = attentionReasons.flatMap((reason) => stated.get(reason) ?? []);
  const { opened } = facts.acts;
  if (opened === null || !isOpenedAgain(facts)) return found;
  // Whoever opened it has seen all of this: it waits for the end of the new window.
  return found.map((each) =>
    each.from < opened.until && each.reason !== "network_blind" ? { ...each, from: opened.until } : each,
  );
}

/** The service has said nothing of money. */
function isSilent({ state: { submission, status } }: StandingFacts): boolean {
  return submission === "accepted" && (status === "accepted" || status === "awaiting_deposit");
}

export function isSettled(facts: StandingFacts): boolean {
  const { settled } = facts.acts;
  return settled !== null && isCovered(printOf(facts), settled);
}

/** Those that stand now, most pressing first. `reasons`: where they are known already. */
export function dueReasons(
  facts: StandingFacts,
  { now, network, isUnheard }: House,
  reasons: readonly Reason[] = reasonsOf(facts),
): AttentionReason[] {
  const isBlind = network.blindSince !== null && now >= Date.parse(network.blindSince) + blindMs;
  const due = reasons.filter(({ from, look }) => {
    if (now < Date.parse(from)) return false;
    if (look === null) return true;
    const isRead = network.readAt !== null && network.readAt >= look.at;
    return look.counts === "if" ? isRead : !isRead;
  });
  const named = due.map(({ reason }) => (isUnheard && isOfUnheard(reason) ? "unheard" : reason));
  if (isBlind && facts.network.isWatched && waitsForNetwork(facts, reasons, now)) named.push("network_blind");
  return attentionReasons.filter((reason) => named.includes(reason));
}

/** Somebody may pay it now, or has and it is not confirmed. */
function waitsForNetwork(facts: StandingFacts, reasons: readonly Reason[], now: number): boolean {
  const isInvited = reasons.some(({ reason, from }) => reason === "no_deposit" && now < Date.parse(from));
  return isInvited || (isSilent(facts) && !isSettled(facts) && moneyOf(facts).label === "seen");
}

/** Where nobody reports to us, these say only that. */
export function isOfUnheard(reason: AttentionReason): boolean {
  return reason === "no_deposit" || reason === "chain_unreported";
}

/** Beside a payout that nobody contradicts, only what is over for good, or what a person ended, needs no reason. */
function isWell(facts: StandingFacts, money: Money): boolean {
  const { state, acts } = facts;
  if (acts.isStopped && !money.hadAny) return !isReportedArrived(facts);
  if (isNeverCreated(state.submission) || state.submission === "awaiting_approval") return !money.hadAny;
  return state.status === "paid";
}

function atOnce(facts: StandingFacts, money: Money): AttentionReason[] {
  const { state, address, reported, asked, fee } = facts;
  const { status, flags } = state;
  const isKnown = money.label === "exact" || money.label === "short" || money.label === "over";
  const isAccepted = state.submission === "accepted";
  // The network's own sum is told where there is one.
  const saysLess = reported !== null && !isKnown && reported < asked && !isSameSum(reported, asked, fee);
  const saysMore = reported !== null && !isKnown && reported > asked;
  const isTaken = takesMoney.includes(status) || (isSilent(facts) && isReportedArrived(facts));
  const noAddress = isAccepted && address === null && !flags.includes("contradicting_address");
  const stated: Partial<Record<AttentionReason, boolean>> = {
    chain_wrong_token: money.hasWrongToken,
    money_elsewhere: money.isElsewhere,
    money_after_end: money.isAfterEnd,
    payment_withdrawn: facts.isPaymentWithdrawn && status !== "paid",
    conflicting_reports: status === "conflicting",
    unknown_outcome: state.submission === "unknown" && !flags.includes("late_callback_contradicts"),
    late_callback: state.submission === "unknown" && flags.includes("late_callback_contradicts"),
    not_found: isNotFound(facts),
    not_reported: isNotReported(facts),
    received_differs: isReceivedDoubtful(facts.received, facts),
    sources_differ: differingSums(facts, money) !== null,
    contradicting_address: flags.includes("contradicting_address"),
    address_changed: address?.isChanged === true,
    creation_doubt: facts.doubts.length > 0,
    seen_twice: facts.isRepeated,
    nodes_disagree: flags.includes("nodes_disagree"),
    deposit_short: status === "deposit_short" || (isTaken && saysLess),
    deposit_over: status === "deposit_over" || (isTaken && saysMore),
    chain_short: money.label === "short",
    chain_over: money.label === "over",
    chain_gone: money.label === "gone",
    late_deposit: flags.includes("late_deposit") || status === "deposit_late",
    unknown_word: state.unknownWords.length > 0,
    update_unread: facts.unread.count > 0,
    callbacks_dropped: facts.hasDropped,
    address_invalid: isAccepted && address?.check === "invalid" && status !== "paid",
    address_missing: noAddress && !needNoAddress.includes(status),
    paid_without_address: status === "paid" && (noAddress || address?.check === "invalid"),
    wallet_unsure: facts.funding?.state === "unsure" && !isTaken && !money.hasAny,
    network_blind: facts.network.hasUnreadPayment,
  };
  for (const word of ["failed", "refund_failed", "reversed", "refunded", "refunding", "on_hold"] as const)
    stated[word] = status === word;
  return attentionReasons.filter((reason) => stated[reason] === true);
}

/** The service says that money arrived, and no end but a payout. */
const takesMoney: readonly string[] = ["deposit_received", "processing", "paid"];

function inTime(facts: StandingFacts, money: Money): Reason[] {
  const { state, network, funding, deadline, confirmedAt, acts } = facts;
  const { status, submission } = state;
  const isWaiting = isSilent(facts);
  const found: Reason[] = [];
  const add = (reason: AttentionReason, since: string, ms: number, look: Reason["look"] = null) =>
    found.push({ reason, from: later(since, ms), look });
  if (submission === "recorded" || submission === "dispatching") add("stuck", deadline, 0);
  if (submission === "awaiting_approval" && facts.unapprovableSince !== null)
    add("no_approver", facts.unapprovableSince, 0);
  const isTaken = takesMoney.includes(status);
  if (funding !== null && !isTaken && !money.hasAny) {
    if (funding.state === "sent") add("wallet_unseen", funding.changedAt, walletUnseenMs);
    if (funding.state === "asked") add("wallet_silent", funding.changedAt, walletSilenceMs);
  }
  if (network.blindSince !== null && (isWaiting || isOpenedAgain(facts)) && !acts.isStopped)
    add("network_blind", network.blindSince, blindMs);
  const firstSaid = (...meanings: Settlement[]) =>
    facts.words.find(({ meaning }) => meaning !== undefined && meanings.includes(meaning))?.firstAt;
  if (status === "deposit_received") add("stuck", firstSaid("deposit_received") ?? facts.createdAt, reportMs);
  if (status === "processing") add("stuck", firstSaid("processing") ?? facts.createdAt, facts.processingMs);
  const taken = firstSaid("deposit_received", "processing", "paid");
  if (isTaken && taken !== undefined && network.isLookedAt && money.label === "none") {
    const from = later(taken, reportMs);
    // A network that could not be read has no say.
    add("chain_missing", from, 0, { at: from, counts: "if" });
  }
  const [first] = money.parts.map(({ blockTime }) => blockTime).sort();
  if (money.label === "seen") add("stuck", first ?? facts.createdAt, seenMs);
  else if (money.label === "exact" && isWaiting)
    add("chain_unreported", confirmedAt ?? first ?? facts.createdAt, reportMs);
  // A wallet that was asked has a time of its own.
  const isInvited = (isWaiting && !money.hadAny) || isOpenedAgain(facts);
  if (isInvited && !acts.isStopped && funding === null) add("no_deposit", windowEnd(facts), 0);
  if (status === "expired" || status === "cancelled_by_service") {
    const end = firstSaid(status) ?? facts.createdAt;
    const isRead = network.isLookedAt && network.blindSince === null;
    add(status, end, reportMs, isRead ? { at: end, counts: "unless" } : null);
  }
  return found;
}

/** A time that a fast clock wrote is no later than it was read. */
function later(since: string, ms: number): string {
  return new Date(Date.parse(since) + ms).toISOString();
}
