import type { Asset } from "#lib/asset/asset";
import { Problem } from "#lib/contract/problem";
import type { Quote } from "#lib/contract/quote/quote-answers";
import { compareAmounts } from "#lib/money/amount";
import { type Amount, addAmounts, subtractAmounts } from "#lib/money/money";
import { amountFor } from "./amount-of-wish";
import type { AgreedRate } from "./stored-batch";

/** Quotes of a row whose naira is fixed, with those of its creation: the service quotes the other way only. */
const mostQuotes = 3;

type Figures = Pick<Quote, "amount" | "outputAmount" | "rate">;
type Wish = {
  wish: Amount;
  rate: AgreedRate;
  /** The most that may be sent for it. */
  most: Amount | null;
  token: Pick<Asset, "decimals">;
};

/**
 * Sends the least amount that pays out the wish: the first one by the rate that was agreed to, then by the service's own figures.
 * `send` quotes again, and throws `quote_moved` with the fresh quote where that pays out less. Throws it too for more than may be sent.
 * A rate that falls from call to call falls once more before the amount is sent: what it fell short by is added twice.
 */
export async function sendWish<Sent>(
  { wish, rate, most, token }: Wish,
  quote: (amount: Amount) => Promise<Figures>,
  send: (amount: Amount) => Promise<Sent>,
): Promise<Sent> {
  let figures = await quote(amountFor(wish, rate, rate, token));
  let ahead = "0" as Amount;
  for (let quotes = 2; ; quotes++) {
    const amount = amountFor(wish, figures, rate, token);
    if (most !== null && compareAmounts(amount, most) > 0)
      throw new Problem(
        "quote_moved",
        `It would take ${amount} to pay out ${wish} NGN, more than the ${most} that was agreed to. Nothing was created.`,
      );
    const aimed = amountFor(addAmounts(wish, ahead), figures, rate, token);
    const sent = most !== null && compareAmounts(aimed, most) > 0 ? most : aimed;
    try {
      return await send(sent);
    } catch (error) {
      const fresh = error instanceof Problem && error.code === "quote_moved" ? error.extra.fresh : undefined;
      if (fresh === undefined || quotes === mostQuotes) throw error;
      figures = fresh as Quote;
      const short = subtractAmounts(wish, figures.outputAmount);
      ahead = compareAmounts(short, "0" as Amount) > 0 ? addAmounts(short, short) : ("0" as Amount);
    }
  }
}
