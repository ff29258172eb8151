import { listSessions } from "#lib/server/auth/account";
import { route } from "#lib/server/route";

export const GET = route({ may: "keep_own_account" }, async ({ actor }) => ({
  body: await listSessions(actor),
}));
