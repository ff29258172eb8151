import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { transferQuery } from "#lib/calls/queries";
import { type RecentRecipient, type Recipient, recipientOf } from "../recent-recipients";

type Props = { recent: readonly RecentRecipient[]; onChoose: (recipient: Recipient) => void };

/** The list has only the end of an account number: the click asks for all of it. */
export function RecentChoice({ recent, onChoose }: Props) {
  const client = useQueryClient();
  const newest = useRef<RecentRecipient>(undefined);
  const [awaited, setAwaited] = useState<RecentRecipient>();
  const [said, setSaid] = useState<{ text: string; isFault: boolean }>();
  if (recent.length === 0) return null;

  async function choose(chosen: RecentRecipient) {
    newest.current = chosen;
    setAwaited(chosen);
    setSaid(undefined);
    const answer = await client.fetchQuery(transferQuery(chosen.transferId)).catch((error: Error) => error);
    // Another one was clicked meanwhile.
    if (newest.current !== chosen) return;
    setAwaited(undefined);
    if (answer instanceof Error) {
      setSaid({ text: `Nothing was filled in. ${answer.message}`, isFault: true });
      return;
    }
    onChoose(recipientOf(answer));
    setSaid({ text: `We’ve filled in the account of ${chosen.accountName}.`, isFault: false });
  }

  return (
    <fieldset className="mb-5 border-b border-line pb-5">
      <legend className="text-[0.8125rem]/5 font-semibold">Recent recipients</legend>
      <ul className="mt-1 grid gap-2 sm:grid-cols-2">
        {recent.map((recipient) => (
          <li key={recipient.transferId} className="min-w-0">
            <button
              type="button"
              onClick={() => void choose(recipient)}
              aria-busy={recipient === awaited || undefined}
              className="block min-h-11 w-full rounded-lg border border-line px-3 py-1.5 text-left hover:border-line-strong hover:bg-sunken aria-busy:cursor-progress aria-busy:bg-sunken"
            >
              <span className="block truncate font-medium" title={recipient.accountName}>
                {recipient.accountName}
              </span>
              <span className="flex gap-2 text-[0.8125rem]/5 text-muted">
                <span className="truncate">{recipient.bankName}</span>
                <span className="shrink-0">
                  <span className="sr-only">account ending in </span>
                  <span aria-hidden="true">…</span>
                  {recipient.accountLastFour}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      <p role="status" className={said?.isFault ? "mt-2 font-medium text-fail" : "sr-only"}>
        {said?.text}
      </p>
    </fieldset>
  );
}
