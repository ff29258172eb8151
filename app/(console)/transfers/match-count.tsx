"use client";

import { useQuery } from "@tanstack/react-query";
import { sumsQuery } from "#lib/calls/queries";
import type { TransferFilters } from "#lib/contract/transfer-list";
import { countOf, countWords } from "./count-words";

/** How many transfers match on all pages: the tabs ask for it too, and the list waits for neither. */
export function MatchCount({ filters }: { filters: TransferFilters }) {
  const { data, isPlaceholderData } = useQuery(sumsQuery(filters));
  if (data === undefined || isPlaceholderData) return null;
  return <> {countWords(countOf(data, filters.state), data.isMore)}</>;
}
