import { route } from "#lib/server/api/route";
import { readLink } from "#lib/server/people/links";

/** A POST, so that the token is in no address and no proxy's log. */
export const POST = route("POST /api/welcome/link", async ({ body, from }) => ({
  body: await readLink(body.token, from),
}));
