import { route } from "#lib/server/api/route";
import { readLink } from "#lib/server/people/links";

/** What a link is for. Asked by POST, so that the token stands in no address and no log of a proxy. */
export const POST = route("POST /api/welcome/link", async ({ body, from }) => ({
  body: await readLink(body.token, from),
}));
