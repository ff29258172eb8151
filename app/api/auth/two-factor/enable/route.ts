import { PasswordInput } from "#lib/contract/people";
import { route } from "#lib/server/api/route";
import { beginSecondFactor } from "#lib/server/people/account";

export const POST = route(
  { may: "keep_own_account", body: () => PasswordInput },
  async ({ body, actor }) => ({
    body: await beginSecondFactor(body.password, actor),
  }),
);
