import { route } from "#lib/server/api/route";
import { listSessions } from "#lib/server/people/account";

export const GET = route("GET /api/auth/list-sessions", async ({ actor }) => ({
  body: await listSessions(actor),
}));
