import { quoteInput } from "#lib/contract/api";
import { direct } from "#lib/server/direct";
import { inputRules } from "#lib/server/env";
import { getQuote } from "#lib/server/quotes";
import { route } from "#lib/server/route";

export const POST = direct(
  "POST /api/quote",
  route({ may: "quote", quota: "quote", body: () => quoteInput(inputRules()) }, async ({ body }) => ({
    body: await getQuote(body),
  })),
);
