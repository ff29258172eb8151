import { SessionInput } from "#lib/contract/people";
import { route } from "#lib/server/api/route";
import { listSessions, revokeSession } from "#lib/server/people/account";

export const POST = route({ may: "keep_own_account", body: () => SessionInput }, async ({ body, actor }) => {
  await revokeSession(body.id, actor);
  return { body: await listSessions(actor) };
});
