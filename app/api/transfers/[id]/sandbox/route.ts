import { route } from "#lib/server/api/route";
import { driveTransfer } from "#lib/server/api/sandbox-route";

export const POST = route("POST /api/transfers/[id]/sandbox", async ({ body, params, actor }) => ({
  body: await driveTransfer(String(params.id), body.status, actor),
}));
