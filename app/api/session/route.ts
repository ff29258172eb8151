import { route } from "#lib/server/api/route";
import { timeLeftOf } from "#lib/server/auth/session";

export const GET = route("GET /api/session", async ({ actor }) => ({
  body: await timeLeftOf(actor.sessionId),
}));

/** The request itself is the act that keeps the session. */
export const POST = route("POST /api/session", async ({ actor }) => ({
  body: await timeLeftOf(actor.sessionId),
}));
