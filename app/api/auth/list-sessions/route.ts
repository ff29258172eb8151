import { route } from "#lib/server/api/route";
import { listSessions } from "#lib/server/people/account";

export const GET = route({ may: "keep_own_account" }, async ({ actor }) => ({
  body: await listSessions(actor),
}));
