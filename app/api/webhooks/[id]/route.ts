import { route } from "#lib/server/api/route";
import { changeEndpoint, removeEndpoint } from "#lib/server/webhooks/endpoint-acts";
import { readEndpoint } from "#lib/server/webhooks/endpoints";

export const GET = route("GET /api/webhooks/[id]", async ({ params, actor }) => ({
  body: await readEndpoint(String(params.id), actor),
}));

export const PATCH = route("PATCH /api/webhooks/[id]", async ({ params, body, actor }) => ({
  body: await changeEndpoint(String(params.id), body, actor),
}));

export const DELETE = route("DELETE /api/webhooks/[id]", async ({ params, actor }) => ({
  body: await removeEndpoint(String(params.id), actor),
}));
