import { route } from "#lib/server/api/route";
import { getQuote } from "#lib/server/service/quotes";

export const POST = route("POST /api/quote", async ({ body }) => ({
  body: await getQuote(body),
}));
