import type { ReactNode } from "react";
import { Notice } from "#components/notice/notice";
import type { TransferWithEvents } from "#lib/contract/api";
import { showInvisible } from "#lib/text/visible-text";
import { isConflict } from "#lib/transfer/status-words";
import type { TransferFlag } from "#lib/transfer/transfer-status";
import { closedWords, openedSentence } from "#lib/words/deposit/closed-words";
import { flagWords } from "#lib/words/words";

/** The notice in claims.tsx tells of contradicting addresses. */
const isUntold = (flag: TransferFlag) => flag !== "contradicting_address";

const kinds: Partial<Record<TransferFlag, "info" | "fail">> = {
  foreign_callback: "info",
  address_changed: "fail",
};

type Props = {
  transfer: TransferWithEvents;
  /** Leads to what the service's words mean. */
  words: ReactNode;
  /** The card that leads the page says what is wrong with the money. */
  isTold: boolean;
};

export function FlagNotices({ transfer, words, isTold }: Props) {
  const { flags, waiting } = transfer;
  const unknownWords = transfer.unknownWords.filter((word) => !isConflict(word));
  const conflicts = transfer.unknownWords.filter(isConflict);
  return (
    <>
      {waiting > 0 && (
        <Notice
          kind="warn"
          title={
            waiting === 1
              ? "1 status update isn’t processed yet"
              : `${waiting} status updates aren’t processed yet`
          }
        >
          The status on this page may be out of date. We’re retrying automatically. Wait before you send
          money. If this message stays for more than a minute, ask the person who runs this dashboard to check
          its log.
        </Notice>
      )}
      {flags
        .filter((flag) => (isTold ? flag === "foreign_callback" : isUntold(flag)))
        .map((flag) => (
          <Notice key={flag} kind={kinds[flag] ?? "warn"} title={flagWords[flag].title}>
            {flagWords[flag].body}
          </Notice>
        ))}
      {conflicts.length > 0 && !isTold && (
        <Notice kind="warn" title={`One status update said: ${showInvisible(conflicts.join(", "))}`}>
          These statuses conflict, so we used none of them. Ask the service which one is true.
        </Notice>
      )}
      {unknownWords.length > 0 && !isTold && (
        <Notice kind="warn" title={unknownTitle(unknownWords)} action={words}>
          {unknownBody(transfer)}
        </Notice>
      )}
    </>
  );
}

/** The words as they came. */
function unknownTitle(unknownWords: readonly string[]): string {
  return `The service reported: ${showInvisible(unknownWords.join(", "))}`;
}

function unknownBody({ status, standing }: TransferWithEvents): string {
  if (standing.invitation !== "closed") return `We don’t know this word. ${openedSentence}`;
  return status === "paid"
    ? "We don’t know this word. Ask the service what it means for the payout."
    : closedWords.unknown_word.body;
}
