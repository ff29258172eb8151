import { route } from "#lib/server/api/route";
import { endSecondFactor } from "#lib/server/people/account";

export const POST = route("POST /api/auth/two-factor/disable", async ({ body, actor }) => ({
  body: { isOff: true },
  cookies: await endSecondFactor(body, actor),
}));
