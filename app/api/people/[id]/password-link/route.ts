import { route } from "#lib/server/api/route";
import { makePasswordLink } from "#lib/server/people/person-links";

export const POST = route({ may: "manage_people", isConfirmed: true }, async ({ params, actor }) => ({
  body: await makePasswordLink(String(params.id), actor),
  status: 201,
}));
