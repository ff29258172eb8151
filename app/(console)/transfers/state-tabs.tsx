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
    // One scrolls sideways with the other: the links make what is out of sight reachable by keys.
    <div className="mb-1.5 overflow-x-auto">
      <nav aria-label="States" className="flex w-max min-w-full gap-x-4 border-b border-line">
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
      {/* What never went ahead is in no sum. One line, whatever it says: what is below must not move under a hand. */}
      <p className="mt-1.5 flex h-5 w-max gap-x-4 whitespace-nowrap text-[0.8125rem]/5 tabular-nums text-muted">
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
