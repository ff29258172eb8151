"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { Notice } from "#components/notice/notice";
import { useRefresh } from "#lib/browser/refresh-page";
import { attentionCountsQuery } from "#lib/calls/queries";
import type { AttentionCounts } from "#lib/contract/records";

/** Draws the page again when the counts are no longer those that it was drawn with. */
export function AttentionWatch({ drawn }: { drawn: AttentionCounts }) {
  const { data, error } = useQuery({ ...attentionCountsQuery, refetchInterval: 15_000 });
  const { refresh, isAway } = useRefresh();
  const newest = JSON.stringify(data ?? drawn);
  const shown = JSON.stringify(drawn);
  useEffect(() => {
    if (newest !== shown) refresh();
  }, [newest, shown, refresh]);
  if (error === null && !isAway) return null;
  return (
    <Notice kind="warn" title="Couldn’t refresh this page" isLive className="mb-4">
      {error?.message} Showing what we knew before.
    </Notice>
  );
}
