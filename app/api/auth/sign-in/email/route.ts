import { SignInInput } from "#lib/contract/people";
import { openRoute } from "#lib/server/api/route";
import { signIn } from "#lib/server/people/sign-in";

export const POST = openRoute({ body: () => SignInInput }, ({ body, from, request }) =>
  signIn(body, from, request.headers.get("cookie")),
);
