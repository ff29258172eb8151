import type { NameConfirmation } from "#lib/contract/payees";
import { formatDate } from "#lib/text/format-time";
import { showInvisible } from "#lib/text/visible-text";

/** How a person compared a name with whose account it is. */
const ways: Record<NameConfirmation["how"], string> = {
  called_back: "by a call",
  bank_app: "by the name that a bank’s app showed",
  document: "by a document",
};

type Props = { confirmation: NameConfirmation; timeZone: string };

/** `Name confirmed by Ada, 3 March 2026, by a call: called …4821`. A person said so: it is not verified. */
export function NameConfirmed({ confirmation: { how, by, at, note }, timeZone }: Props) {
  const who = by === null ? "" : ` by ${showInvisible(by)}`;
  return (
    <>
      Name confirmed{who}, {formatDate(at, timeZone)}, {ways[how]}
      {note !== null && (
        <>
          : <bdi>{showInvisible(note)}</bdi>
        </>
      )}
    </>
  );
}
