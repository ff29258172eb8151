import { takePasswordLinkBack } from "#lib/calls/people-calls";
import type { PasswordLinkEntry } from "#lib/contract/people";
import { OpenLinks } from "./open-links";

type Props = { passwordLinks: readonly PasswordLinkEntry[]; timeZone: string };

/** The links for a new password that nobody has used yet. */
export function PasswordLinks({ passwordLinks, timeZone }: Props) {
  return (
    <OpenLinks
      title="Open password links"
      none="None. A link for a new password stands here until it is used or ends."
      links={passwordLinks}
      what="the password link of"
      takingBack={takePasswordLinkBack}
      timeZone={timeZone}
    >
      It works no more. Their password stays as it is. You can make them a new link.
    </OpenLinks>
  );
}
