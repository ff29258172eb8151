import { Notice } from "#components/ui/notice";
import type { Transfer } from "#lib/contract/api";
import type { TransferFlag } from "#lib/transfer-status";
import { showInvisible } from "#lib/visible-text";
import { flagWords } from "#lib/words";

const kinds: Partial<Record<TransferFlag, "info" | "fail">> = {
  foreign_callback: "info",
  address_changed: "fail",
};

/** What needs a person's eye beside the status. */
export function FlagNotices({ transfer }: { transfer: Transfer }) {
  const { flags, unknownWords } = transfer;
  return (
    <>
      {flags.map((flag) => (
        <Notice key={flag} kind={kinds[flag] ?? "warn"} title={flagWords[flag].title}>
          {flagWords[flag].body}
        </Notice>
      ))}
      {unknownWords.length > 0 && (
        <Notice kind="info" title={`The service reported: ${showInvisible(unknownWords.join(", "))}`}>
          This dashboard does not know that word, so it says neither that the money came nor that it did not.
          Ask the service what it means before you send.
        </Notice>
      )}
    </>
  );
}
