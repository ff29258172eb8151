"use client";

import { useQuery } from "@tanstack/react-query";
import type { Route } from "next";
import { Mark } from "#components/chip/mark";
import { Card } from "#components/ui/card";
import { PageLink } from "#components/ui/page-link";
import { attentionCountsQuery } from "#lib/calls/queries";
import type { AttentionCounts } from "#lib/contract/records";
import { attentionTitles } from "#lib/words/attention-titles";

export function AttentionPanel({ initial }: { initial: AttentionCounts }) {
  const { data } = useQuery({ ...attentionCountsQuery, initialData: initial });
  return (
    <Card
      title="Needs attention"
      action={
        data.total > 0 && (
          <PageLink href="/attention" className="text-link text-[0.8125rem]/5 font-medium">
            {data.total === 1 ? "Show the transfer" : `Show all ${data.total} transfers`}
          </PageLink>
        )
      }
    >
      {data.total === 0 ? (
        <p className="text-muted">No transfer needs attention.</p>
      ) : (
        <ul className="-mx-2">
          {data.reasons.map(({ reason, count }) => (
            <li key={reason}>
              <PageLink
                href={`/attention?reason=${reason}` as Route}
                className="flex min-h-9 items-center gap-2.5 rounded-lg px-2 hover:bg-sunken pointer-coarse:min-h-11"
              >
                <Mark shape="triangle" className="size-4 shrink-0 text-warn" />
                <span className="min-w-0 flex-1 font-medium underline decoration-line-strong underline-offset-3">
                  {attentionTitles[reason]}
                </span>
                <span className="font-semibold">{count}</span>
              </PageLink>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
