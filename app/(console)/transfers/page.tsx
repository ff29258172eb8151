import type { Metadata } from "next";
import { redirect } from "next/navigation";
import type { ReactNode } from "react";
import { Notice } from "#components/notice/notice";
import { asTrouble, ProblemNotice } from "#components/notice/problem-notice";
import { RefreshButton } from "#components/notice/refresh-button";
import { TransferTable } from "#components/transfer/transfer-table";
import { ButtonLink } from "#components/ui/button-link";
import { Card } from "#components/ui/card";
import { EmptyState } from "#components/ui/empty-state";
import { PageHeader } from "#components/ui/page-header";
import { Time } from "#components/ui/time";
import type { Transfer } from "#lib/contract/api";
import { may } from "#lib/contract/roles";
import type { TransferListInput, TransferPage } from "#lib/contract/transfer-list";
import { pageActor } from "#lib/server/auth/page-actor";
import { env } from "#lib/server/config/env";
import { listTransfers } from "#lib/server/search/list-transfers";
import { CreateLink } from "../_shell/create-link";
import { ExportButton } from "./export-button";
import { ListFilters } from "./list-filters";
import { filtersOf, isFiltered, listHref, readListQuery } from "./list-query";

export async function generateMetadata({ searchParams }: PageProps<"/transfers">): Promise<Metadata> {
  return { title: readListQuery(await searchParams).ok ? "Transfers" : "Error: Transfers" };
}

const showAll = <ButtonLink href="/transfers">Show all transfers</ButtonLink>;

/** A search for one ID goes to its transfer. */
export default async function TransfersPage({ searchParams }: PageProps<"/transfers">) {
  const actor = await pageActor("read");
  const query = readListQuery(await searchParams);
  if (!query.ok) {
    return (
      <>
        <Header />
        <ListFilters given={query.given} fault={query.fault} assets={env().assets} />
        <Notice kind="fail" title="This list can’t be shown" action={showAll} isLive>
          {query.fault.message}
        </Notice>
      </>
    );
  }
  const { input } = query;
  const page = await listTransfers(input).catch(asTrouble);
  const only = "items" in page && page.items.length === 1 ? page.items[0] : undefined;
  if (only !== undefined && isSearchFor(only, input)) redirect(`/transfers/${only.id}`);
  // On the first run there is nothing to filter.
  const isEmpty = "items" in page && page.items.length === 0;
  if (isEmpty && !isFiltered(input) && input.cursor === undefined) return <NothingYet />;
  return (
    <>
      <Header>{may(actor.person.role, "export") && <ExportButton filters={filtersOf(input)} />}</Header>
      <ListFilters given={filtersOf(input)} assets={env().assets} />
      {"code" in page ? (
        <ProblemNotice trouble={page} action={page.code === "invalid_request" ? showAll : <RefreshButton />}>
          Existing transfers aren’t affected.
        </ProblemNotice>
      ) : (
        <List page={page} input={input} />
      )}
    </>
  );
}

function isSearchFor(
  { id, transactionId, address }: Transfer,
  { q, limit: _limit, ...rest }: TransferListInput,
) {
  const isAlone = Object.values(rest).every((value) => value === undefined);
  return (
    isAlone &&
    q !== undefined &&
    [id, transactionId, address].some((own) => own === q || own === q.toLowerCase())
  );
}

function Header({ children }: { children?: ReactNode }) {
  const actions = (
    <>
      {children}
      <CreateLink variant="primary" href="/transfers/new">
        New transfer
      </CreateLink>
    </>
  );
  return <PageHeader title="Transfers" actions={actions} />;
}

function List({ page, input }: { page: TransferPage; input: TransferListInput }) {
  const { items, nextCursor, lookedBackTo } = page;
  const { timeZone } = env();
  if (items.length === 0 && nextCursor === null) {
    return (
      <Card isFlush>
        <NoResults input={input} />
      </Card>
    );
  }
  return (
    <>
      {items.length > 0 && (
        <Card isFlush>
          <TransferTable transfers={items} timeZone={timeZone} caption="Transfers, newest first" />
        </Card>
      )}
      {lookedBackTo !== null && (
        <p className="mt-4 text-muted">
          {items.length === 0 ? "Nothing found yet." : "There may be more."} We searched the transfers back to{" "}
          <Time at={lookedBackTo} timeZone={timeZone} />.
        </p>
      )}
      <nav aria-label="Pages of the list" className="mt-4 flex flex-wrap justify-end gap-2">
        {input.cursor !== undefined && (
          <ButtonLink href={listHref(input, undefined)}>Newest transfers</ButtonLink>
        )}
        {nextCursor !== null && (
          <ButtonLink href={listHref(input, nextCursor)}>
            {lookedBackTo === null ? "Older transfers" : "Look further back"}
          </ButtonLink>
        )}
      </nav>
    </>
  );
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
          Transfers that are created here appear in this list, with every event we learn of.
        </EmptyState>
      </Card>
    </>
  );
}

function NoResults({ input }: { input: TransferListInput }) {
  if (input.cursor !== undefined)
    return (
      <EmptyState title="No results" action={showAll}>
        There are no older transfers.
      </EmptyState>
    );
  return (
    <EmptyState title="No results" action={showAll}>
      {input.q === undefined ? (
        <p>No transfers match these filters.</p>
      ) : (
        <p>
          No matches among the transfers created here. Try a full ID, address or amount, or the start of a
          name.
        </p>
      )}
    </EmptyState>
  );
}
