import { Problem } from "#lib/contract/problem";
import { faultWords, unusualWords } from "#lib/features/controls/control-words";
import type { Fault } from "#lib/features/controls/requirement";
import type { Unusual } from "#lib/features/controls/unusual";
import { env } from "#lib/server/config/env";
import { countLimitRefusal } from "#lib/server/observe/metrics";

/** What no approval heals, as a problem, and counts it: the first fault is the first to mend. */
export function refusal([first, ...others]: readonly Fault[]): Problem {
  if (first === undefined) throw new RangeError("A refusal has a fault.");
  const detail = faultWords(first, dayEnds());
  if (first.problem === "limit_reached") countLimitRefusal(first.of);
  const code = first.problem === "no_quote" ? "not_possible_now" : first.problem;
  return new Problem(code, detail, { extra: { faults: [first, ...others] } });
}

export function unusualRefusal(unusual: readonly Unusual[], token: string): Problem {
  const detail = unusual.map((each) => unusualWords(each, token)).join(" ");
  const act = "Nothing was created. Check the amount, then confirm it.";
  return new Problem("unusual_amount", `${detail} ${act}`, { extra: { unusual } });
}

/** When the limits of a day begin anew: `00:00 Lagos time`. */
export function dayEnds(): string {
  const { timeZone } = env();
  return `00:00 ${timeZone.split("/").at(-1)?.replaceAll("_", " ") ?? timeZone} time`;
}
