import { EventListInput } from "#lib/contract/transfer-list";
import { route } from "#lib/server/api/route";
import { findEvents } from "#lib/server/ledger/transfer-events";

export const GET = route({ may: "read", query: EventListInput }, async ({ params, query, actor }) => ({
  body: await findEvents(String(params.id), query, actor),
}));
