import { route } from "#lib/server/api/route";
import { confirm } from "#lib/server/people/proof";

/** The person proves to be there, for what must not be done in a window that was left open. */
export const POST = route("POST /api/confirmation", async ({ body, actor }) => {
  await confirm(body, actor);
  return { body: { isConfirmed: true } };
});
