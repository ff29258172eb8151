"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { lazyPart } from "#components/ui/lazy-part";
import { useRefresh } from "#lib/browser/refresh-page";
import { ask } from "#lib/calls/ask";

const PracticeColleague = lazyPart(() =>
  import("../people/practice-colleague").then(({ PracticeColleague }) => PracticeColleague),
);

/** In the sandbox: somebody to agree with, without leaving rules that are half typed. */
export function PracticeCard({ timeZone }: { timeZone: string }) {
  const { data: known } = useQuery(ask("GET /api/people"));
  const { refresh } = useRefresh();
  // They join in another window: whoever comes back sees that they have.
  useEffect(() => {
    addEventListener("focus", refresh);
    return () => removeEventListener("focus", refresh);
  }, [refresh]);
  return known === undefined ? null : <PracticeColleague known={known} timeZone={timeZone} />;
}
