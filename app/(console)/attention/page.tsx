import type { Metadata } from "next";
import { Notice } from "#components/notice/notice";
import { asTrouble, ProblemNotice } from "#components/notice/problem-notice";
import { RefreshButton } from "#components/notice/refresh-button";
import { AttentionMark } from "#components/transfer/attention-mark";
import { ButtonLink } from "#components/ui/button-link";
import { Card } from "#components/ui/card";
import { EmptyState } from "#components/ui/empty-state";
import { PageHeader } from "#components/ui/page-header";
import { PageLink } from "#components/ui/page-link";
import type { AttentionPageInput } from "#lib/contract/attention";
import { may } from "#lib/contract/roles";
import { type AttentionPage as Found, findAttentionPage } from "#lib/server/attention/attention";
import { countResolvedToday, findResolvedToday } from "#lib/server/attention/resolved-today";
import { pageActor } from "#lib/server/auth/page-actor";
import { env } from "#lib/server/config/env";
import { findHold } from "#lib/server/hold/hold-release";
import { formatWait } from "#lib/text/format-time";
import { houseTitles } from "#lib/words/attention-titles";
import { attentionWords } from "#lib/words/attention-words";
import { transfersWords } from "#lib/words/sum-words";
import { BatchesInNeed } from "../bulk/batches-in-need";
import { AttentionGroups } from "./attention-groups";
import { attentionHref, readAttentionQuery } from "./attention-query";
import { AttentionTabs } from "./attention-tabs";
import { AttentionWatch } from "./attention-watch";
import { CopyList } from "./copy-list";
import { HoldWatch } from "./hold-watch";
import { NewestResolved, ResolvedToday } from "./resolved-today";
import { Selection } from "./selection";

export const metadata: Metadata = { title: "Needs attention" };

/** Below the list; all of them have a tab. */
const newestResolved = 3;

export default async function AttentionPage({ searchParams }: PageProps<"/attention">) {
  const { person } = await pageActor("read");
  const { timeZone, assets, isSandbox } = env();
  const networks = Object.fromEntries(assets.map(({ network, networkName }) => [network, networkName]));
  const query = readAttentionQuery(await searchParams);
  if (!query.ok)
    return (
      <>
        <PageHeader title="Needs attention" />
        <Notice
          kind="fail"
          title="This list can’t be shown"
          action={<ButtonLink href="/attention">Show everything</ButtonLink>}
          isLive
        >
          This filter or page doesn’t exist. The link may be incomplete.
        </Notice>
      </>
    );
  const { input } = query;
  const [found, hold, resolved, count] = await Promise.all([
    findAttentionPage(input, person.id),
    findHold(),
    findResolvedToday(input.resolved === undefined ? newestResolved : undefined),
    countResolvedToday(),
  ]).catch((error: unknown) => [asTrouble(error), null, [], 0] as const);
  if ("code" in found)
    return (
      <>
        <PageHeader title="Needs attention" />
        <ProblemNotice trouble={found} action={<RefreshButton />}>
          We can’t show this list right now. Some transfers may need attention. None has changed.
        </ProblemNotice>
      </>
    );
  const now = Date.now();
  return (
    <>
      <PageHeader
        title="Needs attention"
        lead={input.resolved === undefined ? leadOf(found, input, now) : undefined}
        actions={
          input.resolved === undefined && found.rows.length > 0 ? (
            <CopyList isOfMany={found.pages > 1} />
          ) : undefined
        }
      />
      <HoldWatch initial={{ hold }} mayRelease={may(person.role, "release_hold")} timeZone={timeZone} />
      <AttentionWatch drawn={found.counts} />
      {found.counts.total + count > 0 && <AttentionTabs input={input} {...found} resolved={count} />}
      {input.resolved !== undefined && <ResolvedToday rows={resolved} timeZone={timeZone} />}
      {input.resolved === undefined && (
        <Selection
          key={attentionHref(input)}
          people={found.people}
          personId={person.id}
          context={{ networks, isSandbox }}
        >
          <BatchesInNeed timeZone={timeZone} />
          <HouseLines lines={found.lines} networks={networks} />
          <Nothing {...found} />
          {found.rows.length > 0 && (
            <AttentionGroups rows={found.rows} counts={found.own} now={now} role={person.role} />
          )}
          <Pages input={input} {...found} />
        </Selection>
      )}
      {input.resolved === undefined && count > 0 && (
        <NewestResolved rows={resolved} count={count} timeZone={timeZone} />
      )}
    </>
  );
}

/** Of what is asked for. */
function leadOf({ own }: Found, { reason }: AttentionPageInput, now: number): string | undefined {
  const shown = own.reasons.filter((each) => reason === undefined || each.reason === reason);
  const oldest = shown.map((each) => each.oldest).sort()[0];
  if (oldest === undefined) return undefined;
  const count = shown.reduce((sum, each) => sum + each.count, 0);
  return `${transfersWords(count)}, the oldest for ${formatWait(oldest, now)}`;
}

function Nothing({ rows, lines, counts }: Found) {
  if (rows.length + lines.length > 0) return null;
  const isFiltered = counts.total > 0;
  return (
    <Card isFlush>
      {isFiltered ? (
        <EmptyState title="Nothing here">Other transfers need attention. Show all of them.</EmptyState>
      ) : (
        <EmptyState title="No transfer needs attention">
          Transfers appear here when an outcome is unknown, when reports conflict, and when money may be late
          or lost.
        </EmptyState>
      )}
    </Card>
  );
}

function Pages({ input, page, pages }: { input: AttentionPageInput; page: number; pages: number }) {
  if (pages === 1) return null;
  return (
    <nav
      aria-label="Pages of the list"
      className="mt-4 flex flex-wrap items-center justify-end gap-2 print:hidden"
    >
      <span className="mr-auto text-[0.8125rem]/5 text-muted">
        Page {page} of {pages}
      </span>
      {page > 1 && (
        <ButtonLink href={attentionHref({ ...input, page: `${page - 1}` })}>More urgent</ButtonLink>
      )}
      {page < pages && (
        <ButtonLink href={attentionHref({ ...input, page: `${page + 1}` })}>Less urgent</ButtonLink>
      )}
    </nav>
  );
}

type HouseProps = {
  lines: Found["lines"];
  /** What each network is called. */
  networks: Readonly<Record<string, string>>;
};

/** What is no single transfer's fault is said once, with how many wait on it. */
function HouseLines({ lines, networks }: HouseProps) {
  if (lines.length === 0) return null;
  return (
    <ul className="mb-4 overflow-hidden rounded-xl border border-line bg-surface text-[0.8125rem]/5">
      {lines.map(({ reason, count, networks: blind }) => (
        <li key={reason} className="flex items-start gap-3 border-line px-4 py-2.5 not-first:border-t">
          <AttentionMark reason={reason} className="mt-0.5" />
          <div className="flex min-w-0 flex-1 flex-wrap gap-x-2.5">
            <h2 className="text-[0.8125rem]/5">
              {blind.length > 0
                ? `We can’t see ${blind.map((network) => networks[network] ?? network).join(", ")} now`
                : (houseTitles[reason] ?? attentionWords[reason].title)}
            </h2>
            <PageLink href={attentionHref({ reason })} className="lone-link -my-0.5">
              {transfersWords(count)} {count === 1 ? "waits" : "wait"}
            </PageLink>
            <p className="w-full text-muted">{attentionWords[reason].body}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}
