import { route } from "#lib/server/api/route";
import { listSessions, revokeSession } from "#lib/server/people/account";

export const POST = route("POST /api/auth/revoke-session", async ({ body, actor }) => {
  await revokeSession(body.id, actor);
  return { body: await listSessions(actor) };
});
