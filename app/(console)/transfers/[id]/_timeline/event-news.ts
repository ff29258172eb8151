import type { Transfer, TransferEvent } from "#lib/contract/api";
import { formatFiat, formatPadded } from "#lib/money/format";
import type { Amount } from "#lib/money/money";
import { writeDay } from "#lib/text/day-text";
import { showInvisible } from "#lib/text/visible-text";
import { canonicalSettlement, isConflict, wordKey } from "#lib/transfer/status-words";
import { receivedSourceWords } from "#lib/words/received/received-words";
import { eventWords, type StatusGroup, statusWords } from "#lib/words/words";

/** The news of an entry, the look of the status that it led to, and the text that the title doesn't say. */
export type EventNews = { title: string; look: StatusGroup; text: string | null };

/** Green is for what was reported paid, and for what arrived. */
const looks: Record<TransferEvent["kind"], StatusGroup> = {
  requested: "unread",
  approval_asked: "waiting",
  approved: "unread",
  declined: "closed",
  dispatched: "moving",
  accepted: "unread",
  rejected: "failed",
  outcome_unknown: "attention",
  cancelled: "closed",
  resolved_exists: "unread",
  resolved_absent: "closed",
  contradicted: "failed",
  creation_doubted: "failed",
  address_chosen: "unread",
  callback: "unread",
  reread: "unread",
  received: "done",
  received_withdrawn: "unread",
  handled: "closed",
  note: "unread",
  deposit_seen: "moving",
  deposit_moved: "unread",
  deposit_confirmed: "moving",
  deposit_gone: "attention",
  deposit_disputed: "attention",
  fund_asked: "moving",
  fund_sent: "moving",
  fund_not_sent: "closed",
  fund_unsure: "attention",
  fund_failed: "failed",
  fund_closed: "closed",
  fund_file: "moving",
  stopped: "closed",
  opened: "waiting",
  deposit_unread: "attention",
  advice_asked: "unread",
  advice_sent: "unread",
  advice_failed: "attention",
  not_on_statement: "attention",
  not_missed: "unread",
};

/** What an admin said that words mean. */
export type Taught = Transfer["taughtWords"];

export function taughtOf(
  { kind, text, raw, unread }: TransferEvent,
  taught: Taught,
): Taught[number] | undefined {
  if (kind !== "callback") return undefined;
  const key = text === null ? (unread === "empty" || raw === "" ? "" : undefined) : wordKey(text);
  return taught.find(({ word }) => word === key);
}

/** An unknown word is never guessed: it is quoted, in grey. */
export function newsOf(event: TransferEvent, networkName: string, taught: Taught = []): EventNews {
  const { kind, text, isQuarantined } = event;
  const news = (title: string, look: StatusGroup, rest = text): EventNews => ({ title, look, text: rest });
  const seen = seenOn(networkName)[kind];
  const amount = text === null ? undefined : amountIn(text);
  if (seen !== undefined && amount !== undefined)
    return news(`${seen}: ${showInvisible(amount)}`, looks[kind], null);
  if (event.received) {
    const { source, amount: arrived, day } = event.received;
    return news(
      `Received ${formatFiat(arrived)} on ${writeDay(day)}`,
      looks[kind],
      joined(receivedSourceWords[source], text),
    );
  }
  if (kind !== "callback") return news(eventWords[kind], looks[kind]);
  if (isQuarantined) return news("Update for another transaction", "unread");
  const meaning = taughtOf(event, taught)?.meaning;
  if (meaning === "nothing") return news("Says nothing of this transfer", "unread");
  if (text === null && meaning === undefined) return news("No status", "unread");
  if (text !== null && isConflict(text)) return news("Conflicting statuses", "differ");
  const settlement = meaning ?? canonicalSettlement(text ?? "");
  if (settlement === undefined) return news("Status not recognised", "unknown");
  const { word, group } = statusWords[settlement];
  return news(word, group);
}

function joined(source: string, text: string | null): string {
  return text === null ? `${source}.` : `${source}: ${text}`;
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
