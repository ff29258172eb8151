import type { TransferEvent } from "#lib/contract/api";
import { canonicalSettlement, isConflict } from "#lib/transfer/status-words";
import { eventWords, type StatusGroup, statusWords } from "#lib/words/words";

/** The news of an entry, and the look of the status that it led to. */
export type EventNews = { title: string; look: StatusGroup };

const looks: Record<TransferEvent["kind"], StatusGroup> = {
  requested: "unread",
  dispatched: "moving",
  accepted: "done",
  rejected: "failed",
  outcome_unknown: "attention",
  cancelled: "closed",
  resolved_exists: "done",
  resolved_absent: "closed",
  contradicted: "failed",
  address_chosen: "done",
  callback: "unread",
  reread: "unread",
  matched: "done",
  unmatched: "unread",
  handled: "done",
  note: "unread",
  deposit_seen: "moving",
  deposit_moved: "unread",
  deposit_confirmed: "done",
  deposit_gone: "attention",
  deposit_disputed: "attention",
  fund_asked: "moving",
  fund_sent: "moving",
  fund_not_sent: "closed",
  fund_unsure: "attention",
  fund_failed: "failed",
  fund_closed: "closed",
};

/** An unknown word is never guessed: it is quoted, in grey. */
export function newsOf({ kind, text, isQuarantined }: TransferEvent): EventNews {
  if (kind !== "callback") return { title: eventWords[kind], look: looks[kind] };
  if (isQuarantined) return { title: "Update for another transaction", look: "unread" };
  if (text === null) return { title: "No status", look: "unread" };
  if (isConflict(text)) return { title: "Conflicting statuses", look: "attention" };
  const settlement = canonicalSettlement(text);
  if (settlement === undefined) return { title: "Status not recognised", look: "unread" };
  const { word, group } = statusWords[settlement];
  return { title: word, look: group };
}
