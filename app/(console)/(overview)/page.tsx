import type { Metadata } from "next";
import { asTrouble, ProblemNotice } from "#components/notice/problem-notice";
import { RefreshButton } from "#components/notice/refresh-button";
import { TransferTable } from "#components/transfer/transfer-table";
import { Card } from "#components/ui/card";
import { PageHeader } from "#components/ui/page-header";
import { PageLink } from "#components/ui/page-link";
import { may } from "#lib/contract/roles";
import { pageActor } from "#lib/server/auth/page-actor";
import { env } from "#lib/server/config/env";
import { countAttention } from "#lib/server/ledger/attention";
import { listTransfers } from "#lib/server/search/list-transfers";
import { CreateLink } from "../_shell/create-link";
import { AttentionPanel } from "./attention-panel";
import { BusinessPanel } from "./business-panel";
import { FirstSteps } from "./first-steps";

export const metadata: Metadata = { title: "Overview" };

const recentCount = 5;

export default async function OverviewPage() {
  const { person } = await pageActor("read");
  const { timeZone, isSandbox, callbackBaseUrl } = env();
  const [recent, attention] = await Promise.all([
    listTransfers({ limit: recentCount }).catch(asTrouble),
    countAttention().catch(asTrouble),
  ]);
  const isFirstRun = "items" in recent && recent.items.length === 0;
  return (
    <>
      <PageHeader
        title="Overview"
        actions={
          <CreateLink variant="primary" href="/transfers/new">
            New transfer
          </CreateLink>
        }
      />
      <div className="space-y-6">
        {isFirstRun && (
          <FirstSteps
            isSandbox={isSandbox}
            hasUpdates={callbackBaseUrl !== undefined}
            mayCreate={may(person.role, "create")}
          />
        )}
        <BusinessPanel timeZone={timeZone} />
        {!isFirstRun && "total" in attention && <AttentionPanel initial={attention} />}
        {"code" in recent && (
          <ProblemNotice trouble={recent} action={<RefreshButton />}>
            We can’t show the transfers right now. Existing transfers aren’t affected.
          </ProblemNotice>
        )}
        {"items" in recent && !isFirstRun && (
          <Card
            isFlush
            title="Recent transfers"
            action={
              <PageLink href="/transfers" className="text-link text-[0.8125rem]/5 font-medium">
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
