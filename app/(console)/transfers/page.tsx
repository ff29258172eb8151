import type { Metadata, Route } from "next";
import { redirect } from "next/navigation";
import { asTrouble, ProblemNotice } from "#components/problem-notice";
import { RefreshButton } from "#components/refresh-button";
import { TransferTable } from "#components/transfer-table";
import { ButtonLink } from "#components/ui/button-link";
import { Card } from "#components/ui/card";
import { EmptyState } from "#components/ui/empty-state";
import { Notice } from "#components/ui/notice";
import { PageHeader } from "#components/ui/page-header";
import type { TransferListInput, TransferPage } from "#lib/contract/api";
import { pageActor } from "#lib/server/auth/page-actor";
import { env } from "#lib/server/env";
import { listTransfers } from "#lib/server/transfers";
import { statusWords } from "#lib/words";
import { CreateLink } from "../create-link";
import { ListFilters } from "./list-filters";
import { readListQuery } from "./list-query";

export const metadata: Metadata = { title: "Transfers" };

const showAll = <ButtonLink href="/transfers">Show all transfers</ButtonLink>;

/** The transfers of this dashboard, newest first. A search that finds exactly one goes to it. */
export default async function TransfersPage({ searchParams }: PageProps<"/transfers">) {
  await pageActor("read");
  const query = readListQuery(await searchParams);
  if (!query.ok) {
    return (
      <>
        <Header />
        <Notice kind="warn" title="This list cannot be shown" action={showAll}>
          {query.message}
        </Notice>
      </>
    );
  }
  const { input } = query;
  const page = await listTransfers(input).catch(asTrouble);
  const only = "items" in page && page.items.length === 1 ? page.items[0] : undefined;
  const isPlainSearch = input.find !== undefined && input.status === undefined && input.cursor === undefined;
  if (isPlainSearch && only !== undefined) redirect(`/transfers/${only.id}`);
  // On the first run there is one thing to do, so it is offered once and there is nothing to filter.
  if ("items" in page && page.items.length === 0 && !isFiltered(input)) return <NothingYet />;
  return (
    <>
      <Header />
      <ListFilters input={input} />
      {"code" in page ? (
        <ProblemNotice trouble={page} action={page.code === "invalid_request" ? showAll : <RefreshButton />}>
          What was created before is not changed by this.
        </ProblemNotice>
      ) : (
        <List page={page} input={input} />
      )}
    </>
  );
}

function Header() {
  const create = (
    <CreateLink variant="primary" href="/transfers/new">
      New transfer
    </CreateLink>
  );
  return <PageHeader title="Transfers" actions={create} />;
}

function List({ page, input }: { page: TransferPage; input: TransferListInput }) {
  if (page.items.length === 0) {
    return (
      <Card isFlush>
        <NoResults input={input} />
      </Card>
    );
  }
  return (
    <>
      <Card isFlush>
        <TransferTable transfers={page.items} timeZone={env().timeZone} caption="Transfers, newest first" />
      </Card>
      <nav aria-label="Pages of the list" className="mt-4 flex flex-wrap justify-end gap-2">
        {input.cursor !== undefined && (
          <ButtonLink href={pageHref(input, undefined)}>Newest transfers</ButtonLink>
        )}
        {page.nextCursor !== null && (
          <ButtonLink href={pageHref(input, page.nextCursor)}>Older transfers</ButtonLink>
        )}
      </nav>
    </>
  );
}

function isFiltered({ find, status, cursor }: TransferListInput): boolean {
  return find !== undefined || status !== undefined || cursor !== undefined;
}

function pageHref({ find, status }: TransferListInput, cursor: string | undefined): Route {
  const given = Object.entries({ find, status, cursor }).filter(([, value]) => value !== undefined);
  return `/transfers?${new URLSearchParams(given as [string, string][])}` as Route;
}

function NothingYet() {
  const create = (
    <CreateLink variant="primary" href="/transfers/new">
      New transfer
    </CreateLink>
  );
  return (
    <>
      <PageHeader title="Transfers" />
      <Card isFlush>
        <EmptyState title="No transfer yet" action={create}>
          Transfers that are created here appear in this list, with every event that becomes known of them.
        </EmptyState>
      </Card>
    </>
  );
}

function NoResults({ input: { find, status } }: { input: TransferListInput }) {
  if (find !== undefined && status === undefined) {
    return (
      <EmptyState title="No transfer has that ID" action={showAll}>
        <p>
          This dashboard has no transfer with that ID. It knows the transfers created here; the service has no
          look-up.
        </p>
        <p className="font-mono text-xs">{find}</p>
      </EmptyState>
    );
  }
  const word = status === undefined ? undefined : statusWords[status].word;
  return (
    <EmptyState title="No results" action={showAll}>
      {word === undefined
        ? "There are no older transfers."
        : `No transfer with the status “${word}” fits this search.`}
    </EmptyState>
  );
}
