import { route } from "#lib/server/api/route";
import { stopAsking } from "#lib/server/ledger/standing-acts";

export const POST = route("POST /api/transfers/[id]/stop", async ({ body, params, actor }) => ({
  body: await stopAsking(String(params.id), body, actor),
}));
