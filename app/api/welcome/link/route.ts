import { LinkQuestion } from "#lib/contract/people";
import { readLink } from "#lib/server/auth/links";
import { openRoute } from "#lib/server/route";

/** What a link is for. Asked by POST, so that the token stands in no address and no log of a proxy. */
export const POST = openRoute({ body: () => LinkQuestion }, async ({ body, from }) => ({
  body: await readLink(body.token, from),
}));
