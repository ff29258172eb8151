"use client";

import { useQuery } from "@tanstack/react-query";
import { sumsQuery } from "#lib/calls/queries";
import type { TransferFilters } from "#lib/contract/transfer-list";
import { formatCount } from "#lib/money/format";
import { countOf } from "./count-words";

/** How many an export would have. Its place is kept, so that nothing moves when it is counted. */
export function ExportCount({ filters }: { filters: TransferFilters }) {
  const { data } = useQuery(sumsQuery(filters));
  return (
    <span className="min-w-6 text-left max-sm:hidden">
      {data && `${formatCount(countOf(data, filters.state))}${data.isMore ? "+" : ""}`}
    </span>
  );
}
