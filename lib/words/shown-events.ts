import type { TransferEvent, TransferWithEvents } from "#lib/contract/api";

/** What is shown of a transfer's events: those that its status rests on and are older, and then the newest ones. */
export type ShownEvents = {
  older: TransferEvent[];
  /** How many lie between the two and are not shown. */
  left: number;
  newest: TransferEvent[];
};

/** The events that come with a transfer, in their order and each once. */
export function shownEvents({
  events,
  evidence,
}: Pick<TransferWithEvents, "events" | "evidence">): ShownEvents {
  const first = events[0]?.seq ?? 1;
  const older = evidence.filter(({ seq }) => seq < first);
  return { older, left: first - 1 - older.length, newest: events };
}
