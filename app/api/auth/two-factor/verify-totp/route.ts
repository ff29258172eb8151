import { route } from "#lib/server/api/route";
import { readActor } from "#lib/server/auth/session";
import { completeSecondFactor } from "#lib/server/people/account";
import { signInWithCode } from "#lib/server/people/sign-in";

/** The second step of a sign-in, or the first code of a new second factor for somebody who is signed in. */
export const POST = route("POST /api/auth/two-factor/verify-totp", async ({ body, from, request }) => {
  const cookie = request.headers.get("cookie");
  const actor = await readActor(request.headers, true);
  if (actor === undefined) return signInWithCode(body.code, "app", from, cookie);
  return { body: { next: "done" }, cookies: await completeSecondFactor(body.code, actor) };
});
