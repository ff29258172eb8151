import { route } from "#lib/server/api/route";
import { confirm } from "#lib/server/people/proof";

export const POST = route("POST /api/confirmation", async ({ body, actor }) => {
  await confirm(body, actor);
  return { body: { isConfirmed: true } };
});
