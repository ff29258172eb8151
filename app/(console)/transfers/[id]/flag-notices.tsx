import { Notice } from "#components/notice/notice";
import type { Transfer } from "#lib/contract/api";
import { showInvisible } from "#lib/text/visible-text";
import { isConflict } from "#lib/transfer/status-words";
import type { TransferFlag } from "#lib/transfer/transfer-status";
import { flagWords } from "#lib/words/words";

/** The notice in claims.tsx tells of contradicting addresses. */
const isUntold = (flag: TransferFlag) => flag !== "contradicting_address";

const kinds: Partial<Record<TransferFlag, "info" | "fail">> = {
  foreign_callback: "info",
  address_changed: "fail",
};

export function FlagNotices({ transfer }: { transfer: Transfer }) {
  const { flags } = transfer;
  const unknownWords = transfer.unknownWords.filter((word) => !isConflict(word));
  const conflicts = transfer.unknownWords.filter(isConflict);
  return (
    <>
      {flags.filter(isUntold).map((flag) => (
        <Notice key={flag} kind={kinds[flag] ?? "warn"} title={flagWords[flag].title}>
          {flagWords[flag].body}
        </Notice>
      ))}
      {conflicts.length > 0 && (
        <Notice kind="warn" title={`One status update said: ${showInvisible(conflicts.join(", "))}`}>
          It contradicts itself, so none of it counts. Ask the service which of these is true.
        </Notice>
      )}
      {unknownWords.length > 0 && (
        <Notice kind="info" title={`The service reported: ${showInvisible(unknownWords.join(", "))}`}>
          We don’t recognise this status, so we can’t tell whether money arrived. Ask the service what it
          means before you send.
        </Notice>
      )}
    </>
  );
}
