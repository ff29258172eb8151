"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useRefresh } from "#lib/browser/refresh-page";
import { attentionCountsQuery } from "#lib/calls/queries";

/** Draws the page again when more, or fewer, transfers or batches need a person. The menu asks for the count anyway. */
export function RefreshOnNews({ drawn }: { drawn: number }) {
  const { data } = useQuery(attentionCountsQuery);
  const { refresh } = useRefresh();
  const isNews = data !== undefined && data.total + data.batches !== drawn;
  useEffect(() => {
    if (isNews) refresh();
  }, [isNews, refresh]);
  return null;
}
