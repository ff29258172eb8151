import { ConfirmInput } from "#lib/contract/people";
import { renewRecoveryCodes } from "#lib/server/auth/account";
import { route } from "#lib/server/route";

export const POST = route({ may: "keep_own_account", body: () => ConfirmInput }, async ({ body, actor }) => ({
  body: { recoveryCodes: await renewRecoveryCodes(body, actor) },
}));
