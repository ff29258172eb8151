import { route } from "#lib/server/api/route";
import { chooseMail, readMailChoices } from "#lib/server/people/mail-choices";

export const GET = route("GET /api/account/mail", async ({ actor }) => ({
  body: await readMailChoices(actor.person),
}));

export const PATCH = route("PATCH /api/account/mail", async ({ body, actor }) => ({
  body: await chooseMail(body, actor),
}));
