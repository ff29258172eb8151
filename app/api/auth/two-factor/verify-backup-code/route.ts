import { route } from "#lib/server/api/route";
import { signInWithCode } from "#lib/server/people/sign-in";

export const POST = route("POST /api/auth/two-factor/verify-backup-code", ({ body, from, request }) =>
  signInWithCode(body.code, "recovery", from, request.headers.get("cookie")),
);
