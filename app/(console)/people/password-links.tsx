import type { PasswordLinkEntry } from "#lib/contract/people";
import { OpenLinks } from "./open-links";

type Props = { passwordLinks: readonly PasswordLinkEntry[]; timeZone: string };

export function PasswordLinks({ passwordLinks, timeZone }: Props) {
  return (
    <OpenLinks
      title="Open password links"
      links={passwordLinks}
      what="the password link for"
      revoking="DELETE /api/people/password-links/[id]"
      timeZone={timeZone}
    >
      The link stops working. Their password stays the same. You can create a new link.
    </OpenLinks>
  );
}
