import type { Metadata } from "next";
import { asTrouble, ProblemNotice } from "#components/notice/problem-notice";
import { RefreshButton } from "#components/notice/refresh-button";
import { Card } from "#components/ui/card";
import { EmptyState } from "#components/ui/empty-state";
import { PageHeader } from "#components/ui/page-header";
import { may } from "#lib/contract/roles";
import { findQueue } from "#lib/features/controls/server/find-queue";
import { pageActor } from "#lib/server/auth/page-actor";
import { env } from "#lib/server/config/env";
import { EvidenceButton } from "./evidence-button";
import { EndedTable, QueueTable } from "./queue-table";
import { QueueWatch } from "./queue-watch";

export const metadata: Metadata = { title: "Approvals" };

export default async function ApprovalsPage() {
  const actor = await pageActor("read");
  const found = await findQueue(actor).catch(asTrouble);
  if ("code" in found)
    return (
      <>
        <PageHeader title="Approvals" />
        <ProblemNotice trouble={found} action={<RefreshButton />}>
          We can’t show this list right now. Nothing was sent, and nothing has changed.
        </ProblemNotice>
      </>
    );
  const { yours, others, waiting, ended } = found;
  const shared = { now: Date.now(), timeZone: env().timeZone };
  return (
    <>
      <PageHeader
        title="Approvals"
        actions={may(actor.person.role, "read_audit") ? <EvidenceButton /> : undefined}
        lead={waiting > 0 ? "Open a request to decide on it. Oldest first." : undefined}
      />
      <QueueWatch drawn={found}>
        {waiting === 0 && (
          <Card isFlush>
            <EmptyState title="Nothing waits for an approval">
              Payouts that your rules hold back appear here.
            </EmptyState>
          </Card>
        )}
        {yours.length > 0 && (
          <Card isFlush title={`Yours to decide (${yours.length})`}>
            <QueueTable caption="Yours to decide, oldest first" entries={yours} {...shared} />
          </Card>
        )}
        {others.length > 0 && (
          <Card isFlush title={`Waiting for others (${others.length})`}>
            <QueueTable caption="Waiting for others, oldest first" entries={others} {...shared} />
          </Card>
        )}
        {waiting > yours.length + others.length && (
          <p className="text-[0.8125rem]/5 text-muted">
            More requests wait. They appear once these are decided.
          </p>
        )}
        {ended.length > 0 && (
          <Card isFlush title="Decided or ended lately">
            <EndedTable entries={ended} {...shared} />
          </Card>
        )}
      </QueueWatch>
    </>
  );
}
