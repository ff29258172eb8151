import { route } from "#lib/server/api/route";
import { changeAccount } from "#lib/server/payees/payee-acts";

export const POST = route("POST /api/payees/[id]/versions", async ({ params, body, actor }) => ({
  body: await changeAccount(String(params.id), body, actor),
}));
