import type { Transfer } from "#lib/contract/api";
import { cut, showInvisible } from "#lib/text/visible-text";
import type { Chip } from "#lib/transfer/standing/chip";
import type { EventKind, EventSource, TransferFlag, TransferStatus } from "#lib/transfer/transfer-status";

/** Each group has a silhouette and a colour of its own. */
export type StatusGroup =
  | "waiting"
  | "moving"
  | "done"
  | "attention"
  | "failed"
  | "differ"
  | "unknown"
  | "over"
  | "returned"
  | "closed"
  | "unread";
export type StatusWords = { word: string; group: StatusGroup };

/** For a filter. On a transfer use {@link describeStanding}, which knows what else stands. */
export const statusWords: Record<TransferStatus, StatusWords> = {
  recorded: { word: "Preparing", group: "waiting" },
  awaiting_approval: { word: "Waiting for approval", group: "waiting" },
  dispatching: { word: "Sending", group: "moving" },
  accepted: { word: "Address issued", group: "waiting" },
  rejected: { word: "Rejected", group: "failed" },
  unknown: { word: "Outcome unknown", group: "attention" },
  not_created: { word: "Not created", group: "closed" },
  cancelled: { word: "Cancelled", group: "closed" },
  declined: { word: "Declined", group: "closed" },
  awaiting_deposit: { word: "Awaiting deposit", group: "waiting" },
  deposit_received: { word: "Deposit received", group: "moving" },
  deposit_short: { word: "Deposit short", group: "attention" },
  deposit_over: { word: "Deposit over", group: "over" },
  deposit_late: { word: "Deposit late", group: "attention" },
  processing: { word: "Processing", group: "moving" },
  on_hold: { word: "On hold", group: "attention" },
  paid: { word: "Paid", group: "done" },
  failed: { word: "Failed", group: "failed" },
  reversed: { word: "Reversed", group: "failed" },
  refunding: { word: "Refunding", group: "returned" },
  refunded: { word: "Refunded", group: "returned" },
  refund_failed: { word: "Refund failed", group: "failed" },
  expired: { word: "Expired", group: "closed" },
  cancelled_by_service: { word: "Cancelled by the service", group: "closed" },
  conflicting: { word: "Conflicting reports", group: "differ" },
  other: { word: "Not recognised", group: "unknown" },
};

const longestWord = 32;

/** The service's own word, or ours while it has said none. An unknown word is shown as it came. */
export function describeStatus(
  transfer: Pick<Transfer, "status" | "address" | "addressCheck" | "unknownWords" | "flags">,
): StatusWords {
  const { status, address, addressCheck, unknownWords, flags } = transfer;
  const isOpen = status === "accepted" || status === "awaiting_deposit" || status === "other";
  const isClosed = flags.includes("contradicting_address") || flags.includes("address_changed");
  if (isOpen && isClosed) return { word: "Do not send", group: "failed" };
  if (status === "accepted" && address === null) return { word: "No deposit address", group: "attention" };
  if (status === "accepted" && addressCheck === "invalid") return { word: "Do not send", group: "failed" };
  if (status === "other" && unknownWords.length > 0) return describeUnknown(transfer);
  return statusWords[status];
}

/** What the service said last, in its own word where nobody knows it; `undefined` where it has said nothing since its answer. */
export function wordOfService(
  transfer: Pick<Transfer, "status" | "statusSource" | "unknownWords">,
): string | undefined {
  const { status, statusSource, unknownWords } = transfer;
  if (statusSource !== "service_callback") return undefined;
  if (status === "other" && unknownWords.length > 0) return describeUnknown(transfer).word;
  return statusWords[status].word;
}

function describeUnknown({ unknownWords }: Pick<Transfer, "unknownWords">): StatusWords {
  return { word: cut(showInvisible(unknownWords.join(", ")), longestWord), group: "unknown" };
}

/** Where it says something else than the status does. */
export const chipWords: Record<Exclude<Chip, "status">, StatusWords> = {
  wrong_token: { word: "Wrong token", group: "failed" },
  money_elsewhere: { word: "Money at another address", group: "failed" },
  money_after_end: { word: "Money after the end", group: "failed" },
  differ: { word: "Figures differ", group: "differ" },
  do_not_send: { word: "Do not send", group: "failed" },
  short: { word: "Short", group: "attention" },
  over: { word: "Over", group: "over" },
  gone: { word: "Deposit gone", group: "attention" },
  unread: { word: "Update not read", group: "unknown" },
  seen: { word: "Seen", group: "moving" },
  arrived: { word: "Arrived", group: "moving" },
  stopped: { word: "Not funded", group: "closed" },
};

/** The word of a transfer's chip: what its standing says, and the status where that says it. */
export function describeStanding(
  transfer: Parameters<typeof describeStatus>[0] & Pick<Transfer, "standing" | "deposit">,
): StatusWords {
  const { chip, reason } = transfer.standing;
  if (chip === "status") {
    // The word that closes it, though a word that we know came as well.
    const isClosed = transfer.standing.invitation === "closed";
    if (isClosed && transfer.standing.closedBy === "unknown_word") return describeUnknown(transfer);
    const said = describeStatus(transfer);
    // A tick says that all is well, and a person must look.
    return said.group === "done" && reason !== null ? { ...said, group: "attention" } : said;
  }
  const { confirmations } = transfer.deposit;
  if (chip !== "seen" || confirmations === null) return chipWords[chip];
  return { ...chipWords.seen, word: `Seen, ${confirmations.has} of ${confirmations.needs}` };
}

/** `“quote_locked”, read as awaiting deposit by an admin`: both, always. */
export function taughtSentence({ word, meaning }: Transfer["taughtWords"][number]): string {
  const said = word === "" ? "An update without a body" : `“${showInvisible(word)}”`;
  return `${said}, read as ${meaningWords(meaning)} by an admin`;
}

/** In a sentence. */
function meaningWords(meaning: Transfer["taughtWords"][number]["meaning"]): string {
  if (meaning === "nothing") return "saying nothing";
  const { word } = statusWords[meaning];
  return `${word.charAt(0).toLowerCase()}${word.slice(1)}`;
}

/** At the start of a line. */
export const sourceWords: Record<EventSource, string> = {
  dashboard: "This dashboard",
  service_answer: "The service’s answer",
  service_callback: "The service’s update",
  person: "A person",
  chain: "The network",
  wallet: "A wallet",
};

export const eventWords: Record<EventKind, string> = {
  requested: "Created",
  approval_asked: "Approval asked for",
  approved: "Approved",
  declined: "Declined: nothing was sent",
  dispatched: "Sending started",
  accepted: "Address issued",
  rejected: "Rejected: nothing was created",
  outcome_unknown: "Outcome unknown",
  cancelled: "Cancelled: nothing was sent",
  resolved_exists: "Found to exist at the service",
  resolved_absent: "Closed as not created",
  contradicted: "Two addresses or transaction IDs",
  creation_doubted: "The service’s answer contradicts the request",
  address_chosen: "The right address was recorded",
  callback: "Status update",
  reread: "Status updates read again",
  received: "Recorded what arrived",
  received_withdrawn: "Record of what arrived withdrawn",
  handled: "Marked as resolved",
  note: "Note",
  deposit_seen: "Deposit seen on the network",
  deposit_moved: "Deposit moved to another block",
  deposit_confirmed: "Deposit confirmed by the network",
  deposit_gone: "Deposit no longer on the network",
  deposit_disputed: "Nodes disagree about a deposit",
  fund_asked: "Wallet asked to send",
  fund_sent: "Wallet says it sent",
  fund_not_sent: "Wallet sent nothing",
  fund_unsure: "Wallet may have sent",
  fund_failed: "Wallet’s transaction failed",
  fund_closed: "Wallet request closed",
  fund_file: "Put in a funding file",
  stopped: "We won’t fund it",
  opened: "Opened again",
  deposit_unread: "A payment we couldn’t read",
  advice_asked: "Payment advice to be e-mailed",
  advice_sent: "Payment advice e-mailed",
  advice_failed: "Payment advice not e-mailed",
  not_on_statement: "Not on your statement",
  not_missed: "No longer missed on your statement",
};

/** What the page says about who gets the service's status updates. */
export const updateWords: Record<Transfer["updatesGoTo"], string> = {
  dashboard: "We asked the service to send status updates here. This page shows them automatically.",
  callback_url:
    "The service sends updates to this transfer’s callback URL and not here, so this page may never change.",
  nobody:
    "The service cannot reach this dashboard and no callback URL was given, so no updates arrive. Ask the service, or check the bank statement.",
};

/** The same as a fact. */
export const updatePlaces: Record<Transfer["updatesGoTo"], string> = {
  dashboard: "To this dashboard",
  callback_url: "To a callback URL",
  nobody: "To nobody",
};

/** What happened, what it means for the money, and what to do. */
export const flagWords: Record<TransferFlag, { title: string; body: string }> = {
  contradicting_address: {
    title: "Two addresses: send nothing",
    body: "Two sources disagree about the deposit address. Money sent to a wrong address is lost. Ask the service which one is right before anybody sends.",
  },
  late_callback_contradicts: {
    title: "May exist after all",
    body: "We recorded this transfer as not created, but the service has sent a status update for it. If you created another in its place, two may exist. Ask the service first, and send to only one.",
  },
  conflicting_reports: {
    title: "The service’s reports conflict",
    body: "We don’t know whether the recipient has the money. Ask the service, and compare with the recipient’s bank statement before you pay again.",
  },
  refunded_after_paid: {
    title: "The service reported paid, and then that money came back",
    body: "Ask the recipient whether they still have the money. Ask the service where the money that came back is.",
  },
  late_deposit: {
    title: "Late deposit",
    body: "The service closed this transfer, and also reported a deposit. Ask it what happens to the money. Don’t send again.",
  },
  foreign_callback: {
    title: "A status update for another transaction",
    body: "It’s in the timeline, and it changed nothing here.",
  },
  address_changed: {
    title: "The stored deposit address was changed. Do not send.",
    body: "It is not the address that the service gave, so we don’t show it. Somebody may have changed the database. Ask the service for the address, and tell the person who runs this dashboard to verify the ledger.",
  },
  nodes_disagree: {
    title: "Two nodes of the network disagree about a deposit",
    body: "The timeline shows what each node reported. No deposit was removed. Check the transaction in the block explorer before you send again.",
  },
  callbacks_dropped: {
    title: "Too many status updates",
    body: "The service sent more updates than we keep for one transfer. We kept every new status and only counted the rest. Ask the service why it sends so many.",
  },
};
