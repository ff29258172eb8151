import { route } from "#lib/server/api/route";
import { findHold, releaseHold } from "#lib/server/hold/hold-release";

export const POST = route("POST /api/hold/release", async ({ body: { since }, actor }) => {
  await releaseHold(since, actor);
  return { body: { hold: await findHold() } };
});
