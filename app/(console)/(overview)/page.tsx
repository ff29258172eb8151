import type { Metadata } from "next";
import { asTrouble, ProblemNotice } from "#components/notice/problem-notice";
import { RefreshButton } from "#components/notice/refresh-button";
import { TransferTable } from "#components/transfer/transfer-table";
import { Card } from "#components/ui/card";
import { Plus } from "#components/ui/icon";
import { PageHeader } from "#components/ui/page-header";
import { PageLink } from "#components/ui/page-link";
import { may } from "#lib/contract/roles";
import { countAttention } from "#lib/server/attention/attention";
import { findOpenMoney, sumAttention } from "#lib/server/attention/open-money";
import { pageActor } from "#lib/server/auth/page-actor";
import { env } from "#lib/server/config/env";
import { readFirstSteps } from "#lib/server/people/first-steps";
import { listTransfers } from "#lib/server/search/list-transfers";
import { sandboxWords } from "#lib/server/service/sandbox-words";
import { CreateLink } from "../_shell/create-link";
import { WaitingLine } from "../approvals/waiting-line";
import { FiguresCard } from "../insight/figures-card";
import { AttentionPanel, mostKinds } from "./attention-panel";
import { BusinessPanel } from "./business-panel";
import { FirstSteps } from "./first-steps";
import { GhostTransfers } from "./ghost-transfers";
import { OpenMoneyCard } from "./open-money";

export const metadata: Metadata = { title: "Overview" };

const recentCount = 5;

export default async function OverviewPage() {
  const actor = await pageActor("read");
  const { person } = actor;
  const { timeZone, isSandbox } = env();
  const [recent, attention, found] = await Promise.all([
    listTransfers({ limit: recentCount }).catch(asTrouble),
    Promise.all([findUrgent(), findOpenMoney()]).catch(() => undefined),
    readFirstSteps({ person }).catch(() => undefined),
  ]);
  const now = Date.now();
  const isFirstRun = "items" in recent && recent.items.length === 0;
  // Whoever has made a handful of transfers has found the way.
  const isFirstHour = "items" in recent && recent.items.length < recentCount;
  const words = sandboxWords();
  return (
    <>
      <PageHeader
        title="Overview"
        actions={
          <CreateLink variant="primary" size="small" href="/transfers/new">
            <Plus className="size-4" />
            New transfer
          </CreateLink>
        }
      />
      <BusinessPanel timeZone={timeZone} />
      <WaitingLine actor={actor} />
      <div className="space-y-4">
        {isFirstHour && found !== undefined && (
          <FirstSteps
            {...{ person, found, isSandbox, now }}
            hasTransfer={!isFirstRun}
            names={words === undefined ? 0 : words.answers.length + words.lives.length}
          />
        )}
        {isFirstRun && <GhostTransfers mayCreate={may(person.role, "create")} />}
        {!isFirstRun && attention !== undefined && (
          <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_21.5rem]">
            <AttentionPanel {...attention[0]} now={now} />
            <OpenMoneyCard money={attention[1]} now={now} />
          </div>
        )}
        {!isFirstRun && <FiguresCard timeZone={timeZone} />}
        {"code" in recent && (
          <ProblemNotice trouble={recent} action={<RefreshButton />}>
            We can’t show the transfers right now. Existing transfers aren’t affected.
          </ProblemNotice>
        )}
        {"items" in recent && !isFirstRun && (
          <Card
            isFlush
            title="Newest transfers"
            action={
              <PageLink href="/transfers" className="lone-link text-[0.8125rem]/5 font-medium">
                All transfers
              </PageLink>
            }
          >
            <TransferTable transfers={recent.items} timeZone={timeZone} caption="The newest transfers" />
          </Card>
        )}
      </div>
    </>
  );
}

async function findUrgent() {
  const counts = await countAttention();
  // Each is read whole: of those that are only counted there is no sum to show.
  return { counts, sums: await sumAttention(counts.reasons.slice(0, mostKinds)) };
}
