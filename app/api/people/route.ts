import { route } from "#lib/server/api/route";
import { listPeople } from "#lib/server/people/people";
import { invite } from "#lib/server/people/person-links";

export const GET = route("GET /api/people", async () => ({ body: await listPeople() }));

export const POST = route("POST /api/people", async ({ body, actor }) => ({
  body: await invite(body, actor),
  status: 201,
}));
