import type { StandingFacts } from "./facts";

/** What the statements of an own account say of a payout to it, against what the service says. */

function hasLine({ received }: StandingFacts): boolean {
  return received.some(({ source }) => source === "own_statement");
}

/** Reported paid, and the statements that cover it have no line of it. */
export function isNotFound(facts: StandingFacts): boolean {
  return facts.isMissed && facts.state.status === "paid" && !hasLine(facts);
}

/** A line of it is there, and the service never reported it paid. */
export function isNotReported(facts: StandingFacts): boolean {
  return (
    hasLine(facts) &&
    facts.state.submission === "accepted" &&
    !facts.words.some(({ meaning }) => meaning === "paid")
  );
}
