import { route } from "#lib/server/api/route";
import { assignMany } from "#lib/server/attention/attention-acts";

export const POST = route("POST /api/attention/owner", async ({ body, actor }) => ({
  body: await assignMany(body, actor),
}));
