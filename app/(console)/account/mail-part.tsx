import { asTrouble, ProblemNotice } from "#components/notice/problem-notice";
import { RefreshButton } from "#components/notice/refresh-button";
import type { Person } from "#lib/contract/roles";
import { readMailChoices } from "#lib/features/telling/server/mail/choose-mail";
import { MailCard } from "./mail-card";

/** The choices of e-mail, as they are now. */
export async function MailPart({ person }: { person: Person }) {
  const mail = await readMailChoices(person).catch(asTrouble);
  if ("code" in mail)
    return (
      <ProblemNotice trouble={mail} action={<RefreshButton />}>
        We can’t show your e-mail choices right now. Nothing has changed.
      </ProblemNotice>
    );
  return <MailCard initial={mail} />;
}
