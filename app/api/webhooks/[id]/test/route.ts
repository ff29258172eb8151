import { route } from "#lib/server/api/route";
import { testEndpoint } from "#lib/server/webhooks/delivery-acts";

export const POST = route("POST /api/webhooks/[id]/test", async ({ params, actor }) => ({
  body: await testEndpoint(String(params.id), actor),
  status: 202,
}));
