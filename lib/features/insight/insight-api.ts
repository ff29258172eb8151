import * as z from "zod/mini";
import { Decimal, Moment } from "#lib/contract/transfer/answer-parts";

/** What happened, counted: of the transfers that were created in a range of days. */

const insightRanges = ["month", "7d", "30d", "13w", "12m"] as const;
export type InsightRange = (typeof insightRanges)[number];

/** `GET /api/insight` */
export const InsightInput = z.strictObject({
  range: z._default(z.enum(insightRanges, "Use month, 7d, 30d, 13w or 12m."), "30d"),
  /** Left out: the token with the most transfers. */
  token: z.optional(z.string().check(z.regex(/^[A-Za-z0-9._:-]{1,64}$/, "This is not a token."))),
});
export type InsightInput = z.output<typeof InsightInput>;

const told = (text: string) => z.string().check(z.describe(text));
const Day = told("A day in the business's time zone, such as 2026-11-20.");
const counted = z.int();

const Part = z.strictObject({
  count: counted,
  amount: Decimal,
  naira: Decimal.check(z.describe("The sum of the quotes at creation, in NGN.")),
  estimates: counted.check(z.describe("How many of them have such a quote.")),
});
export type Part = z.output<typeof Part>;
const states = { paid: Part, open: Part, failed: Part };

const Seconds = z.int().check(z.describe("Seconds from creation to the first report of paid, within 9 %."));
const times = {
  timed: counted.check(z.describe("How many have a time.")),
  half: z.nullable(Seconds),
  nineOfTen: z.nullable(Seconds),
};

const Sum = z.strictObject({ token: z.string(), amount: Decimal });
const OpenSum = z.strictObject({
  count: counted,
  isMore: z.boolean().check(z.describe("There are more than `count`, and no sums.")),
  sums: z.array(Sum),
});

const Rates = z.strictObject({
  asset: z.string(),
  currency: z.string(),
  days: z
    .array(z.strictObject({ day: Day, low: Decimal, high: Decimal, last: Decimal, samples: counted }))
    .check(z.describe("Days on which this dashboard asked for a quote.")),
  latest: z.strictObject({ rate: Decimal, at: Moment }),
  middle7: z.nullable(Decimal).check(z.describe("The middle of the days' last rates; null under 5 days.")),
  middle30: z.nullable(Decimal),
});
export type Rates = z.output<typeof Rates>;

export const Insight = z.strictObject({
  range: z.enum(insightRanges),
  from: Day,
  to: Day,
  step: z.enum(["day", "week", "month"]),
  countedUpTo: z.nullable(Moment).check(z.describe("Later changes are missing; null where none is.")),
  countedBackTo: z
    .nullable(Moment)
    .check(z.describe("Older transfers are still being counted; null where none is.")),
  tokens: z
    .array(z.strictObject({ token: z.string(), created: Part, ...states }))
    .check(z.describe("The one with the most transfers first. Tokens are never added together.")),
  token: z.nullable(z.string()).check(z.describe("The token of the periods and rates.")),
  periods: z.array(z.strictObject({ from: Day, to: Day, ...states })),
  open: z
    .strictObject({ deposited: OpenSum, awaited: OpenSum, unclear: OpenSum })
    .check(z.describe("Of all time, without what is marked as resolved.")),
  times: z.strictObject(times).check(z.describe("Of all banks.")),
  banks: z.array(
    z.strictObject({ code: z.string(), name: z.string(), paid: counted, failed: counted, ...times }),
  ),
  networks: z.array(z.strictObject({ network: z.string(), name: z.string(), ...times })),
  payees: z
    .array(
      z.strictObject({
        transferId: z.uuid().check(z.describe("For the filter `account`: no number is in a URL.")),
        name: z.string(),
        bankCode: told("With the filter `bank` too: at another bank the number is another account."),
        bankName: z.string(),
        accountLastFour: z.string(),
        count: counted,
        naira: Decimal,
      }),
    )
    .check(z.describe("The accounts that got the most of what is reported paid, by the quotes at creation.")),
  rates: z.nullable(Rates),
});
export type Insight = z.output<typeof Insight>;
