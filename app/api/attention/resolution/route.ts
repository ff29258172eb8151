import { route } from "#lib/server/api/route";
import { resolveMany } from "#lib/server/attention/attention-acts";

export const POST = route("POST /api/attention/resolution", async ({ body, actor }) => ({
  body: await resolveMany(body, actor),
}));
