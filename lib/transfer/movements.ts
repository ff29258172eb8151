import { stateOf } from "./transfer-states";
import type { TransferStatus } from "./transfer-status";

/** How a transfer comes into what is open, and leaves it. */
export type Step = "created" | "back" | "paid" | "failed" | "never";

/**
 * The steps of a change of status; `null` is before the first. Between two ends lies a step back, so that in any span what
 * was open at its start, with what came, less what left, is what is open at its end.
 */
export function stepsBetween(from: TransferStatus | null, to: TransferStatus): Step[] {
  const [before, after] = [from === null ? null : placeOf(from), placeOf(to)];
  if (before === after) return [];
  const ended = after === "open" ? [] : [after];
  if (before === null) return ["created", ...ended];
  return before === "open" ? ended : ["back", ...ended];
}

/** What waits for an approval is open as well: it may still be paid. */
function placeOf(status: TransferStatus): "open" | "paid" | "failed" | "never" {
  const state = stateOf(status);
  return state === "waiting" ? "open" : state;
}
