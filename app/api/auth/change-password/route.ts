import { route } from "#lib/server/api/route";
import { changePassword } from "#lib/server/people/account";

export const POST = route("POST /api/auth/change-password", async ({ body, actor }) => ({
  body: { isChanged: true },
  cookies: await changePassword(body, actor),
}));
