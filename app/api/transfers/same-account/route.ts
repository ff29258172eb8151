import { route } from "#lib/server/api/route";
import { findEarlierPayouts } from "#lib/server/submission/same-account";

export const POST = route("POST /api/transfers/same-account", async ({ body, actor }) => ({
  body: await findEarlierPayouts(body, actor),
}));
