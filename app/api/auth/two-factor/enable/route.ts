import { PasswordInput } from "#lib/contract/people";
import { beginSecondFactor } from "#lib/server/auth/account";
import { route } from "#lib/server/route";

export const POST = route(
  { may: "keep_own_account", body: () => PasswordInput },
  async ({ body, actor }) => ({
    body: await beginSecondFactor(body.password, actor),
  }),
);
