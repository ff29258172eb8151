import { route } from "#lib/server/api/route";
import { makePasswordLink } from "#lib/server/people/person-links";

export const POST = route("POST /api/people/[id]/password-link", async ({ params, actor }) => ({
  body: await makePasswordLink(String(params.id), actor),
  status: 201,
}));
