import { route } from "#lib/server/api/route";
import { resolveTransfer } from "#lib/server/ledger/resolution";

export const POST = route("POST /api/transfers/[id]/resolution", async ({ body, params, actor }) => ({
  body: await resolveTransfer(String(params.id), body, actor),
}));
