import type { TransferEvent } from "#lib/contract/api";
import { formatPadded } from "#lib/money/format";
import type { Amount } from "#lib/money/money";
import { showInvisible } from "#lib/text/visible-text";
import { canonicalSettlement, isConflict } from "#lib/transfer/status-words";
import { eventWords, type StatusGroup, statusWords } from "#lib/words/words";

/** The news of an entry, the look of the status that it led to, and the text that the title doesn't say. */
export type EventNews = { title: string; look: StatusGroup; text: string | null };

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
  deposit_unread: "attention",
  fund_asked: "moving",
  fund_sent: "moving",
  fund_not_sent: "closed",
  fund_unsure: "attention",
  fund_failed: "failed",
  fund_closed: "closed",
};

/** An unknown word is never guessed: it is quoted, in grey. */
export function newsOf({ kind, text, isQuarantined }: TransferEvent, networkName: string): EventNews {
  const news = (title: string, look: StatusGroup, rest = text): EventNews => ({ title, look, text: rest });
  const seen = seenOn(networkName)[kind];
  const amount = text === null ? undefined : amountIn(text);
  if (seen !== undefined && amount !== undefined)
    return news(`${seen}: ${showInvisible(amount)}`, looks[kind], null);
  if (kind !== "callback") return news(eventWords[kind], looks[kind]);
  if (isQuarantined) return news("Update for another transaction", "unread");
  if (text === null) return news("No status", "unread");
  if (isConflict(text)) return news("Conflicting statuses", "attention");
  const settlement = canonicalSettlement(text);
  if (settlement === undefined) return news("Status not recognised", "unread");
  const { word, group } = statusWords[settlement];
  return news(word, group);
}

const seenOn = (network: string): Partial<Record<TransferEvent["kind"], string>> => ({
  deposit_seen: `Seen on ${network}`,
  deposit_moved: `Moved to another block on ${network}`,
  deposit_confirmed: `Confirmed on ${network}`,
  deposit_gone: `No longer on ${network}`,
});

/** What the network shows is stored as `1250 USDC`. */
function amountIn(text: string): string | undefined {
  const [, amount, symbol] = /^(\d+(?:\.\d+)?) (\S+)$/.exec(text) ?? [];
  return amount === undefined ? undefined : `${formatPadded(amount as Amount)} ${symbol}`;
}
