import { ButtonLink } from "#components/ui/button-link";
import type { TransferWithEvents } from "#lib/contract/api";

type Props = { transfer: TransferWithEvents; mayTeach: boolean };

/** Where a word that nobody knows, or an update without a body, closes it: an admin can say what it means. */
export function WordsLink({ transfer, mayTeach }: Props) {
  if (!hasUntaught(transfer)) return null;
  return (
    <ButtonLink size="small" href="/words">
      {mayTeach ? "Say what this word means" : "Show the service’s words"}
    </ButtonLink>
  );
}

function hasUntaught({ unknownWords, standing, events, taughtWords }: TransferWithEvents): boolean {
  if (unknownWords.length > 0) return true;
  const isEmptyTaught = taughtWords.some(({ word }) => word === "");
  return standing.closedBy === "unread" && !isEmptyTaught && events.some(({ unread }) => unread === "empty");
}
