import { CodeInput } from "#lib/contract/people";
import { completeSecondFactor } from "#lib/server/auth/account";
import { readActor } from "#lib/server/auth/session";
import { signInWithCode } from "#lib/server/auth/sign-in";
import { openRoute } from "#lib/server/route";

/** The second step of a sign-in, or the first code of a new second factor for somebody who is signed in. */
export const POST = openRoute({ body: () => CodeInput }, async ({ body, from, request }) => {
  const cookie = request.headers.get("cookie");
  const actor = await readActor(request.headers, true);
  if (actor === undefined) return signInWithCode(body.code, "app", from, cookie);
  return { body: { next: "done" }, cookies: await completeSecondFactor(body.code, actor) };
});
