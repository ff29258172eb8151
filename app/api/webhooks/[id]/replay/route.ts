import { route } from "#lib/server/api/route";
import { replayEndpoint } from "#lib/server/webhooks/delivery-acts";

export const POST = route("POST /api/webhooks/[id]/replay", async ({ params, body, actor }) => ({
  body: await replayEndpoint(String(params.id), body, actor),
  status: 202,
}));
