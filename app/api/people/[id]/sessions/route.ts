import { route } from "#lib/server/api/route";
import { signOutPerson } from "#lib/server/people/people";

export const DELETE = route("DELETE /api/people/[id]/sessions", async ({ params, actor }) => {
  await signOutPerson(String(params.id), actor);
  return { body: { isDone: true } };
});
