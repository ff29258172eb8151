import * as z from "zod/mini";
import { Decimal } from "#lib/contract/transfer/answer-parts";
import { receivedReasons, receivedSources } from "#lib/transfer/received";

/** `GET /api/months/{month}/parts`: what a month's figure "reported paid" is made of, and what is recorded of it. */

const Part = z.strictObject({
  name: z.nullable(z.string()).check(z.describe("`null`: nobody is known, or it is all others together.")),
  detail: z.nullable(z.string()).check(z.describe("The account of a recipient who is no saved payee.")),
  count: z.int(),
  sums: z
    .array(z.strictObject({ token: z.string(), count: z.int(), amount: Decimal }))
    .check(z.describe("Tokens are never added together.")),
});
export type Part = z.output<typeof Part>;

const Parts = z
  .strictObject({ items: z.array(Part), others: z.nullable(Part) })
  .check(z.describe("The 50 with the most payouts, and all others as one."));

export const differenceWhys = ["as_expected", "no_estimate", "unexplained", ...receivedReasons] as const;

export const MonthParts = z.strictObject({
  month: z.string(),
  payees: Parts,
  banks: Parts,
  people: Parts.check(z.describe("By who created them.")),
  unrecorded: z
    .strictObject({ count: z.int(), amount: Decimal })
    .check(
      z.describe("Of how many nobody recorded what arrived, and the naira expected of them by the quotes."),
    ),
  differences: z
    .array(
      z.strictObject({
        source: z.enum(receivedSources),
        why: z.enum(differenceWhys),
        count: z.int(),
        difference: Decimal.check(z.describe("Naira that arrived less what was expected.")),
      }),
    )
    .check(
      z.describe(
        "What is recorded now of those that were paid in the month, by who says it and why it differs.",
      ),
    ),
});
export type MonthParts = z.output<typeof MonthParts>;
