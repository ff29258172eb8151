import type { Metadata } from "next";
import { Notice } from "#components/notice/notice";
import { asTrouble, ProblemNotice } from "#components/notice/problem-notice";
import { RefreshButton } from "#components/notice/refresh-button";
import { ButtonLink } from "#components/ui/button-link";
import { Card } from "#components/ui/card";
import { EmptyState } from "#components/ui/empty-state";
import { PageHeader } from "#components/ui/page-header";
import { PageLink } from "#components/ui/page-link";
import { deliveryStates } from "#lib/features/telling/delivery-states";
import { deliveryStateWords } from "#lib/features/telling/result-words";
import { listDeliveries } from "#lib/features/telling/server/webhooks/delivery-list";
import type { DeliveryListInput } from "#lib/features/telling/webhooks";
import { pageActor } from "#lib/server/auth/page-actor";
import { env } from "#lib/server/config/env";
import { deliveriesHref, readDeliveryQuery } from "./delivery-query";
import { DeliveryTable } from "./delivery-table";

export async function generateMetadata({
  searchParams,
}: PageProps<"/webhooks/deliveries">): Promise<Metadata> {
  return { title: readDeliveryQuery(await searchParams).ok ? "Deliveries" : "Error: Deliveries" };
}

const showAll = <ButtonLink href="/webhooks/deliveries">Show all deliveries</ButtonLink>;

export default async function DeliveriesPage({ searchParams }: PageProps<"/webhooks/deliveries">) {
  await pageActor("manage_webhooks");
  const query = readDeliveryQuery(await searchParams);
  const { timeZone } = env();
  return (
    <>
      <PageHeader
        title="Deliveries"
        lead={`What was sent or is waiting in the last 30 days, newest first. Times are in ${timeZone}.`}
        actions={
          <ButtonLink size="small" href="/webhooks">
            Webhooks
          </ButtonLink>
        }
      />
      {query.ok ? (
        <>
          <States input={query.input} />
          <List input={query.input} timeZone={timeZone} />
        </>
      ) : (
        <Notice kind="fail" title="This list can’t be shown" action={showAll} isLive>
          {query.fault.message}
        </Notice>
      )}
    </>
  );
}

function States({ input: { state, endpoint, transfer } }: { input: DeliveryListInput }) {
  return (
    <nav aria-label="States" className="mb-4 flex flex-wrap gap-2 print:hidden">
      {[undefined, ...deliveryStates].map((each) => (
        <PageLink
          key={each ?? "all"}
          href={deliveriesHref({ state: each, endpoint, transfer })}
          aria-current={state === each ? "page" : undefined}
          className="pill"
        >
          {each === undefined ? "All" : deliveryStateWords[each]}
        </PageLink>
      ))}
    </nav>
  );
}

async function List({ input, timeZone }: { input: DeliveryListInput; timeZone: string }) {
  const page = await listDeliveries(input).catch(asTrouble);
  if ("code" in page) {
    return (
      <ProblemNotice trouble={page} action={<RefreshButton />}>
        We can’t show the deliveries right now. Messages are still being sent.
      </ProblemNotice>
    );
  }
  const { endpoint, transfer, cursor } = input;
  const isFiltered = [input.state, endpoint, transfer, cursor].some((value) => value !== undefined);
  if (page.items.length === 0) {
    return (
      <Card isFlush>
        {isFiltered ? (
          <EmptyState title="No results" action={showAll}>
            No delivery in the last 30 days matches these filters.
          </EmptyState>
        ) : (
          <EmptyState title="Nothing sent yet">
            Deliveries appear here when something happens to a transfer while an endpoint is on.
          </EmptyState>
        )}
      </Card>
    );
  }
  return (
    <>
      {(endpoint !== undefined || transfer !== undefined) && (
        <p className="mb-4 flex flex-wrap items-center gap-x-3 text-[0.8125rem]/5">
          <span translate="no" className="foreign-text">
            {endpoint === undefined
              ? "For one transfer"
              : `Only to ${page.items[0]?.receiver ?? "one endpoint"}`}
            {endpoint !== undefined && transfer !== undefined && ", for one transfer"}
          </span>
          <PageLink
            href={deliveriesHref({ state: input.state })}
            className="text-link min-h-8 content-center"
          >
            Remove this filter
          </PageLink>
        </p>
      )}
      <Card isFlush>
        <DeliveryTable deliveries={page.items} now={Date.now()} timeZone={timeZone} filters={input} />
      </Card>
      <nav aria-label="Pages of deliveries" className="mt-4 flex flex-wrap justify-end gap-2">
        {cursor !== undefined && (
          <ButtonLink href={deliveriesHref({ ...input, cursor: undefined })}>Newest deliveries</ButtonLink>
        )}
        {page.nextCursor !== null && (
          <ButtonLink href={deliveriesHref({ ...input, cursor: page.nextCursor })}>
            Older deliveries
          </ButtonLink>
        )}
      </nav>
    </>
  );
}
