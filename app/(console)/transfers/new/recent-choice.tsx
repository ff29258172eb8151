import { lastFour } from "#lib/format";
import type { Recipient } from "./recent-recipients";

/** The last recipients, each one click. Their details are then in the fields, to be checked like typed ones. */
export function RecentChoice({
  recent,
  onChoose,
}: {
  recent: readonly Recipient[];
  onChoose: (recipient: Recipient) => void;
}) {
  if (recent.length === 0) return null;
  return (
    <fieldset className="mb-5 border-b border-line pb-5">
      <legend className="text-[13px]/5 font-semibold">Recent recipients</legend>
      <ul className="mt-1 grid gap-2 sm:grid-cols-2">
        {recent.map((recipient) => (
          <li
            key={`${recipient.bank.code} ${recipient.accountNumber} ${recipient.accountName}`}
            className="min-w-0"
          >
            <button
              type="button"
              onClick={() => onChoose(recipient)}
              className="block min-h-11 w-full rounded-lg border border-line px-3 py-1.5 text-left hover:border-line-strong hover:bg-sunken"
            >
              <span className="block truncate font-medium">{recipient.accountName}</span>
              <span className="flex gap-2 text-[13px]/5 text-muted">
                <span className="truncate">{recipient.bank.name}</span>
                <span className="shrink-0">
                  <span className="sr-only">account ending in </span>
                  <span aria-hidden="true">…</span>
                  {lastFour(recipient.accountNumber)}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
