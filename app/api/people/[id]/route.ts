import { route } from "#lib/server/api/route";
import { changePerson } from "#lib/server/people/people";

export const PATCH = route("PATCH /api/people/[id]", async ({ body, params, actor }) => ({
  body: await changePerson(String(params.id), body, actor),
}));
