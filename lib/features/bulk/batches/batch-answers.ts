import * as z from "zod/mini";
import { QuoteFigures } from "#lib/contract/answers";
import { batchStops } from "#lib/contract/audit/batch-actions";
import { Decimal, Moment, told } from "#lib/contract/transfer/answer-parts";
import { Standing } from "#lib/contract/transfer/transfer-parts";
import { transferStatuses } from "#lib/transfer/transfer-status";
import { bank, fundingKinds, tickKinds } from "./batch-input";
import { payoutFieldIds } from "./payout-fields";

/** What our API answers about batches. */

const field = z.enum(payoutFieldIds);

const Sum = z.strictObject({
  asset: z.string(),
  symbol: z.string(),
  network: z.string(),
  amount: Decimal.check(z.describe("Of the rows whose amount is known.")),
  rows: z.int(),
  nairaRows: z.int().check(z.describe("Rows whose amount is found when they are created.")),
  naira: Decimal.check(z.describe("What those rows ask for.")),
  most: z.nullable(Decimal).check(z.describe("The largest amount that those rows may take together.")),
});
const Rate = z.strictObject({ asset: z.string(), ...QuoteFigures.shape });

const batchStates = [
  "draft",
  "awaiting_approval",
  "agreed",
  "creating",
  "stopped",
  "done",
  "discarded",
] as const;
export type BatchState = (typeof batchStates)[number];

const Counts = z.strictObject({
  rows: z.int(),
  ready: z
    .nullable(z.int())
    .check(z.describe("Null in a list and while rows are created: they aren’t judged then.")),
  asked: z.nullable(z.int()).check(z.describe("Something has to be confirmed.")),
  faulty: z.nullable(z.int()),
  leftOut: z.int(),
  created: z.int().check(z.describe("The service accepted them.")),
  paid: z.int().check(z.describe("Of the created, those that are reported paid.")),
  notPaid: z
    .int()
    .check(z.describe("Of the created, those that ended without it: failed, refunded, expired.")),
  waiting: z.int().check(z.describe("Their transfers wait for an approval.")),
  unknown: z.int(),
  refused: z.int().check(z.describe("Rejected, declined, cancelled or not created.")),
  toGo: z.int(),
});

const BatchHead = {
  id: z.uuid(),
  name: z.string(),
  state: z.enum(batchStates),
  createdAt: Moment,
  createdBy: z.nullable(z.string()),
  counts: Counts,
};
export const BatchItem = z.strictObject(BatchHead);
export type BatchItem = z.output<typeof BatchItem>;
export const BatchList = z.strictObject({
  items: z.array(BatchItem),
  nextCursor: z.nullable(z.string()),
});
export type BatchList = z.output<typeof BatchList>;

export const rowFaultKinds = [
  ...(["wrong", "missing", "lost_zero", "lost_digits", "bank", "bank_unconfirmed", "both_amounts"] as const),
  ...(["token", "ambiguous", "payee_archived", "limit"] as const),
] as const;
export type RowFaultKind = (typeof rowFaultKinds)[number];

const Cell = z.strictObject({
  given: z.optional(told("As it came, where it was edited.")),
  text: told("As it stands."),
  form: z.optional(z.enum(["number", "date", "error"])),
  isFormula: z.optional(z.boolean()),
  isEdited: z.boolean(),
});

const rowStates = [
  "ready",
  "asked",
  "faulty",
  "left_out",
  "sending",
  "created",
  "waiting",
  "unknown",
  "refused",
] as const;
export type RowState = (typeof rowStates)[number];

export const BatchRow = z.strictObject({
  n: z.int().check(z.describe("The number of its line in the file.")),
  state: z.enum(rowStates),
  cells: z.strictObject(
    Object.fromEntries(payoutFieldIds.map((id) => [id, Cell])) as Record<
      (typeof payoutFieldIds)[number],
      typeof Cell
    >,
  ),
  amount: z.nullable(Decimal),
  naira: z.nullable(Decimal).check(z.describe("What the recipient is to get, where that is fixed.")),
  asset: z.nullable(z.string()),
  bank: z.nullable(bank),
  accountNumber: told("For a role that may export; else its last four digits alone."),
  accountName: z.string(),
  payee: z.nullable(z.strictObject({ id: z.uuid(), name: z.string() })),
  hasZeroBack: z.boolean(),
  faults: z.array(
    z.strictObject({
      path: field,
      kind: z.enum(rowFaultKinds),
      message: z.string(),
      choices: z.optional(z.array(z.string()).check(z.describe("Texts for the cell that may be meant."))),
      banks: z.optional(z.array(bank)),
    }),
  ),
  asks: z.array(
    z.strictObject({
      kind: z.enum(tickKinds),
      of: z.string(),
      message: z.string(),
      isTicked: z.boolean(),
      transferId: z.nullable(z.uuid()),
      row: z.nullable(z.int()),
    }),
  ),
  transfer: z.nullable(
    z.strictObject({
      id: z.uuid(),
      status: z.enum(transferStatuses),
      chip: Standing.shape.chip,
      amount: Decimal,
      output: z.nullable(Decimal).check(z.describe("What the quote of its creation pays out.")),
      reason: z.nullable(z.string()).check(z.describe("Why it was refused, in the service's words.")),
    }),
  ),
});
export type BatchRow = z.output<typeof BatchRow>;

const FundingFile = z.strictObject({
  n: z.int(),
  kind: z.enum(fundingKinds),
  asset: z.string(),
  madeAt: Moment,
  madeBy: z.nullable(z.string()),
  count: z.int(),
  sum: Decimal,
  hash: z.string(),
  first: z.string().check(z.describe("The first address.")),
  last: z.string(),
  seen: z.int().check(z.describe("Of how many a deposit was seen.")),
  short: z.int(),
});
export type FundingFileView = z.output<typeof FundingFile>;
/** A batch that is funded by several files: what they come to, beside what was created. */
const FileSum = z.strictObject({
  asset: z.string(),
  files: z.int(),
  count: z.int().check(z.describe("Transfers in a file, each once.")),
  sum: Decimal,
  again: z.int().check(z.describe("How many of them are in more than one file.")),
  created: z.int().check(z.describe("All transfers of the batch that were created.")),
  createdSum: Decimal,
});

/** Why a created row isn't in the next funding file. */
export const leftOutReasons = [
  "closed",
  "asked",
  "pay_link",
  "deposit_seen",
  "in_file",
  "little_time",
  "other_token",
] as const;
export type LeftOutReason = (typeof leftOutReasons)[number];

const Funding = z.strictObject({
  assets: z.array(
    z.strictObject({
      asset: z.string(),
      symbol: z.string(),
      networkName: z.string(),
      contract: z.nullable(z.string()),
      kinds: z.array(z.enum(fundingKinds)),
      count: z.int().check(z.describe("Transfers that the next file would hold.")),
      sum: Decimal,
      closesAt: z.nullable(Moment).check(z.describe("When the first of them closes.")),
      leftOut: z.array(z.strictObject({ reason: z.enum(leftOutReasons), count: z.int() })),
      again: z
        .array(z.strictObject({ transferId: z.uuid(), n: z.int(), file: z.int(), madeAt: Moment }))
        .check(z.describe("What stands in an earlier file and could still be sent.")),
    }),
  ),
  files: z.array(FundingFile),
  sums: z.array(FileSum).check(z.describe("By token and network, of those that have a file.")),
});

export type StopCode = (typeof batchStops)[number];
/** Going on needs somebody who agrees again. */
export const agreedAgainAfter: readonly StopCode[] = ["rate", "too_old", "restored", "declined", "rules"];

const Stopped = z.nullable(
  z.strictObject({ code: z.enum(batchStops), message: z.string(), at: Moment, row: z.nullable(z.int()) }),
);

export const Batch = z.strictObject({
  ...BatchHead,
  seen: z.int(),
  file: told("SHA-256 of the file or the text."),
  /** What has to be said of the whole batch before it can be agreed. */
  questions: z.strictObject({
    asset: z.boolean().check(z.describe("A row names no token, and the batch has none.")),
    amountIs: z
      .boolean()
      .check(z.describe("The amounts look like naira, or their column doesn’t say what they are.")),
    amountColumn: z.nullable(z.string()).check(z.describe("That column’s name.")),
    decimalMark: z.nullable(z.array(z.string())).check(z.describe("Amounts that can be read in two ways.")),
    sameAs: z.nullable(z.strictObject({ id: z.uuid(), name: z.string(), createdAt: Moment })),
    zeros: z.int().check(z.describe("Account numbers that may have lost zeros.")),
  }),
  said: z.strictObject({
    asset: z.nullable(z.string()),
    amountIs: z.nullable(z.enum(["token", "naira"])),
    decimalMark: z.nullable(z.enum(["point", "comma"])),
    hasZerosBack: z.boolean(),
    isNotTheSame: z.boolean(),
  }),
  banks: z.array(
    z.strictObject({
      text: z.string(),
      rows: z.int(),
      bank: z.nullable(bank),
      choices: z.array(bank),
      isConfirmed: z.boolean(),
    }),
  ),
  headerLine: z.nullable(z.int()),
  above: z.array(z.strictObject({ n: z.int(), cells: z.array(z.string()) })),
  emptyRows: z.int(),
  unused: z.array(z.string()).check(z.describe("Columns that aren’t used.")),
  sums: z.array(Sum),
  sumsToGo: z.array(Sum).check(z.describe("The same of the rows that have no transfer yet.")),
  rates: z
    .array(Rate)
    .check(z.describe("By which it was agreed; before that, and where it has to be agreed again, now.")),
  agreedAt: z.nullable(Moment),
  agreedBy: z.nullable(z.string()),
  stopped: Stopped,
  funding: z.nullable(Funding),
  faultyRows: z
    .array(z.int())
    .check(z.describe("The lines of all rows with a fault, on whatever page they are.")),
  total: z.int().check(z.describe("How many rows match `show`.")),
  rows: z.array(BatchRow).check(z.describe("In an open batch those with faults come first.")),
});
export type Batch = z.output<typeof Batch>;
/** `POST .../create`. */
export const CreatedRows = z.strictObject({
  ...BatchHead,
  seen: z.int(),
  stopped: Stopped,
  begun: z.int().check(z.describe("Rows that this call took up; others may be taken up by other calls.")),
});
export type CreatedRows = z.output<typeof CreatedRows>;

/** The number of the file that was made: see `GET .../funding/[n]`. */
export const FundingMade = z.strictObject({ n: z.int() });
export const SampleTable = z.strictObject({ text: z.string() });
/** Of `GET .../result`. */
export const ResultInput = z.strictObject({ form: z.enum(["csv", "xlsx"], "Choose csv or xlsx.") });
