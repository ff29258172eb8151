import type { Metadata } from "next";
import { Notice } from "#components/notice/notice";
import { asTrouble, ProblemNotice } from "#components/notice/problem-notice";
import { RefreshButton } from "#components/notice/refresh-button";
import { PageHeader } from "#components/ui/page-header";
import { findControls } from "#lib/features/controls/server/rules/rules-acts";
import { pageActor } from "#lib/server/auth/page-actor";
import { env } from "#lib/server/config/env";
import { areLinksMailed } from "#lib/server/people/link-mail";
import { ApproverCard } from "./approver-card";
import { ControlsView } from "./controls-view";
import { PendingWords } from "./pending-words";
import { PracticeCard } from "./practice-card";
import { RulesShown } from "./rules-shown";

export const metadata: Metadata = { title: "Controls" };

export default async function ControlsPage() {
  await pageActor("set_controls");
  const found = await findControls().catch(asTrouble);
  const { timeZone, controlHoldMs, isSandbox } = env();
  const header = (
    <PageHeader
      title="Controls"
      lead="Which payouts wait until somebody else agrees, and how much can go out. Everything is off until you set it."
    />
  );
  if ("code" in found)
    return (
      <>
        {header}
        <ProblemNotice trouble={found} action={<RefreshButton />}>
          We can’t show the rules right now. They still count.
        </ProblemNotice>
      </>
    );
  const { n, rules, set, pending, people, unmet } = found;
  return (
    <>
      {header}
      <ControlsView
        n={n}
        start={pending?.rules ?? rules}
        holdHours={controlHoldMs / 3_600_000}
        able={people.filter(({ lacks }) => lacks.length === 0).length}
        pending={
          pending === null
            ? undefined
            : { ...pending, about: <PendingWords pending={pending} rules={rules} timeZone={timeZone} /> }
        }
        unmet={
          unmet.length > 0 && (
            <Notice kind="warn" title="Not every payout could be approved now">
              {unmet.map((sentence) => (
                <p key={sentence}>{sentence}</p>
              ))}
            </Notice>
          )
        }
        shown={<RulesShown rules={rules} set={set} timeZone={timeZone} />}
        aside={
          <ApproverCard
            people={people}
            isSandbox={isSandbox}
            practice={isSandbox && !areLinksMailed() && <PracticeCard timeZone={timeZone} />}
          />
        }
      />
    </>
  );
}
