import * as z from "zod/mini";
import { Decimal, Moment, told } from "#lib/contract/transfer/answer-parts";
import { receivedReasons } from "#lib/transfer/received";
import { accountLists } from "./books-input";
import { dayOrders } from "./statement/read-days";
import { receivedFieldIds } from "./statement/received-fields";
import { statementFieldIds } from "./statement/statement-fields";

/** What our API answers about the business's own accounts and their statements. Amounts are naira. */

const Day = z.iso.date();
const Span = z.strictObject({ from: Day, until: Day });
export type Span = z.output<typeof Span>;

export const StatementLine = z.strictObject({
  id: told("The statement's ID, a point and the number of the line in the file."),
  statementId: z.uuid(),
  n: z.int(),
  day: Day,
  side: z.enum(["credit", "debit"]),
  amount: Decimal,
  left: Decimal.check(z.describe("What of it is not matched.")),
  reference: z.nullable(z.string()).check(z.describe("`null` for a role that may not see it.")),
  narration: z.nullable(z.string()).check(z.describe("As the reference.")),
});
export type StatementLine = z.output<typeof StatementLine>;

export const Payout = z.strictObject({
  id: z.uuid(),
  transactionId: z.nullable(z.string()),
  reference: z.nullable(z.string()),
  accountName: z.string(),
  createdAt: Moment,
  paidAt: z.nullable(Moment).check(z.describe("When the service first reported it paid.")),
  expected: z.nullable(Decimal).check(z.describe("By its quote: an estimate.")),
});
export type Payout = z.output<typeof Payout>;

export const Proposed = z.strictObject({
  line: StatementLine,
  transfer: Payout,
  rule: z.enum(["E1", "E2", "S1", "S2"]),
  difference: Decimal.check(z.describe("What arrived less what was expected.")),
  reason: z
    .nullable(z.enum(receivedReasons))
    .check(z.describe("Why the amounts differ, where a known deduction says it.")),
  why: told("Why they belong together, and what casts doubt on it."),
});
export type Proposed = z.output<typeof Proposed>;

export const Match = z.strictObject({
  id: z.uuid(),
  line: StatementLine,
  transfer: Payout,
  amount: Decimal,
  matchedAt: Moment,
  matchedBy: z.nullable(z.string()),
});
export type Match = z.output<typeof Match>;

const counts = Object.fromEntries(accountLists.map((list) => [list, z.int()])) as Record<
  (typeof accountLists)[number],
  z.ZodMiniInt
>;

const account = {
  id: z.uuid(),
  payee: z.strictObject({ id: z.uuid(), name: z.string() }),
  bankName: z.string(),
  accountLastFour: z.string(),
  isMarked: z.boolean().check(z.describe("The payee has another account now, or the mark was taken off.")),
  covered: z.array(Span).check(z.describe("Days that statements cover, oldest first.")),
  missing: z.array(Span).check(z.describe("Days between them that none covers.")),
  counts: z.strictObject(counts),
  waiting: z
    .int()
    .check(z.describe("Reported paid, without a line: no statement covers the days after it yet.")),
};
export const OwnAccount = z.strictObject(account);
export type OwnAccount = z.output<typeof OwnAccount>;
export const OwnAccounts = z.strictObject({ items: z.array(OwnAccount) });
export type OwnAccounts = z.output<typeof OwnAccounts>;

const StatementSummary = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  broughtAt: Moment,
  broughtBy: z.nullable(z.string()),
  ...Span.shape,
  fresh: z.int().check(z.describe("Lines that were new.")),
  known: z.int().check(z.describe("Lines that were here already.")),
  doubts: z
    .int()
    .check(z.describe("Places where its balance doesn't add up, and rows that could not be read.")),
  isRemoved: z.boolean(),
});
export type StatementSummary = z.output<typeof StatementSummary>;

/** `GET /api/own-accounts/{id}`. */
export const AccountDetail = z.strictObject({
  ...account,
  show: z.enum(accountLists),
  seen: told("The hash of the proposals that are shown; empty for other lists."),
  proposals: z.array(Proposed),
  payouts: z.array(Payout),
  lines: z.array(StatementLine),
  matches: z.array(Match),
  statements: z.array(StatementSummary).check(z.describe("The newest 100.")),
});
export type AccountDetail = z.output<typeof AccountDetail>;

export const Confirmed = z.strictObject({
  confirmed: z.int(),
  leftOut: z.int().check(z.describe("Their line or their transfer has changed meanwhile.")),
});
export type Confirmed = z.output<typeof Confirmed>;

export const Candidates = z.strictObject({ items: z.array(Payout) });

const fields = z.enum(statementFieldIds);
export const BroughtStatement = z.strictObject({
  kind: z.enum(["text", "workbook"]),
  headerLine: z.nullable(z.int()),
  above: z.array(z.strictObject({ n: z.int(), cells: z.array(z.string()) })),
  columns: z.array(z.strictObject({ name: z.string(), field: z.nullable(fields) })),
  emptyRows: z.int(),
  counts: z
    .strictObject({ others: z.int(), faults: z.int(), remarks: z.int(), breaks: z.int() })
    .check(z.describe("Of each of the next lists there are so many, and the first 100 are here.")),
  others: z.array(z.strictObject({ n: z.int(), kind: z.string(), text: z.string() })),
  faults: z.array(z.strictObject({ n: z.int(), column: fields, why: z.string() })),
  remarks: z.array(z.strictObject({ n: z.int(), what: z.enum(["hidden", "formula", "digits_lost"]) })),
  breaks: z
    .array(z.strictObject({ afterN: z.int(), missing: Decimal }))
    .check(z.describe("After which line how much is missing for the balance to follow.")),
  hasBalances: z.boolean(),
  isSwapped: z.boolean().check(z.describe("Dates that a spreadsheet had swapped were put right.")),
  dayOrder: z.nullable(z.enum(dayOrders)),
  account: z.nullable(z.string()).check(z.describe("The account number that it names, if any.")),
  chargesSum: Decimal.check(z.describe("The bank’s own charges, which belong to no payout.")),
});
export type BroughtStatement = z.output<typeof BroughtStatement>;

/** `GET /api/statements/{id}`: what a file gave, with a page of its new lines. */
export const Statement = z.strictObject({
  ...StatementSummary.shape,
  accountId: z.uuid(),
  opening: z.nullable(Decimal),
  closing: z.nullable(Decimal),
  read: BroughtStatement,
  lines: z.array(StatementLine),
});
export type Statement = z.output<typeof Statement>;

export const SampleStatement = z.strictObject({ text: z.string() });

/** What is remembered of how an account's last statement was read. */
export const StatementForm = z.strictObject({
  mapping: z.nullable(
    z.strictObject({
      headerLine: z.nullable(z.int()),
      columns: z.record(z.string(), z.union([z.int(), z.undefined()])),
    }),
  ),
  /** The names of its columns: another file is asked about again. */
  header: z.array(z.string()),
  dayOrder: BroughtStatement.shape.dayOrder,
});
export type StatementForm = z.output<typeof StatementForm>;

const receivedOutcomes = ["ready", "recorded", "exists", "fault"] as const;
/** `POST /api/received`. */
export const ReceivedTable = z.strictObject({
  columns: z.array(z.strictObject({ name: z.string(), field: z.nullable(z.enum(receivedFieldIds)) })),
  rows: z.array(
    z.strictObject({
      n: z.int().check(z.describe("The number of its line in the file.")),
      cells: z.strictObject({
        ...{ transfer: z.string(), amount: z.string(), day: z.string(), toldBy: z.string() },
      }),
      outcome: z
        .enum(receivedOutcomes)
        .check(z.describe("`ready`: a check found nothing; `exists`: the same is recorded already.")),
      transferId: z.nullable(z.uuid()),
      difference: z
        .nullable(Decimal)
        .check(z.describe("How much more, or less, than expected by the quote; `null` without one.")),
      message: z.nullable(z.string()).check(z.describe("Why it can’t be recorded.")),
    }),
  ),
});
export type ReceivedTable = z.output<typeof ReceivedTable>;
