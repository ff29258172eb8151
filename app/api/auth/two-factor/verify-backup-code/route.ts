import { RecoveryCodeInput } from "#lib/contract/people";
import { openRoute } from "#lib/server/api/route";
import { signInWithCode } from "#lib/server/people/sign-in";

export const POST = openRoute({ body: () => RecoveryCodeInput }, ({ body, from, request }) =>
  signInWithCode(body.code, "recovery", from, request.headers.get("cookie")),
);
