import { InvitationInput } from "#lib/contract/people";
import { route } from "#lib/server/api/route";
import { listPeople } from "#lib/server/people/people";
import { invite } from "#lib/server/people/person-links";

export const GET = route({ may: "manage_people" }, async () => ({ body: await listPeople() }));

export const POST = route(
  { may: "manage_people", isConfirmed: true, body: () => InvitationInput },
  async ({ body, actor }) => ({ body: await invite(body, actor), status: 201 }),
);
