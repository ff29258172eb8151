import type { TransferEvent } from "#lib/contract/api";
import { canonicalSettlement, isConflict } from "#lib/transfer/status-words";
import { taughtSentence } from "#lib/words/words";
import { type Taught, taughtOf } from "./event-news";

export function remarksOn(whole: TransferEvent, taught: Taught = []): string[] {
  const { kind, text, raw, ...event } = whole;
  const known = event.isQuarantined ? undefined : taughtOf(whole, taught);
  // Both stand: what came, and how it is read here.
  if (known !== undefined) return [`${taughtSentence(known)}.`, ...arrivals(event)];
  const isCallback = kind === "callback";
  return [
    isCallback && text === null && raw !== "" && "We found no status in it, so nothing changed.",
    isCallback && text === null && raw === "" && "It had no body, so nothing changed.",
    isCallback && !event.isQuarantined && text !== null && isUnread(text),
    event.isQuarantined && "It is for another transaction. We kept it, and nothing changed.",
    ...arrivals(event),
  ].filter((remark) => remark !== false);
}

function arrivals({ deliveries, isTruncated }: Pick<TransferEvent, "deliveries" | "isTruncated">): string[] {
  return [
    ...(deliveries > 1 ? [`It arrived ${deliveries} times. We counted it once.`] : []),
    ...(isTruncated ? ["Only the first 64 kB of it were kept."] : []),
  ];
}

function isUnread(word: string): string | false {
  if (isConflict(word)) return "These statuses conflict, so we used none of them.";
  return canonicalSettlement(word) === undefined && "We don’t know what this status means for the money.";
}

export function kilobytes(bytes: number): string {
  return `${Math.ceil(bytes / 1_024)} kB`;
}

export function bodySummary({ kind, rawEncoding, rawBytes, isRawCut }: TransferEvent): string {
  if (kind.startsWith("fund_")) return "Details of the request";
  const size = isRawCut ? ` (${kilobytes(rawBytes)})` : "";
  return rawEncoding === "base64"
    ? `Content received (not text, shown as base64)${size}`
    : `Content received${size}`;
}
