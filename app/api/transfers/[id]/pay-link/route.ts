import { route } from "#lib/server/api/route";
import { endPayLink, makePayLink } from "#lib/server/funding/pay-links";
import { ownOrigin } from "#lib/server/http/request-origin";

export const POST = route("POST /api/transfers/[id]/pay-link", async ({ body, params, actor, request }) => ({
  body: await makePayLink(String(params.id), body, { actor, origin: ownOrigin(request) }),
  status: 201,
}));

export const DELETE = route("DELETE /api/transfers/[id]/pay-link", async ({ params, actor }) => {
  await endPayLink(String(params.id), actor);
  return { body: { isDone: true } };
});
