import { PersonChange } from "#lib/contract/people";
import { changePerson } from "#lib/server/people";
import { route } from "#lib/server/route";

export const PATCH = route(
  { may: "manage_people", isConfirmed: true, body: () => PersonChange },
  async ({ body, params, actor }) => ({ body: await changePerson(String(params.id), body, actor) }),
);
