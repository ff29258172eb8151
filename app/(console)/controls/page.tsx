import type { Metadata } from "next";
import { Notice } from "#components/notice/notice";
import { asTrouble, ProblemNotice } from "#components/notice/problem-notice";
import { RefreshButton } from "#components/notice/refresh-button";
import { PageHeader } from "#components/ui/page-header";
import { SummaryList, SummaryRow } from "#components/ui/summary-list";
import { Time } from "#components/ui/time";
import type { ControlsState } from "#lib/features/controls/controls-api";
import { compareRules, ruleLines } from "#lib/features/controls/rule-words";
import { findControls } from "#lib/features/controls/server/rules/rules-acts";
import { pageActor } from "#lib/server/auth/page-actor";
import { env } from "#lib/server/config/env";
import { areLinksMailed } from "#lib/server/people/link-mail";
import { showInvisible } from "#lib/text/visible-text";
import { ApproverCard } from "./approver-card";
import { ControlsView } from "./controls-view";
import { PracticeCard } from "./practice-card";

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

type PendingProps = Pick<ControlsState, "rules"> & {
  pending: NonNullable<ControlsState["pending"]>;
  timeZone: string;
};

/** When looser rules will count, and what they change. */
function PendingWords({ pending, rules, timeZone }: PendingProps) {
  const changed = compareRules(rules, pending.rules).filter(({ isChanged }) => isChanged);
  return (
    <>
      <p>
        {showInvisible(pending.by ?? "A command on the server")} asked for them. They count from{" "}
        <Time at={pending.effectiveAt} timeZone={timeZone} />, or once a second admin agrees.
      </p>
      <ul className="list-disc pl-5">
        {changed.map(({ rule, before, after }) => (
          <li key={rule}>
            {rule}: {before.join("; ")} → {after.join("; ")}
          </li>
        ))}
      </ul>
    </>
  );
}

type RulesProps = Pick<ControlsState, "rules" | "set"> & { timeZone: string };

/** The rules that count, and who set them. */
function RulesShown({ rules, set, timeZone }: RulesProps) {
  return (
    <>
      <SummaryList>
        {ruleLines(rules).map(({ rule, words }) => (
          <SummaryRow key={rule} term={rule}>
            {words.map((line) => (
              <span key={line} className="block">
                {line}
              </span>
            ))}
          </SummaryRow>
        ))}
      </SummaryList>
      {set !== null && (
        <p className="foreign-text mt-2 text-[0.8125rem]/5 text-muted">
          Set by {set.by === null ? "a command on the server" : showInvisible(set.by)}, in force since{" "}
          <Time at={set.effectiveAt} timeZone={timeZone} />
          {set.reason !== null && `: ${showInvisible(set.reason)}`}.
        </p>
      )}
    </>
  );
}
