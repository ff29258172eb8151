import { route } from "#lib/server/api/route";
import { spendQuota } from "#lib/server/auth/quota";
import { keepRate } from "#lib/server/insight/rates";
import { underWay } from "#lib/server/observe/under-way";
import { getQuote, getQuoteFor } from "#lib/server/service/quotes";
import { judged } from "#lib/server/submission/odd-quotes";

export const POST = route(
  "POST /api/quote",
  async ({ body: { amount, outputAmount, ...subject }, actor }) => {
    const quote =
      outputAmount === undefined
        ? await getQuote({ ...subject, amount: amount ?? "" })
        : await getQuoteFor(outputAmount, subject, () => spendQuota("quote", actor));
    // The answer doesn't wait for it.
    void underWay(keepRate(quote));
    return { body: await judged(quote) };
  },
);
