import { route } from "#lib/server/api/route";
import { setUp } from "#lib/server/people/links";
import { enterByLink } from "#lib/server/people/sign-in";

export const POST = route("POST /api/setup", async ({ body, from, request }) => {
  await setUp(body, from);
  const { email, password } = body;
  const entered = await enterByLink({ email, password }, from, request.headers.get("cookie"));
  return { ...entered, status: 201 };
});
