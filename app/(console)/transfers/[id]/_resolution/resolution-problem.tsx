import { useEffect, useRef } from "react";
import { Notice } from "#components/notice/notice";
import { focusLate } from "#lib/browser/late-focus";
import type { Problem } from "#lib/contract/problem";

/** Takes the focus, since the dialog is gone. */
export function ResolutionProblem({ problem }: { problem: Problem | null }) {
  const place = useRef<HTMLDivElement>(null);
  const isFieldFault = problem?.code === "invalid_input";
  useEffect(() => {
    if (problem !== null && !isFieldFault) focusLate(place.current);
  }, [problem, isFieldFault]);
  if (problem === null || isFieldFault) return null;
  // Without an answer it may have been recorded; the page fetches the transfer again either way.
  const isUncertain = problem.cause !== undefined || problem.code === "internal";
  return (
    <div ref={place} tabIndex={-1} className="rounded-lg outline-none">
      <Notice
        kind={isUncertain ? "warn" : "fail"}
        title={isUncertain ? "We don’t know whether this was recorded" : problem.title}
        isLive
      >
        <p>{problem.detail}</p>
        {isUncertain && <p>Check the timeline. If it isn’t there, record it again.</p>}
      </Notice>
    </div>
  );
}
