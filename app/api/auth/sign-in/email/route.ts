import { route } from "#lib/server/api/route";
import { signIn } from "#lib/server/people/sign-in";

export const POST = route("POST /api/auth/sign-in/email", ({ body, from, request }) =>
  signIn(body, from, request.headers.get("cookie")),
);
