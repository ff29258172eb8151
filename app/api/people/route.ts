import { InvitationInput } from "#lib/contract/people";
import { listPeople } from "#lib/server/people";
import { invite } from "#lib/server/person-links";
import { route } from "#lib/server/route";

export const GET = route({ may: "manage_people" }, async () => ({ body: await listPeople() }));

export const POST = route(
  { may: "manage_people", isConfirmed: true, body: () => InvitationInput },
  async ({ body, actor }) => ({ body: await invite(body, actor), status: 201 }),
);
