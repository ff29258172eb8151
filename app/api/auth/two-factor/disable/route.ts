import { ConfirmInput } from "#lib/contract/people";
import { route } from "#lib/server/api/route";
import { endSecondFactor } from "#lib/server/people/account";

export const POST = route({ may: "keep_own_account", body: () => ConfirmInput }, async ({ body, actor }) => ({
  body: { isOff: true },
  cookies: await endSecondFactor(body, actor),
}));
