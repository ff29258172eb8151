"use client";

import { useQuery } from "@tanstack/react-query";
import { sumsQuery } from "#lib/calls/queries";
import type { TransferFilters } from "#lib/contract/transfer-list";
import { countOf, countWords } from "./count-words";
import { byWords } from "./matched-words";

/** How many transfers match on all pages: the tabs ask for it too, and the list waits for neither. */
export function MatchCount({ filters }: { filters: TransferFilters }) {
  const { data, isPlaceholderData } = useQuery(sumsQuery(filters));
  if (data === undefined || isPlaceholderData) return null;
  const count = countOf(data, filters.state);
  return <> {countWords(count, data.isMore, byWords(data.matched, count))}</>;
}
