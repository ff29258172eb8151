import { route } from "#lib/server/api/route";
import { newestToAccount } from "#lib/server/search/list-transfers";

/** A POST: a full account number is never in a URL. */
export const POST = route("POST /api/transfers/account", async ({ body }) => ({
  body: { id: await newestToAccount(body.accountNumber) },
}));
