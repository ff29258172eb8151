import { quoteInput } from "#lib/contract/api";
import { inputRules } from "#lib/server/env";
import { getQuote } from "#lib/server/quotes";
import { route } from "#lib/server/route";

export const POST = route(
  { may: "quote", quota: "quote", body: () => quoteInput(inputRules()) },
  async ({ body }) => ({
    body: await getQuote(body),
  }),
);
