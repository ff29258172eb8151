import { route } from "#lib/server/api/route";
import { sumTransfers } from "#lib/server/search/transfer-sums";

export const POST = route("POST /api/transfers/sums", async ({ body }) => ({
  body: await sumTransfers(body),
}));
