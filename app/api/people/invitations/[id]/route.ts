import { route } from "#lib/server/api/route";
import { revokeInvitation } from "#lib/server/people/person-links";

export const DELETE = route("DELETE /api/people/invitations/[id]", async ({ params, actor }) => {
  await revokeInvitation(String(params.id), actor);
  return { body: { isDone: true } };
});
