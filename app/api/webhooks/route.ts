import { route } from "#lib/server/api/route";
import { addEndpoint } from "#lib/server/webhooks/endpoint-acts";
import { listEndpoints } from "#lib/server/webhooks/endpoints";

export const GET = route("GET /api/webhooks", async () => ({ body: await listEndpoints() }));

export const POST = route("POST /api/webhooks", async ({ body, actor }) => ({
  body: await addEndpoint(body, actor),
  status: 201,
}));
