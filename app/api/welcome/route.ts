import { LinkInput } from "#lib/contract/people";
import { openRoute } from "#lib/server/api/route";
import { acceptLink } from "#lib/server/people/links";

export const POST = openRoute({ body: () => LinkInput }, async ({ body, from }) => {
  await acceptLink(body, from);
  return { body: { next: "login" }, status: 201 };
});
