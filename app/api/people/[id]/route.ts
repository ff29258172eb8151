import { PersonChange } from "#lib/contract/people";
import { route } from "#lib/server/api/route";
import { changePerson } from "#lib/server/people/people";

export const PATCH = route(
  { may: "manage_people", isConfirmed: true, body: () => PersonChange },
  async ({ body, params, actor }) => ({ body: await changePerson(String(params.id), body, actor) }),
);
