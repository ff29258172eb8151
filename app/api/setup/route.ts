import { SetupInput } from "#lib/contract/people";
import { openRoute } from "#lib/server/api/route";
import { setUp } from "#lib/server/people/links";

export const POST = openRoute({ body: () => SetupInput }, async ({ body, from }) => {
  await setUp(body, from);
  return { body: { next: "login" }, status: 201 };
});
