import type { Metadata } from "next";
import { Suspense } from "react";
import { Notice } from "#components/notice/notice";
import { asTrouble, ProblemNotice } from "#components/notice/problem-notice";
import { RefreshButton } from "#components/notice/refresh-button";
import { ButtonLink } from "#components/ui/button-link";
import { Card } from "#components/ui/card";
import { EmptyState } from "#components/ui/empty-state";
import { PageHeader } from "#components/ui/page-header";
import { Skeleton } from "#components/ui/skeleton";
import type { AuditListInput } from "#lib/contract/audit/audit";
import { listAudit } from "#lib/server/audit/audit-list";
import { pageActor } from "#lib/server/auth/page-actor";
import { env } from "#lib/server/config/env";
import { dayOf } from "#lib/text/zone-day";
import { auditWords } from "#lib/words/audit-words";
import { AuditFilters } from "./audit-filters";
import { auditHref, filtersOf, isFiltered, readAuditQuery } from "./audit-query";
import { AuditTable } from "./audit-table";
import { VerificationLine } from "./verification-line";

export async function generateMetadata({ searchParams }: PageProps<"/audit">): Promise<Metadata> {
  return {
    title: readAuditQuery(await searchParams, dayOf(Date.now(), env().timeZone)).ok
      ? "Audit log"
      : "Error: Audit log",
  };
}

const showAll = <ButtonLink href="/audit">Show the whole log</ButtonLink>;

export default async function AuditPage({ searchParams }: PageProps<"/audit">) {
  await pageActor("read_audit");
  const query = readAuditQuery(await searchParams, dayOf(Date.now(), env().timeZone));
  const { timeZone } = env();
  return (
    <>
      <PageHeader
        title="Audit log"
        lead={`What people and this dashboard did, newest first. Entries that only hold a hash of events are hidden. To see them, choose “${auditWords.events_recorded}” under Action. Times and days are in ${timeZone}.`}
      />
      {query.ok ? (
        <>
          <VerificationLine timeZone={timeZone} />
          <AuditFilters given={filtersOf(query.input)} />
          <Suspense key={auditHref(query.input, query.input.cursor)} fallback={<WaitingList />}>
            <List input={query.input} timeZone={timeZone} />
          </Suspense>
        </>
      ) : (
        <>
          <AuditFilters given={query.given} fault={query.fault} />
          <Notice kind="fail" title="This list can’t be shown" action={showAll} isLive>
            {query.fault.message}
          </Notice>
        </>
      )}
    </>
  );
}

async function List({ input, timeZone }: { input: AuditListInput; timeZone: string }) {
  const page = await listAudit(input).catch(asTrouble);
  if ("code" in page) {
    return (
      <ProblemNotice trouble={page} action={<RefreshButton />} isLive>
        We can’t show the log right now. Its entries haven’t changed.
      </ProblemNotice>
    );
  }
  if (page.items.length === 0) {
    return (
      <Card isFlush>
        <Nothing input={input} />
      </Card>
    );
  }
  return (
    <>
      <Card isFlush>
        <AuditTable entries={page.items} timeZone={timeZone} />
      </Card>
      <nav aria-label="Pages of the log" className="mt-4 flex flex-wrap justify-end gap-2">
        {input.cursor !== undefined && (
          <ButtonLink href={auditHref(input, undefined)}>Newest entries</ButtonLink>
        )}
        {page.nextCursor !== null && (
          <ButtonLink href={auditHref(input, page.nextCursor)}>Older entries</ButtonLink>
        )}
      </nav>
    </>
  );
}

function Nothing({ input }: { input: AuditListInput }) {
  if (isFiltered(input)) {
    return (
      <EmptyState title="No results" action={showAll}>
        No entries match these filters. Enter a name, an e-mail address or an ID in full.
      </EmptyState>
    );
  }
  if (input.cursor !== undefined) {
    return (
      <EmptyState title="No results" action={showAll}>
        There are no older entries.
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No entries yet">
      Entries appear here when somebody signs in, creates or changes something, or views a hidden account
      number.
    </EmptyState>
  );
}

const rows = Array.from({ length: 8 }, (_, row) => `row ${row}`);

function WaitingList() {
  return (
    <>
      <p role="status" className="sr-only">
        Loading the log
      </p>
      <Card>
        <div className="space-y-5">
          {rows.map((row) => (
            <Skeleton key={row} className="h-14" />
          ))}
        </div>
      </Card>
    </>
  );
}
