import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { Notice } from "#components/notice/notice";
import { asTrouble, ProblemNotice } from "#components/notice/problem-notice";
import { RefreshButton } from "#components/notice/refresh-button";
import { TransferTable } from "#components/transfer/transfer-table";
import { Button } from "#components/ui/button";
import { ButtonLink } from "#components/ui/button-link";
import { Card } from "#components/ui/card";
import { EmptyState } from "#components/ui/empty-state";
import { Download, Plus } from "#components/ui/icon";
import { PageHeader } from "#components/ui/page-header";
import { Time } from "#components/ui/time";
import { typedAccountNumber } from "#lib/bank/account-number";
import { may } from "#lib/contract/roles";
import type { MatchKind } from "#lib/contract/transfer/match-kinds";
import { isByAmount, type TransferListInput } from "#lib/contract/transfer-list";
import { pageActor } from "#lib/server/auth/page-actor";
import { env } from "#lib/server/config/env";
import { isAnyWaiting } from "#lib/server/search/any-waiting";
import { namesOfFilters, namesOfPayees } from "#lib/server/search/filter-choices";
import { findTransfers, newestToAccount } from "#lib/server/search/list-transfers";
import { matchedParts } from "#lib/text/matched-parts";
import { plainWords } from "#lib/text/plain-words";
import { dayOf, daysAsked } from "#lib/text/zone-day";
import { type ListState, stateWords, transferStates } from "#lib/transfer/transfer-states";
import { CreateLink } from "../_shell/create-link";
import { ExportCount } from "./export-count";
import { ListFilters } from "./list-filters";
import { listHref } from "./list-href";
import { ListPages } from "./list-pages";
import { filtersOf, isFiltered, readListQuery, withoutEmpty } from "./list-query";
import { MatchCount } from "./match-count";
import { countedWords, matchedWords } from "./matched-words";
import { StateTabs } from "./state-tabs";

export async function generateMetadata({ searchParams }: PageProps<"/transfers">): Promise<Metadata> {
  return {
    title: readListQuery(await searchParams, dayOf(Date.now(), env().timeZone)).ok
      ? "Transfers"
      : "Error: Transfers",
  };
}

const showAll = <ButtonLink href="/transfers">Show all transfers</ButtonLink>;

/** A search for one ID goes to its transfer, unless somebody is still typing it. */
export default async function TransfersPage({ searchParams }: PageProps<"/transfers">) {
  const actor = await pageActor("read");
  const params = await searchParams;
  const shorter = withoutEmpty(params);
  if (shorter !== undefined) redirect(shorter);
  const query = readListQuery(params, dayOf(Date.now(), env().timeZone));
  const { assets } = env();
  const mayShare = may(actor.person.role, "share_views");
  if (!query.ok) {
    return (
      <>
        <ListFilters given={query.given} fault={query.fault} assets={assets} mayShare={mayShare} />
        <Notice kind="fail" title="This list can’t be shown" action={showAll} isLive>
          {query.fault.message}
        </Notice>
      </>
    );
  }
  const { input } = query;
  const number = typedAccountNumber(input.q ?? "");
  const paid = number === undefined ? null : await newestToAccount(number).catch(() => null);
  if (paid !== null) redirect(listHref({ ...input, q: undefined, account: paid }));
  const [page, names, isWaiting] = await Promise.all([
    findTransfers(input).catch(asTrouble),
    namesOfFilters(input).catch(() => ({})),
    isAnyWaiting().catch(() => false),
  ]);
  const only = "items" in page && page.items.length === 1 ? page.items[0] : undefined;
  const isTyping = params.typed !== undefined;
  if (only !== undefined && !isTyping && "matched" in page && isOneById(page.matched.get(only.id), input))
    redirect(`/transfers/${only.id}`);
  // On the first run there is nothing to filter.
  const isEmpty = "items" in page && page.items.length === 0;
  if (isEmpty && !isFiltered(input) && input.cursor === undefined) return <NothingYet />;
  return (
    <>
      <ListFilters
        given={{ ...filtersOf(input), sort: input.sort }}
        names={names}
        assets={assets}
        actions={<Acts mayExport={may(actor.person.role, "export")} input={input} />}
        mayShare={mayShare}
        tabs={<StateTabs filters={filtersOf(input)} tabs={tabsOf(input, isWaiting)} />}
      />
      {/* Stays in its place, so that its change is announced: a search or a filter changes only what is below. */}
      <p className={foundLook(input)}>
        <span role="status">{"code" in page ? "" : foundWords(page, input)}</span>
        {"nextCursor" in page && isOneOfMany(page, input) && <MatchCount filters={filtersOf(input)} />}
      </p>
      {"code" in page ? (
        <ProblemNotice trouble={page} action={page.code === "invalid_request" ? showAll : <RefreshButton />}>
          Existing transfers aren’t affected.
        </ProblemNotice>
      ) : (
        <List page={page} input={input} payees={await payeesOf(page)} />
      )}
    </>
  );
}

const idKinds: readonly MatchKind[] = ["ID", "transaction ID", "transaction", "address"];

/** Whether a search without other filters found its transfer by an ID or an address. */
function isOneById(
  kinds: ReadonlySet<MatchKind> | undefined,
  { q, limit, ...rest }: TransferListInput,
): boolean {
  const isAlone = Object.values(rest).every((value) => value === undefined);
  return isAlone && q !== undefined && idKinds.some((kind) => kinds?.has(kind));
}

function Acts({ mayExport, input }: { mayExport: boolean; input: TransferListInput }) {
  return (
    <div className="ml-auto flex gap-2 print:hidden">
      {mayExport && (
        <Button size="small" data-keys="e" data-pill="export" data-time-zone={env().timeZone}>
          <Download className="size-4" />
          <span className="max-sm:sr-only">Export</span>
          <ExportCount filters={filtersOf(input)} />
        </Button>
      )}
      <CreateLink variant="primary" size="small" href="/transfers/new">
        <Plus className="size-4" />
        New transfer
      </CreateLink>
    </div>
  );
}

/** Each with the other filters; a single status would contradict a state. What waits has its tab where something does. */
function tabsOf(input: TransferListInput, isWaiting: boolean) {
  const hrefOf = (state: ListState | undefined) => listHref({ ...input, state, status: undefined });
  const isUsual = transferStates.some((state) => state === input.state);
  // A figure of another page can lead to one that is no tab of its own.
  const further = input.state === undefined || isUsual ? [] : [input.state];
  const usual = transferStates.filter(
    (state) => state !== "waiting" || isWaiting || input.state === "waiting",
  );
  const states = [...further, ...usual].map((state) => ({
    state,
    word: stateWords[state],
    href: hrefOf(state),
  }));
  return [{ state: undefined, word: "All", href: hrefOf(undefined) }, ...states];
}

type Found = Awaited<ReturnType<typeof findTransfers>>;

/** Empty until something is searched or filtered. */
function foundWords({ items, nextCursor, matched }: Found, input: TransferListInput): string {
  if (!isFiltered(input)) return "";
  const hasMore = nextCursor !== null;
  if (items.length === 0) return hasMore ? "Nothing found yet." : "No transfers found.";
  return input.q === undefined ? countedWords(items.length, hasMore) : matchedWords(matched, hasMore);
}

/** A search has more than its page. */
function isOneOfMany({ items, nextCursor, previousCursor }: Found, { q }: TransferListInput): boolean {
  return q !== undefined && items.length > 0 && (nextCursor !== null || previousCursor !== null);
}

/** Only what a search matched is also shown; the rest is for a listener. */
function foundLook({ q }: TransferListInput): string {
  return q === undefined ? "sr-only" : "mb-2 text-[0.8125rem]/5 text-muted";
}

/** By ID; without them the list is still shown. */
async function payeesOf({ items }: Found): Promise<ReadonlyMap<string, string>> {
  const ids = items.flatMap(({ payeeId }) => payeeId ?? []);
  return namesOfPayees(ids).catch(() => new Map());
}

type ListProps = { page: Found; input: TransferListInput; payees: ReadonlyMap<string, string> };

function List({ page, input, payees }: ListProps) {
  const { items, nextCursor, lookedBackTo } = page;
  const typed = plainWords(input.q ?? "");
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
        <div className="-mx-4 border-y border-line [--tt-pad:0.75rem] md:-mx-3">
          <TransferTable
            payees={payees}
            transfers={items}
            timeZone={timeZone}
            caption={`Transfers, ${input.sort ?? "newest"} first`}
            mark={(text) => matchedParts(text, typed)}
            {...liveOf(page, input)}
          />
        </div>
      )}
      {lookedBackTo !== null && (
        <p className="mt-4 text-muted">
          {items.length === 0 ? "Nothing found yet." : "There may be more."}{" "}
          {isByAmount(input.sort) ? (
            "We searched part of the list."
          ) : (
            <>
              We searched the transfers {input.sort === "oldest" ? "up" : "back"} to{" "}
              <Time at={lookedBackTo} timeZone={timeZone} />.
            </>
          )}
        </p>
      )}
      <ListPages {...page} input={input} />
    </>
  );
}

/** Older pages whose transfers are all final don't change; days that are over get no new ones. */
function liveOf({ items }: Found, input: TransferListInput) {
  const { timeZone } = env();
  const now = Date.now();
  const { to } = daysAsked(input, now, timeZone);
  const isNewestFirst = (input.sort ?? "newest") === "newest";
  const mayGrow =
    isNewestFirst && input.cursor === undefined && (to === undefined || to >= dayOf(now, timeZone));
  if (mayGrow) return { live: { filters: filtersOf(input) } };
  return items.every(({ isFinal }) => isFinal) ? {} : { live: {} };
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
        <EmptyState title="No transfers yet" action={create}>
          Transfers that you create appear here.
        </EmptyState>
      </Card>
    </>
  );
}

function NoResults({ input }: { input: TransferListInput }) {
  if (input.cursor !== undefined)
    return (
      <EmptyState title="No results" action={showAll}>
        There are no more transfers.
      </EmptyState>
    );
  return (
    <EmptyState title="No results" action={showAll}>
      {input.q === undefined ? (
        <p>No transfers match these filters.</p>
      ) : (
        <p>
          No transfer created here has all of that. Try less of it: a name, a reference, a bank and the last
          four digits, an amount, the end of an address, or a day.
        </p>
      )}
    </EmptyState>
  );
}
