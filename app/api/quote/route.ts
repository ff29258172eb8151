import { quoteInput } from "#lib/contract/api";
import { route } from "#lib/server/api/route";
import { inputRules } from "#lib/server/config/env";
import { direct } from "#lib/server/http/direct";
import { getQuote } from "#lib/server/service/quotes";

export const POST = direct(
  "POST /api/quote",
  route({ may: "quote", quota: "quote", body: () => quoteInput(inputRules()) }, async ({ body }) => ({
    body: await getQuote(body),
  })),
);
