import { ConfirmInput } from "#lib/contract/people";
import { endSecondFactor } from "#lib/server/auth/account";
import { route } from "#lib/server/route";

export const POST = route({ may: "keep_own_account", body: () => ConfirmInput }, async ({ body, actor }) => ({
  body: { isOff: true },
  cookies: await endSecondFactor(body, actor),
}));
