import { RecoveryCodeInput } from "#lib/contract/people";
import { signInWithCode } from "#lib/server/auth/sign-in";
import { openRoute } from "#lib/server/route";

export const POST = openRoute({ body: () => RecoveryCodeInput }, ({ body, from, request }) =>
  signInWithCode(body.code, "recovery", from, request.headers.get("cookie")),
);
