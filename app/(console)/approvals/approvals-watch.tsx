"use client";

import { useQuery } from "@tanstack/react-query";
import { useRedraw } from "#components/notice/redraw";
import { ask } from "#lib/calls/ask";

export const approvalsCountQuery = { ...ask("GET /api/approvals/count"), refetchInterval: 60_000 };

/** Draws the page again once more, or fewer, wait. */
export function ApprovalsWatch({ drawn }: { drawn: number }) {
  const before = { yours: drawn };
  // What was counted before the page was drawn is no news.
  const { data } = useQuery({ ...approvalsCountQuery, initialData: before, refetchOnMount: "always" });
  useRedraw(data, before);
  return null;
}
