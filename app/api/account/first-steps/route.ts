import { route } from "#lib/server/api/route";
import { hideFirstSteps } from "#lib/server/people/first-steps";

export const DELETE = route("DELETE /api/account/first-steps", async ({ actor }) => {
  await hideFirstSteps(actor);
  return { body: { isDone: true } };
});
