import type { TransferEvent } from "#lib/contract/api";
import { newsOf, type Taught } from "./event-news";
import { remarksOn } from "./event-remarks";

/** What people read, and behind it the steps of machines that led on from it without news. */
export type Step = { event: TransferEvent; folded: readonly TransferEvent[] };

/** Bears on where the money is. People's notes and wallets don't. */
const progress = /^(callback|reread|accepted|rejected|outcome_unknown|dispatched|deposit_)/;

/**
 * Groups events, oldest first. An ordinary step is folded under the news before it once a later one says more; what
 * needs a word of explanation never is.
 */
export function foldedSteps(events: readonly TransferEvent[], taught: Taught): Step[] {
  const latest = events.findLast(({ kind }) => progress.test(kind))?.seq ?? 0;
  const steps: { event: TransferEvent; folded: TransferEvent[] }[] = [];
  for (const event of events) {
    const last = steps.at(-1);
    if (last !== undefined && event.seq < latest && isOrdinary(event, events, taught))
      last.folded.push(event);
    else steps.push({ event, folded: [] });
  }
  return steps;
}

/** What every transfer goes through. Anything else is news. */
function isOrdinary(event: TransferEvent, events: readonly TransferEvent[], taught: Taught): boolean {
  const { kind, text, person, arrived, seq } = event;
  if (kind === "dispatched") return true;
  // Seen is more than a step until the same is confirmed.
  if (kind === "deposit_seen" || kind === "deposit_moved")
    return events.some(
      (later) => later.kind === "deposit_confirmed" && later.seq > seq && later.text === text,
    );
  if (kind !== "callback" || person !== null || arrived !== null || event.isQuarantined) return false;
  const { look } = newsOf(event, "", taught);
  return (look === "waiting" || look === "moving") && remarksOn(event, taught).length === 0;
}
