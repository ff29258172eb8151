import type { EventPage, TransferEvent, TransferWithEvents } from "#lib/contract/api";
import { shownEvents } from "#lib/words/shown-events";

/** What the timeline shows: a page of events, and before the newest one those that the status rests on. */
export type EventView = {
  older: readonly TransferEvent[];
  /** How many lie between the older ones and the page. */
  left: number;
  page: readonly TransferEvent[];
  nextCursor: string | null;
  isNewest: boolean;
  /** How many events the transfer has. */
  total: number;
};

/** The newest events, or the page that somebody went back to. */
export function eventView(transfer: TransferWithEvents, back: EventPage | undefined): EventView {
  const { events, nextCursor } = transfer;
  // The numbers of events have no gap.
  const total = events.at(-1)?.seq ?? 0;
  if (back !== undefined)
    return { older: [], left: 0, page: back.items, nextCursor: back.nextCursor, isNewest: false, total };
  const { older, left } = shownEvents(transfer);
  return { older, left, page: events, nextCursor: left > 0 ? nextCursor : null, isNewest: true, total };
}
