import type { TransferEvent } from "#lib/contract/api";
import { canonicalSettlement, isConflict } from "#lib/transfer/status-words";
import { statusWords } from "#lib/words/words";

export function readingOf(word: string): string {
  if (isConflict(word)) return "words that contradict each other, so none of them counts";
  const settlement = canonicalSettlement(word);
  return settlement === undefined
    ? "a word that is not known here"
    : `read as ${statusWords[settlement].word}`;
}

export function remarksOn({ kind, text, raw, ...event }: TransferEvent): string[] {
  const isCallback = kind === "callback";
  return [
    isCallback && text === null && raw !== "" && "No status was found in it, so it changes nothing.",
    isCallback && text === null && raw === "" && "It came without a body, so it changes nothing.",
    event.isQuarantined && "It names another transaction, so it was kept and changes nothing.",
    event.deliveries > 1 && `It arrived ${event.deliveries} times, and counts once.`,
    event.isTruncated && "Only the first 64 kB of it were kept.",
  ].filter((remark) => remark !== false);
}

export function kilobytes(bytes: number): string {
  return `${Math.ceil(bytes / 1_024)} kB`;
}

export function bodySummary({ rawEncoding, rawBytes, isRawCut }: TransferEvent): string {
  const size = isRawCut ? ` (${kilobytes(rawBytes)})` : "";
  return rawEncoding === "base64"
    ? `What was sent (not text, so in base64)${size}`
    : `What was sent, as it came${size}`;
}
