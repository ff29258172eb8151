import type { TransferEvent } from "#lib/contract/api";
import { canonicalSettlement, isConflict } from "#lib/transfer/status-words";

export function remarksOn({ kind, text, raw, ...event }: TransferEvent): string[] {
  const isCallback = kind === "callback";
  return [
    isCallback && text === null && raw !== "" && "We found no status in it, so nothing changed.",
    isCallback && text === null && raw === "" && "It had no body, so nothing changed.",
    isCallback && !event.isQuarantined && text !== null && isUnread(text),
    event.isQuarantined && "It is for another transaction. We kept it, and nothing changed.",
    event.deliveries > 1 && `It arrived ${event.deliveries} times. We counted it once.`,
    event.isTruncated && "Only the first 64 kB of it were kept.",
  ].filter((remark) => remark !== false);
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
