"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { MarkedChip } from "#components/chip/marked-chip";
import { Skeleton } from "#components/ui/skeleton";
import { businessQuery } from "#lib/calls/queries";
import type { Business } from "#lib/contract/api";
import { Problem } from "#lib/contract/problem";
import { initials } from "#lib/text/initials";
import { showInvisible } from "#lib/text/visible-text";

/** Drawn by the server, so that not every page loads all silhouettes. */
export type BusinessMarks = Record<"active" | "doubtful" | "rejected", ReactNode>;

export function BusinessBadge({ marks }: { marks: BusinessMarks }) {
  const { data, error } = useQuery(businessQuery);
  return (
    <div className="flex min-h-17 items-center gap-2.5 px-2 pt-1">
      <span
        aria-hidden="true"
        className="grid size-8 shrink-0 place-items-center rounded-lg bg-primary text-[0.8125rem] font-semibold text-on-primary"
      >
        {initials(data?.name ?? "") || "–"}
      </span>
      <div className="min-w-0 space-y-0.5">
        <p className="foreign-text line-clamp-2 font-semibold" title={data?.name}>
          {data === undefined && error === null ? (
            <Skeleton className="h-4 w-28" />
          ) : (
            showInvisible(data?.name.trim() ?? "") || "Business"
          )}
        </p>
        <State business={data} error={error} marks={marks} />
      </div>
    </div>
  );
}

type StateProps = { business: Business | undefined; error: Error | null; marks: BusinessMarks };

function State({ business, error, marks }: StateProps) {
  if (error !== null) return <TroubleChip error={error} marks={marks} />;
  if (business === undefined) {
    return (
      <p className="flex h-5.5 items-center">
        <span className="sr-only">Loading the business</span>
        <Skeleton className="h-4 w-16" />
      </p>
    );
  }
  if (business.usable) {
    return (
      <MarkedChip mark={marks.active} tone="ok">
        Active
      </MarkedChip>
    );
  }
  return (
    <MarkedChip mark={marks.doubtful} tone="warn">
      <span className="line-clamp-2">{showInvisible(business.status.trim()) || "No status"}</span>
    </MarkedChip>
  );
}

function TroubleChip({ error, marks }: { error: Error; marks: BusinessMarks }) {
  const code = error instanceof Problem ? error.code : "internal";
  if (code === "key_rejected") {
    return (
      <MarkedChip mark={marks.rejected} tone="fail">
        Key rejected
      </MarkedChip>
    );
  }
  return (
    <MarkedChip mark={marks.doubtful} tone="warn">
      Status unknown
    </MarkedChip>
  );
}
