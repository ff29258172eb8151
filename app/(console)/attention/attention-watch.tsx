"use client";

import { useQuery } from "@tanstack/react-query";
import { Notice } from "#components/notice/notice";
import { useRedraw } from "#components/notice/redraw";
import { attentionCountsQuery } from "#lib/calls/queries";
import type { AttentionCounts } from "#lib/contract/records";

/** Draws the page again when the counts are no longer those that it was drawn with. */
export function AttentionWatch({ drawn }: { drawn: AttentionCounts }) {
  const { data, error } = useQuery({ ...attentionCountsQuery, refetchInterval: 15_000 });
  const { isAway } = useRedraw(data ?? drawn, drawn);
  if (error === null && !isAway) return null;
  return (
    <Notice kind="warn" title="Couldn’t refresh this page" isLive className="mb-4">
      {error?.message} Showing what we knew before.
    </Notice>
  );
}
