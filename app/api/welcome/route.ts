import { route } from "#lib/server/api/route";
import { acceptLink } from "#lib/server/people/links";
import { enterByLink } from "#lib/server/people/sign-in";

export const POST = route("POST /api/welcome", async ({ body, from, request }) => {
  const email = await acceptLink(body, from);
  const entered = await enterByLink({ email, password: body.password }, from, request.headers.get("cookie"));
  return { ...entered, status: 201 };
});
