import { route } from "#lib/server/api/route";
import { renewSecret } from "#lib/server/webhooks/endpoint-acts";

export const POST = route("POST /api/webhooks/[id]/secret", async ({ params, actor }) => ({
  body: await renewSecret(String(params.id), actor),
  status: 201,
}));
