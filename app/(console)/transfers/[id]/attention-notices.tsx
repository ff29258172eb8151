import { Notice } from "#components/notice/notice";
import { PageLink } from "#components/ui/page-link";
import type { TransferWithEvents } from "#lib/contract/api";
import { reasonWords } from "#lib/words/attention-words";
import { isLifted, openedSentence } from "#lib/words/deposit/closed-words";
import { untoldReasons } from "./untold-reasons";

/** Only the reasons that nothing else on the page shows. */
export function AttentionNotices({ transfer }: { transfer: TransferWithEvents }) {
  return (
    <>
      {untoldReasons(transfer).map((reason) => {
        const { title, body } = reasonWords(reason, transfer);
        return (
          <Notice
            key={reason}
            kind="warn"
            title={title}
            action={reason === "seen_twice" ? <Twins transfer={transfer} /> : undefined}
          >
            {isLifted(reason, transfer.standing) ? openedSentence : body}
          </Notice>
        );
      })}
    </>
  );
}

/** Two transfers for one payout: nobody sends to both. */
export function SamePayout({ ids }: { ids: readonly string[] }) {
  if (ids.length === 0) return null;
  return (
    <Notice kind="fail" title="Two transfers may exist: send to only one">
      <p>
        Another transfer was created for the same payout, and both may exist at the service. If you send to
        both, the recipient is paid twice. Ask the service before you send.
      </p>
      {ids.map((id) => (
        <p key={id}>
          The other one:{" "}
          <PageLink
            href={`/transfers/${id}`}
            className="font-mono text-[0.8125rem] underline underline-offset-3"
          >
            {id}
          </PageLink>
        </p>
      ))}
    </Notice>
  );
}

/** Leads to whatever else has the same. */
export function Twins({ transfer: { address, transactionId } }: { transfer: TransferWithEvents }) {
  const values: [string, string | null][] = [
    ["address", address],
    ["transaction ID", transactionId],
  ];
  return values.map(
    ([name, value]) =>
      value !== null && (
        <PageLink
          key={name}
          href={`/transfers?q=${encodeURIComponent(value)}`}
          className="font-semibold underline underline-offset-3"
        >
          Transfers with this {name}
        </PageLink>
      ),
  );
}
