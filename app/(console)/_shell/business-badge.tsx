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
export type BusinessMarks = Record<"doubtful" | "rejected", ReactNode>;

/** That a business is active is said on the overview; what keeps it from working is said on every page. */
export function BusinessBadge({ marks }: { marks: BusinessMarks }) {
  const { data, error } = useQuery(businessQuery);
  const trouble = troubleOf(data, error, marks);
  return (
    // On a phone the name is in the header, and here is only the trouble.
    <div className="flex min-h-10 items-center gap-2.5 px-2 max-md:not-has-data-tone:hidden">
      <span
        aria-hidden="true"
        className="grid size-8 shrink-0 place-items-center rounded-lg bg-primary text-[0.8125rem] font-semibold text-on-primary max-md:hidden"
      >
        {initials(data?.name ?? "") || "–"}
      </span>
      {/* Two lines in any case, so that nothing below moves. */}
      <div className="min-w-0">
        <p
          translate="no"
          className={`foreign-text text-[0.8125rem]/4.5 font-semibold max-md:hidden ${trouble === null ? "line-clamp-2" : "line-clamp-1"}`}
          title={data?.name}
        >
          <Name business={data} isLoading={data === undefined && error === null} />
        </p>
        {trouble}
      </div>
    </div>
  );
}

/** In the header of a phone, where the page has no title of its own to stand there. */
export function BusinessTitle() {
  const { data, error } = useQuery(businessQuery);
  return (
    <p
      translate="no"
      className="foreign-text line-clamp-1 min-w-0 grow font-semibold in-[:has([data-page-title])]:invisible"
      title={data?.name}
    >
      <Name business={data} isLoading={data === undefined && error === null} />
    </p>
  );
}

function Name({ business, isLoading }: { business: Business | undefined; isLoading: boolean }) {
  if (isLoading)
    return (
      <>
        <span className="sr-only">Loading the business</span>
        <Skeleton className="h-4 w-28" />
      </>
    );
  return showInvisible(business?.name.trim() ?? "") || "Business";
}

function troubleOf(business: Business | undefined, error: Error | null, marks: BusinessMarks) {
  if (error instanceof Problem && error.code === "key_rejected")
    return (
      <MarkedChip mark={marks.rejected} tone="fail">
        Key rejected
      </MarkedChip>
    );
  if (error === null && (business === undefined || business.usable)) return null;
  return (
    <MarkedChip mark={marks.doubtful} tone="warn">
      <span className="line-clamp-1" title={business?.status}>
        {error !== null ? "Status unknown" : showInvisible(business?.status.trim() ?? "") || "No status"}
      </span>
    </MarkedChip>
  );
}
