import { route } from "#lib/server/api/route";
import { openAgain } from "#lib/server/ledger/standing-acts";

export const POST = route("POST /api/transfers/[id]/opening", async ({ body, params, actor }) => ({
  body: await openAgain(String(params.id), body, actor),
}));
