import * as z from "zod/mini";
import { Decimal, Moment } from "#lib/contract/transfer/answer-parts";
import { receivedReasons, receivedSources } from "#lib/transfer/received";

/** In the answers about a transfer. */
export const Received = z.strictObject({
  source: z
    .enum(receivedSources)
    .check(
      z.describe("`own_statement`: lines of an own account's statement. `payee_said`: a person was told."),
    ),
  amount: Decimal.check(z.describe("What this source says arrived, in `currency`.")),
  day: z.iso.date().check(z.describe("The last day on which some of it arrived.")),
  difference: z
    .nullable(Decimal)
    .check(z.describe("How much more, or less, than expected by the quote; `null` without one.")),
  reason: z
    .nullable(z.enum(receivedReasons))
    .check(z.describe("Why it is another amount, where a person knows.")),
  recordedAt: Moment,
  events: z.array(z.int()).check(z.describe("The numbers of the events that say it, twenty at the most.")),
});

/** In the answers about a transfer. */
export const PaidOut = z
  .nullable(
    z.strictObject({
      amount: Decimal.check(z.describe("In `currency`.")),
      difference: z
        .nullable(Decimal)
        .check(z.describe("How much more, or less, than expected by the quote; `null` without one.")),
      at: Moment.check(z.describe("When it was first reported.")),
      event: z.int().check(z.describe("The number of the report.")),
    }),
  )
  .check(
    z.describe(
      "What the service says that it paid out, of a report that it paid; `null` where it names no sum. Nobody confirmed that it arrived.",
    ),
  );

/** Of an event. */
export const RecordOfReceipt = z
  .nullable(z.strictObject({ source: z.enum(receivedSources), amount: Decimal, day: z.iso.date() }))
  .check(z.describe("What this record says the recipient got; `null` for any other event."));
