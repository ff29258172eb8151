import { Notice } from "#components/notice/notice";
import type { TransferCheck } from "#lib/contract/transfer/transfer-check";

/** What the rules for payouts would ask of the transfer, before it is created. Nothing without rules. */
export function RulesNotice({ foreseen }: { foreseen: TransferCheck | undefined }) {
  if (foreseen === undefined) return null;
  const { waits, refused, left } = foreseen;
  return (
    <>
      {refused !== null && (
        <Notice kind="warn" title="The rules don’t allow this transfer now">
          <p>{refused}</p>
        </Notice>
      )}
      {waits !== null && (
        <Notice kind="info" title="Somebody else must approve this transfer">
          <p>{waits}</p>
          <p>Nothing is sent to the service before that.</p>
        </Notice>
      )}
      {left.length > 0 && (
        <ul className="space-y-1 text-[0.8125rem]/5 text-muted">
          {left.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
    </>
  );
}
