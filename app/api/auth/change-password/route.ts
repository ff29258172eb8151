import { NewPasswordInput } from "#lib/contract/people";
import { changePassword } from "#lib/server/auth/account";
import { route } from "#lib/server/route";

export const POST = route(
  { may: "keep_own_account", body: () => NewPasswordInput },
  async ({ body, actor }) => ({
    body: { isChanged: true },
    cookies: await changePassword(body, actor),
  }),
);
