import { SetupInput } from "#lib/contract/people";
import { setUp } from "#lib/server/auth/links";
import { openRoute } from "#lib/server/route";

export const POST = openRoute({ body: () => SetupInput }, async ({ body, from }) => {
  await setUp(body, from);
  return { body: { next: "login" }, status: 201 };
});
