import { route } from "#lib/server/api/route";
import { beginSecondFactor } from "#lib/server/people/account";

export const POST = route("POST /api/auth/two-factor/enable", async ({ body, actor }) => ({
  body: await beginSecondFactor(body.password, actor),
}));
