import { revokeInvitation } from "#lib/server/person-links";
import { route } from "#lib/server/route";

export const DELETE = route({ may: "manage_people" }, async ({ params, actor }) => {
  await revokeInvitation(String(params.id), actor);
  return { body: { isDone: true } };
});
