import type { TransferEvent } from "#lib/contract/api";

/** That sending started is news only until it is answered: the answer says the same, and more. */
export function shownEntries(events: readonly TransferEvent[]): TransferEvent[] {
  const answered = events.findLast(({ kind }) => kind === "accepted" || kind === "rejected")?.seq ?? 0;
  return events.filter(({ kind, seq }) => kind !== "dispatched" || seq > answered);
}
