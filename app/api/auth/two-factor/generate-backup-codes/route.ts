import { route } from "#lib/server/api/route";
import { renewRecoveryCodes } from "#lib/server/people/account";

export const POST = route("POST /api/auth/two-factor/generate-backup-codes", async ({ body, actor }) => ({
  body: { recoveryCodes: await renewRecoveryCodes(body, actor) },
}));
