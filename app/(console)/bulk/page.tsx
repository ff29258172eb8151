import type { Metadata, Route } from "next";
import { asTrouble, ProblemNotice } from "#components/notice/problem-notice";
import { RefreshButton } from "#components/notice/refresh-button";
import { ButtonLink } from "#components/ui/button-link";
import { Card } from "#components/ui/card";
import { EmptyState } from "#components/ui/empty-state";
import { Plus } from "#components/ui/icon";
import { PageHeader } from "#components/ui/page-header";
import { PageLink } from "#components/ui/page-link";
import { may } from "#lib/contract/roles";
import { listBatches } from "#lib/features/bulk/server/batches/list-batches";
import { pageActor } from "#lib/server/auth/page-actor";
import { env } from "#lib/server/config/env";
import { BatchTable } from "./batch-table";
import { TemplateButton } from "./template-button";

export const metadata: Metadata = { title: "Bulk payouts" };

export default async function BulkPage({ searchParams }: PageProps<"/bulk">) {
  const { person } = await pageActor("read");
  const query = await searchParams;
  const cursor = typeof query.cursor === "string" ? query.cursor.slice(0, 200) : undefined;
  const found = await listBatches({ cursor }).catch(asTrouble);
  const mayCreate = may(person.role, "create");
  const start = (
    <ButtonLink size="small" variant="primary" href="/bulk/new">
      <Plus aria-hidden className="size-4" />
      New batch
    </ButtonLink>
  );
  return (
    <>
      <PageHeader
        title="Bulk payouts"
        lead="Many payouts from one spreadsheet, checked and created together."
        actions={
          <>
            {may(person.role, "export") && <TemplateButton />}
            {mayCreate && start}
          </>
        }
      />
      {"code" in found ? (
        <ProblemNotice trouble={found} action={<RefreshButton />}>
          We can’t show the batches right now. Nothing was sent, and nothing has changed.
        </ProblemNotice>
      ) : (
        <Card isFlush>
          {found.items.length === 0 ? (
            <EmptyState title={cursor === undefined ? "No batches yet" : "No older batches"}>
              {cursor === undefined &&
                "A batch reads a payroll or a list of suppliers, checks each row, and creates its transfers only after you agree."}
            </EmptyState>
          ) : (
            <BatchTable batches={found.items} now={Date.now()} timeZone={env().timeZone} />
          )}
          {(found.nextCursor !== null || cursor !== undefined) && (
            <p className="flex flex-wrap gap-x-4 border-t border-line px-card py-3 text-[0.8125rem]/5">
              {cursor !== undefined && (
                <PageLink href="/bulk" className="lone-link">
                  Newest batches
                </PageLink>
              )}
              {found.nextCursor !== null && (
                <PageLink
                  href={`/bulk?cursor=${encodeURIComponent(found.nextCursor)}` as Route}
                  className="lone-link"
                >
                  Older batches
                </PageLink>
              )}
            </p>
          )}
        </Card>
      )}
    </>
  );
}
