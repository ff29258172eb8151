import { NewPasswordInput } from "#lib/contract/people";
import { route } from "#lib/server/api/route";
import { changePassword } from "#lib/server/people/account";

export const POST = route(
  { may: "keep_own_account", body: () => NewPasswordInput },
  async ({ body, actor }) => ({
    body: { isChanged: true },
    cookies: await changePassword(body, actor),
  }),
);
