import { LinkInput } from "#lib/contract/people";
import { acceptLink } from "#lib/server/auth/links";
import { openRoute } from "#lib/server/route";

export const POST = openRoute({ body: () => LinkInput }, async ({ body, from }) => {
  await acceptLink(body, from);
  return { body: { next: "login" }, status: 201 };
});
