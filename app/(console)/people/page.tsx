import type { Metadata } from "next";
import { asTrouble, ProblemNotice } from "#components/notice/problem-notice";
import { RefreshButton } from "#components/notice/refresh-button";
import { PageHeader } from "#components/ui/page-header";
import { pageActor } from "#lib/server/auth/page-actor";
import { env } from "#lib/server/config/env";
import { areLinksMailed } from "#lib/server/people/link-mail";
import { listPeople } from "#lib/server/people/people";
import { ControlsOffer } from "../controls/controls-offer";
import { PeopleView } from "./people-view";

export const metadata: Metadata = { title: "People" };

export default async function PeoplePage() {
  const { person } = await pageActor("manage_people");
  const found = await listPeople().catch(asTrouble);
  const { timeZone, isSandbox } = env();
  return (
    <>
      <PageHeader
        title="People"
        lead="Who can sign in, and what each may do. Changes apply immediately and are logged."
      />
      {"code" in found ? (
        <ProblemNotice trouble={found} action={<RefreshButton />}>
          We can’t show this list right now. Nothing has changed.
        </ProblemNotice>
      ) : (
        <PeopleView
          initial={found}
          readAt={Date.now()}
          ownId={person.id}
          {...{ timeZone, isSandbox }}
          isMailed={areLinksMailed()}
        />
      )}
      <ControlsOffer />
    </>
  );
}
