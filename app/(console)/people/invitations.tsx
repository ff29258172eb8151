import type { InvitationEntry } from "#lib/contract/people";
import { roleWords } from "#lib/contract/roles";
import { OpenLinks } from "./open-links";

type Props = { invitations: readonly InvitationEntry[]; timeZone: string };

export function Invitations({ invitations, timeZone }: Props) {
  return (
    <OpenLinks
      title="Open invitations"
      links={invitations}
      what="the invitation for"
      gives={({ role }) => `${roleWords[role].name}.`}
      revoking="DELETE /api/people/invitations/[id]"
      timeZone={timeZone}
    >
      Its link stops working. You can invite them again with a new link.
    </OpenLinks>
  );
}
