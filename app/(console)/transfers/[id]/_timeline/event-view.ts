import type { EventPage, TransferEvent, TransferWithEvents } from "#lib/contract/api";
import { shownEvents } from "#lib/words/shown-events";

export type TimelineOrder = "oldest" | "newest";
export const orderCookie = "timeline-order";

/** A page of events, and before the newest page those that the status rests on. */
export type EventView = {
  older: readonly TransferEvent[];
  /** How many events between the two are not shown. */
  left: number;
  page: readonly TransferEvent[];
  nextCursor: string | null;
  isNewest: boolean;
  total: number;
};

export function eventView(transfer: TransferWithEvents, back: EventPage | undefined): EventView {
  const { events, nextCursor } = transfer;
  // The numbers of events have no gap.
  const total = events.at(-1)?.seq ?? 0;
  if (back !== undefined)
    return { older: [], left: 0, page: back.items, nextCursor: back.nextCursor, isNewest: false, total };
  const { older, left } = shownEvents(transfer);
  return { older, left, page: events, nextCursor: left > 0 ? nextCursor : null, isNewest: true, total };
}
