import { ConfirmInput } from "#lib/contract/people";
import { route } from "#lib/server/api/route";
import { renewRecoveryCodes } from "#lib/server/people/account";

export const POST = route({ may: "keep_own_account", body: () => ConfirmInput }, async ({ body, actor }) => ({
  body: { recoveryCodes: await renewRecoveryCodes(body, actor) },
}));
