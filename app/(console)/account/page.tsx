import type { Metadata } from "next";
import { Notice } from "#components/notice/notice";
import { asTrouble, ProblemNotice } from "#components/notice/problem-notice";
import { RefreshButton } from "#components/notice/refresh-button";
import { Card } from "#components/ui/card";
import { PageHeader } from "#components/ui/page-header";
import { SummaryList, SummaryRow } from "#components/ui/summary-list";
import type { Person } from "#lib/contract/roles";
import { roleWords } from "#lib/contract/roles";
import { pageActor } from "#lib/server/auth/page-actor";
import { env } from "#lib/server/config/env";
import { listSessions } from "#lib/server/people/account";
import { showInvisible } from "#lib/text/visible-text";
import { MailPart } from "./mail-part";
import { PasswordCard } from "./password-card";
import { SecondFactorCard } from "./second-factor-card";
import { SessionsCard } from "./sessions-card";

export const metadata: Metadata = { title: "Your account" };

export default async function AccountPage() {
  const actor = await pageActor("keep_own_account");
  const sessions = await listSessions(actor).catch(asTrouble);
  const { requiresSecondFactor, timeZone } = env();
  const { name, email, hasSecondFactor } = actor.person;
  return (
    <>
      <PageHeader title="Your account" />
      <div className="space-y-4">
        {requiresSecondFactor && !hasSecondFactor && (
          <Notice kind="warn" title="Set up a second factor first">
            This dashboard requires one. You can’t open anything else until you set it up.
          </Notice>
        )}
        <div className="grid items-start gap-4 lg:grid-cols-2">
          <div className="min-w-0 space-y-4">
            <Identity person={actor.person} />
            <PasswordCard name={name} email={email} />
          </div>
          <div className="min-w-0 space-y-4">
            <SecondFactorCard hasSecondFactor={hasSecondFactor} isRequired={requiresSecondFactor} />
            <MailPart person={actor.person} />
          </div>
        </div>
        {"code" in sessions ? (
          <ProblemNotice trouble={sessions} action={<RefreshButton />}>
            We can’t show your sessions right now. Nothing has changed.
          </ProblemNotice>
        ) : (
          <SessionsCard initial={sessions} readAt={Date.now()} timeZone={timeZone} />
        )}
        <p className="text-[0.8125rem]/5 text-muted">
          This dashboard follows WCAG 2.2, level AA. If something doesn’t work for you, tell the person who
          runs it. The known problems are listed in docs/accessibility.md.
        </p>
      </div>
    </>
  );
}

function Identity({ person: { name, email, role } }: { person: Person }) {
  return (
    <Card title="You">
      <SummaryList>
        <SummaryRow term="Name">{showInvisible(name)}</SummaryRow>
        <SummaryRow term="E-mail address">{showInvisible(email)}</SummaryRow>
        <SummaryRow term="Role">
          {roleWords[role].name}
          <span className="block text-[0.8125rem]/5 font-normal text-muted">{roleWords[role].can}</span>
        </SummaryRow>
      </SummaryList>
      <p className="mt-4 text-[0.8125rem]/5 text-muted">Only an admin can change your role.</p>
    </Card>
  );
}
