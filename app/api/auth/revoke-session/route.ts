import { SessionInput } from "#lib/contract/people";
import { listSessions, revokeSession } from "#lib/server/auth/account";
import { route } from "#lib/server/route";

export const POST = route({ may: "keep_own_account", body: () => SessionInput }, async ({ body, actor }) => {
  await revokeSession(body.id, actor);
  return { body: await listSessions(actor) };
});
