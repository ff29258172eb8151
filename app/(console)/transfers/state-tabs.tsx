"use client";

import { useQuery } from "@tanstack/react-query";
import type { Route } from "next";
import { PageLink } from "#components/ui/page-link";
import { sumsQuery } from "#lib/calls/queries";
import type { TransferFilters } from "#lib/contract/transfer-list";
import { formatCount, formatPadded } from "#lib/money/format";
import type { ListState } from "#lib/transfer/transfer-states";
import { countOf, createdOf } from "./count-words";

type Tab = { state: ListState | undefined; word: string; href: string };
type Props = { filters: TransferFilters; tabs: readonly Tab[] };

/** The states with their counts, and the sums of what was created by token: asked for after the list, which never waits for them. */
export function StateTabs({ filters, tabs }: Props) {
  const { data } = useQuery(sumsQuery(filters));
  const shownCount = (state: ListState | undefined) =>
    data && `${formatCount(countOf(data, state))}${data.isMore ? "+" : ""}`;
  return (
    <div className="mb-2 flex flex-wrap items-end justify-between gap-x-4 gap-y-1 border-b border-line">
      <nav aria-label="States" className="-mb-px flex gap-x-4 overflow-x-auto">
        {tabs.map(({ state, word, href }) => (
          <PageLink
            key={word}
            href={href as Route}
            scroll={false}
            aria-current={filters.state === state ? "true" : undefined}
            className="tab"
          >
            {word} <span className="inline-block min-w-5 font-normal text-muted">{shownCount(state)}</span>
          </PageLink>
        ))}
      </nav>
      {/* What never went ahead is in no sum. */}
      <p className="flex min-h-5 flex-wrap gap-x-4 pb-1.5 text-[0.8125rem]/5 tabular-nums text-muted">
        {data !== undefined && (
          <span>
            {data.isMore && "Over "}
            <b className="font-semibold text-ink">{formatCount(createdOf(data, filters))}</b> created
          </span>
        )}
        {data?.sums.map(({ token, amount }) => (
          <span key={token} translate="no">
            {data.isMore && "over "}
            <b className="font-semibold text-ink">{formatPadded(amount)}</b> {token}
          </span>
        ))}
      </p>
    </div>
  );
}
