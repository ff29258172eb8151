import { route } from "#lib/server/api/route";
import { spendQuota } from "#lib/server/auth/quota";
import { getQuote, getQuoteFor } from "#lib/server/service/quotes";

export const POST = route(
  "POST /api/quote",
  async ({ body: { amount, outputAmount, ...subject }, actor }) => ({
    body:
      outputAmount === undefined
        ? await getQuote({ ...subject, amount: amount ?? "" })
        : await getQuoteFor(outputAmount, subject, () => spendQuota("quote", actor)),
  }),
);
