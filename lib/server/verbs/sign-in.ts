import type { Verbs } from "#lib/server/api/route";
import { readActor, timeLeftOf } from "#lib/server/auth/session";
import {
  beginSecondFactor,
  changePassword,
  completeSecondFactor,
  endSecondFactor,
  listSessions,
  renewRecoveryCodes,
  revokeSession,
  signOut,
} from "#lib/server/people/account";
import { hideFirstSteps } from "#lib/server/people/first-steps";
import { confirm } from "#lib/server/people/proof";
import { signIn, signInWithCode } from "#lib/server/people/sign-in";

export const signInVerbs = {
  "DELETE /api/account/first-steps": async ({ actor }) => {
    await hideFirstSteps(actor);
    return { body: { isDone: true } };
  },
  "POST /api/auth/change-password": async ({ body, actor }) => ({
    body: { isChanged: true },
    cookies: await changePassword(body, actor),
  }),
  "GET /api/auth/list-sessions": async ({ actor }) => ({
    body: await listSessions(actor),
  }),
  "POST /api/auth/revoke-session": async ({ body, actor }) => {
    await revokeSession(body.id, actor);
    return { body: await listSessions(actor) };
  },
  "POST /api/auth/sign-in/email": ({ body, from, request }) =>
    signIn(body, from, request.headers.get("cookie")),
  "POST /api/auth/sign-out": async ({ actor, request }) => ({
    body: { next: "login" },
    cookies: await signOut(actor, request.headers.get("cookie")),
    // Clears the pages that the browser keeps for Back. The theme's cookie stays.
    headers: { "clear-site-data": '"cache", "storage"' },
  }),
  "POST /api/auth/two-factor/disable": async ({ body, actor }) => ({
    body: { isOff: true },
    cookies: await endSecondFactor(body, actor),
  }),
  "POST /api/auth/two-factor/enable": async ({ body, actor }) => ({
    body: await beginSecondFactor(body.password, actor),
  }),
  "POST /api/auth/two-factor/generate-backup-codes": async ({ body, actor }) => ({
    body: { recoveryCodes: await renewRecoveryCodes(body, actor) },
  }),
  "POST /api/auth/two-factor/verify-backup-code": ({ body, from, request }) =>
    signInWithCode(body.code, "recovery", from, request.headers.get("cookie")),
  /** The second step of a sign-in, or the first code of a new second factor for somebody who is signed in. */
  "POST /api/auth/two-factor/verify-totp": async ({ body, from, request }) => {
    const cookie = request.headers.get("cookie");
    const actor = await readActor(request.headers, true);
    if (actor === undefined) return signInWithCode(body.code, "app", from, cookie);
    return { body: { next: "done" }, cookies: await completeSecondFactor(body.code, actor) };
  },
  "POST /api/confirmation": async ({ body, actor }) => {
    await confirm(body, actor);
    return { body: { isConfirmed: true } };
  },
  "GET /api/session": async ({ actor }) => ({
    body: await timeLeftOf(actor.sessionId),
  }),
  /** The request itself is the act that keeps the session. */
  "POST /api/session": async ({ actor }) => ({
    body: await timeLeftOf(actor.sessionId),
  }),
} satisfies Partial<Verbs>;
