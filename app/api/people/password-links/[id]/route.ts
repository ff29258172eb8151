import { route } from "#lib/server/api/route";
import { revokePasswordLink } from "#lib/server/people/person-links";

export const DELETE = route("DELETE /api/people/password-links/[id]", async ({ params, actor }) => {
  await revokePasswordLink(String(params.id), actor);
  return { body: { isDone: true } };
});
