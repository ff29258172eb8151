import { SignInInput } from "#lib/contract/people";
import { signIn } from "#lib/server/auth/sign-in";
import { openRoute } from "#lib/server/route";

export const POST = openRoute({ body: () => SignInInput }, ({ body, from, request }) =>
  signIn(body, from, request.headers.get("cookie")),
);
