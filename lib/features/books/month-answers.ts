import * as z from "zod/mini";
import { Decimal, Moment, told } from "#lib/contract/transfer/answer-parts";
import { receivedSources } from "#lib/transfer/received";

/** What our API answers about months: what came into what is open, what left it, and what somebody says that arrived. */

export const monthPattern = /^\d{4}-(0[1-9]|1[0-2])$/;
const Month = z
  .string()
  .check(z.regex(monthPattern), z.describe("As `2026-11`, in the business's time zone."));

const Figure = z.strictObject({ count: z.int(), amount: Decimal });

export type Figure = z.output<typeof Figure>;

/** `start + created + back - paid - failed - never = end`, in count and in amount. */
export const TokenFigures = z.strictObject({
  token: z.string(),
  start: Figure.check(z.describe("Open at its start.")),
  created: Figure,
  back: Figure.check(z.describe("Had ended, and is open again.")),
  paid: Figure.check(z.describe("Reported paid by the service.")),
  failed: Figure.check(z.describe("Failed or refunded.")),
  never: Figure.check(z.describe("Never went ahead.")),
  end: Figure.check(z.describe("Open at its end.")),
  expected: z
    .strictObject({ count: z.int(), amount: Decimal })
    .check(z.describe("Naira of what was paid, by the quotes: an estimate, and of how many transfers.")),
});
export type TokenFigures = z.output<typeof TokenFigures>;

const ReceivedFigures = z.strictObject({
  source: z.enum(receivedSources),
  currency: z.string(),
  recorded: Figure.check(z.describe("What somebody said that arrived in this month.")),
  withdrawn: Figure.check(z.describe("What of it was taken back.")),
});

export const MonthFigures = z.strictObject({
  tokens: z.array(TokenFigures),
  received: z.array(ReceivedFigures),
});
export type MonthFigures = z.output<typeof MonthFigures>;

const summary = {
  month: Month,
  state: z.enum(["running", "open", "closed"]).check(z.describe("`running`: not over yet.")),
  closedAt: z.nullable(Moment),
  closedBy: z.nullable(z.string()),
  figures: MonthFigures,
};
export const MonthSummary = z.strictObject(summary);
export type MonthSummary = z.output<typeof MonthSummary>;
export const Months = z.strictObject({
  items: z.array(MonthSummary).check(z.describe("The newest 60, the newest first.")),
});
export type Months = z.output<typeof Months>;

export const movementLists = ["created", "back", "paid", "failed", "never", "received", "end"] as const;
const movementWords = [
  "created",
  "back",
  "paid",
  "failed",
  "never",
  "received",
  "received_withdrawn",
] as const;

export const Movement = z.strictObject({
  transferId: z.uuid(),
  seq: z.int().check(z.describe("The transfer's event.")),
  kind: z.enum(movementWords),
  source: z.nullable(z.enum(receivedSources)),
  at: Moment,
  month: Month.check(
    z.describe("The month of its time; earlier than the month that lists it: an adjustment."),
  ),
  token: z.string(),
  amount: Decimal,
  naira: z.nullable(Decimal).check(z.describe("By the quote.")),
  accountName: z.string(),
  bankName: z.string(),
  accountLastFour: z.string(),
  reference: z.nullable(z.string()),
});
export type Movement = z.output<typeof Movement>;

export const Correction = z.strictObject({
  token: z.string(),
  kind: z.enum(movementWords),
  closed: Figure.check(z.describe("As the month was closed.")),
  now: Figure.check(z.describe("With what was recorded later.")),
});
export type Correction = z.output<typeof Correction>;

/** `GET /api/months/{month}`. */
export const MonthDetail = z.strictObject({
  ...summary,
  note: z.nullable(z.string()),
  hash: z
    .nullable(z.string())
    .check(z.describe("SHA-256 over its figures and movements, once it is closed.")),
  movements: z.int(),
  closableFrom: z
    .nullable(Moment)
    .check(z.describe("Of the month that is to be closed next; `null` for every other.")),
  seen: told("The hash of the figures; a closing names it."),
  adjustments: z
    .array(Movement)
    .check(
      z.describe("What belongs to earlier months that were closed before it was recorded: the newest 100."),
    ),
  adjusted: z.int().check(z.describe("How many there are.")),
  corrections: z
    .array(Correction)
    .check(z.describe("What of this closed month was recorded after it was closed.")),
  unclear: z.strictObject({
    unknown: z.int().check(z.describe("Transfers whose outcome is unknown now.")),
    attention: z.int().check(z.describe("Transfers of any month that need a person now.")),
    notFound: z
      .int()
      .check(
        z.describe("Paid, and not on a statement that should have them, as far as nobody has resolved it."),
      ),
  }),
});
export type MonthDetail = z.output<typeof MonthDetail>;

export const MovementPage = z.strictObject({
  items: z.array(Movement),
  nextCursor: z.nullable(z.string()),
});
export type MovementPage = z.output<typeof MovementPage>;
