import { makePasswordLink } from "#lib/server/person-links";
import { route } from "#lib/server/route";

export const POST = route({ may: "manage_people", isConfirmed: true }, async ({ params, actor }) => ({
  body: await makePasswordLink(String(params.id), actor),
  status: 201,
}));
