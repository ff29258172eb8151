import type { BulkResult } from "#lib/contract/attention";
import type { Picked } from "./picked";

/** `left`: a line for each transfer that the act left as it was. */
export type ActResult = { kind: "ok" | "warn"; title: string; left: string[] };

export function describeResult(
  results: readonly BulkResult[],
  rows: readonly Picked[],
  { done, already }: { done: string; already: string },
): ActResult {
  const why: Record<BulkResult["outcome"], string> = {
    done,
    already,
    changed: "changed since you looked. Read the news before you resolve it.",
    not_found: "not found.",
    refused: "not possible.",
  };
  const count = results.filter(({ outcome }) => outcome === "done").length;
  const left = results.flatMap(({ id, outcome, detail }) => {
    const name = rows.find((row) => row.id === id)?.name ?? id;
    return outcome === "done" ? [] : [`${name}: ${detail ?? why[outcome]}`];
  });
  return {
    kind: left.length === 0 ? "ok" : "warn",
    title: `${count} of ${results.length} ${done}`,
    left,
  };
}
