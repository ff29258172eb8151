import type { TransferEvent, TransferWithEvents } from "#lib/contract/api";

/** The older events that the status rests on, then the newest ones. */
export type ShownEvents = {
  older: TransferEvent[];
  /** How many lie between the two and are not shown. */
  left: number;
  newest: TransferEvent[];
};

/** In their order, each once. */
export function shownEvents({
  events,
  evidence,
}: Pick<TransferWithEvents, "events" | "evidence">): ShownEvents {
  const first = events[0]?.seq ?? 1;
  const older = evidence.filter(({ seq }) => seq < first);
  return { older, left: first - 1 - older.length, newest: events };
}
