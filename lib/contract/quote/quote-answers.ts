import * as z from "zod/mini";
import { QuoteFigures } from "#lib/contract/answers";
import { Decimal, Moment } from "#lib/contract/transfer/answer-parts";

/** Why a quote makes no sense; see `lib/money/quote-doubts.ts`. */
const QuoteDoubt = z
  .discriminatedUnion("kind", [
    z.strictObject({
      kind: z.literal("unexplained"),
      gross: Decimal.check(z.describe("The amount at the rate, before any fee.")),
    }),
    z.strictObject({ kind: z.literal("too_large") }),
    z.strictObject({
      kind: z.literal("rate_moved"),
      lastRate: Decimal.check(z.describe("Of the last accepted transfer of the token within 7 days.")),
      lastAt: Moment,
    }),
  ])
  .check(
    z.describe(
      "`unexplained`: no reading of amount, rate and fee gives the output within 1 %. `too_large`: more than 15 digits of naira. `rate_moved`: more than 20 % off the last accepted rate.",
    ),
  );

export const Quote = z
  .extend(QuoteFigures, {
    ...{ amount: Decimal, asset: z.string(), currency: z.string() },
    doubts: z
      .array(QuoteDoubt)
      .check(z.describe("While there is one, a transfer is created only with `confirmOddQuote`.")),
  })
  .check(z.describe("The service gives no currency for `fee`, and no expiry for the quote."));
export type Quote = z.output<typeof Quote>;
/** As the service gave it. */
export type PlainQuote = Omit<Quote, "doubts">;
