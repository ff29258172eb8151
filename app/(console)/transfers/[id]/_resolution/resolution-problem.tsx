import { ActOutcome } from "#components/notice/act-outcome";
import { Notice } from "#components/notice/notice";
import type { Problem } from "#lib/contract/problem";

/** Takes the focus, since the dialog is gone. */
export function ResolutionProblem({ problem }: { problem: Problem | null }) {
  // The summary of the fields says these.
  if (problem === null || problem.code === "invalid_input") return null;
  // Without an answer it may have been recorded; the page fetches the transfer again either way.
  const isUncertain = problem.cause !== undefined || problem.code === "internal";
  return (
    <ActOutcome of={problem}>
      <Notice
        kind={isUncertain ? "warn" : "fail"}
        title={isUncertain ? "We don’t know whether this was recorded" : problem.title}
        isLive
      >
        <p>{problem.detail}</p>
        {isUncertain && <p>Check the timeline. If it isn’t there, record it again.</p>}
      </Notice>
    </ActOutcome>
  );
}
