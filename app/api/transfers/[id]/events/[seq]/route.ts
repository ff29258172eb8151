import { route } from "#lib/server/api/route";
import { findEvent } from "#lib/server/ledger/transfer-events";

export const GET = route("GET /api/transfers/[id]/events/[seq]", async ({ params, actor }) => ({
  body: await findEvent(String(params.id), String(params.seq), actor),
}));
