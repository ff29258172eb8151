import type { EventPage, TransferEvent } from "#lib/contract/api";
import type { TestDashboard } from "#lib/testing/servers/dashboard";

/** Every event of a transfer in its order, read page by page as our API gives them. */
export async function allEvents({ send }: TestDashboard, id: string): Promise<TransferEvent[]> {
  const events: TransferEvent[] = [];
  let cursor: string | null = "999999999";
  while (cursor !== null) {
    const path: string = `/api/transfers/${id}/events?limit=50&cursor=${cursor}`;
    const { body }: { body: EventPage } = await send<EventPage>("GET", path);
    events.unshift(...body.items);
    cursor = body.nextCursor;
  }
  return events;
}
