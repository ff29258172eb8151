import type { Metadata } from "next";
import { asTrouble, ProblemNotice } from "#components/notice/problem-notice";
import { RefreshButton } from "#components/notice/refresh-button";
import { PageHeader } from "#components/ui/page-header";
import { may } from "#lib/contract/roles";
import { pageActor } from "#lib/server/auth/page-actor";
import { findServiceWords } from "#lib/server/callbacks/service-words";
import { env } from "#lib/server/config/env";
import { WordsGround } from "./words-ground";
import { WordsView } from "./words-view";

export const metadata: Metadata = { title: "Service’s words" };

/** What the service's status words mean here. Everybody reads it, an admin changes it. */
export default async function WordsPage() {
  const { person } = await pageActor("read");
  const found = await findServiceWords().catch(asTrouble);
  return (
    <>
      <PageHeader
        title="Service’s words"
        lead="A status word that we don’t know closes the address until a person knows what it means. An admin says it once, for all transfers."
      />
      {"code" in found ? (
        <ProblemNotice trouble={found} action={<RefreshButton />}>
          We can’t show the words right now. Nothing has changed.
        </ProblemNotice>
      ) : (
        <WordsGround>
          <WordsView words={found} mayTeach={may(person.role, "teach_words")} timeZone={env().timeZone} />
        </WordsGround>
      )}
    </>
  );
}
