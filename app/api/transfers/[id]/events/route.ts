import { route } from "#lib/server/api/route";
import { findEvents } from "#lib/server/ledger/transfer-events";

export const GET = route("GET /api/transfers/[id]/events", async ({ params, query, actor }) => ({
  body: await findEvents(String(params.id), query, actor),
}));
