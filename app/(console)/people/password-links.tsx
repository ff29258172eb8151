import { takePasswordLinkBack } from "#lib/calls/people-calls";
import type { PasswordLinkEntry } from "#lib/contract/people";
import { OpenLinks } from "./open-links";

type Props = { passwordLinks: readonly PasswordLinkEntry[]; timeZone: string };

export function PasswordLinks({ passwordLinks, timeZone }: Props) {
  return (
    <OpenLinks
      title="Open password links"
      none="None. A link for a new password is listed here until it is used or expires."
      links={passwordLinks}
      what="the password link of"
      takingBack={takePasswordLinkBack}
      timeZone={timeZone}
    >
      The link stops working. Their password stays the same. You can make a new link.
    </OpenLinks>
  );
}
