import * as z from "zod/mini";
import { isVisible } from "#lib/contract/api";
import { bulkLimits, mostRows } from "#lib/features/bulk/limits";
import { mappingOf, sourceOf } from "#lib/table/table-input";
import { payoutFieldIds } from "./payout-fields";

/** What our API takes about batches: lists of payouts that are checked and created together. */

/** Of a page. */
export const rowsAPage = 50;
/** Rows that one call creates. */
export const rowsACall = 10;

const name = z
  .string("Give the batch a name.")
  .check(
    z.trim(),
    z.minLength(1, "Give the batch a name."),
    z.maxLength(80, "Use at most 80 characters."),
    z.refine(isVisible, "The name contains an invisible character. Type it again."),
  );
const cell = z.string().check(z.maxLength(2_000, "Use at most 2,000 characters."));
const asset = z.string().check(z.maxLength(64, "This is not a token."));
/** One of several that may share a code. */
export const bank = z.strictObject({
  code: z.string().check(z.maxLength(32, "This is not a bank code.")),
  name: z.string().check(z.maxLength(300, "This is not a bank's name.")),
});

/** As text: a JSON number stays what was sent, and is no number here. */
const count = z.pipe(
  z.string("This is not a number.").check(z.regex(/^(0|[1-9]\d{0,5})$/, "This is not a number.")),
  z.transform((text) => Number.parseInt(text, 10)),
);
/** The number of the batch's last change that the page has shown: an act on an older one is refused. */
const seen = count;

/** `POST /api/batches`. */
export const BatchInput = z
  .strictObject({
    name,
    ...sourceOf(bulkLimits),
    mapping: z.optional(mappingOf(payoutFieldIds)),
    asset: z.optional(asset).check(z.describe("The token of every row that names none.")),
  })
  .check(
    z.refine(({ file, text }) => (file === undefined) !== (text === undefined), {
      path: ["file"],
      message: "Give either a file or a text.",
    }),
  );
export type BatchInput = z.input<typeof BatchInput>;
export type CheckedBatchInput = z.output<typeof BatchInput>;

export const tickKinds = [
  /** Other rows of this batch have the same account and amount. `of`: the lines of all of them, or of many their hash. */
  "twin_row",
  /** A row of another batch that isn't ended. `of`: batch and row, or of many more their hash. */
  "twin_batch",
  /** A transfer of the last 24 hours with the same account, token and amount. `of`: its ID. */
  "twin",
  /** A transfer with this reference. `of`: its ID. */
  "reference",
  /** A payee has this name with another account. `of`: the payee's ID and version. */
  "name_known",
  /** A payee has this account under another name. `of`: the payee's ID and version. */
  "account_saved",
  /** The number fails the bank's check. `of`: bank and number. */
  "check_digit",
  /** The account of this payee changed in the last 30 days. `of`: the payee's ID and version. */
  "account_new",
  /** The amount is unusual for this account or this person. `of`: the amount. */
  "unusual",
] as const;
export type TickKind = (typeof tickKinds)[number];
const Tick = z.strictObject({
  kind: z.enum(tickKinds),
  of: z.string().check(z.maxLength(200, "This is not what the batch asks.")),
  isTicked: z.boolean("Say whether it is confirmed."),
});

/** `PATCH /api/batches/[id]`: what is said of the whole batch. Left out is unchanged. */
export const BatchChange = z.strictObject({
  seen,
  name: z.optional(name),
  asset: z.optional(asset),
  amountIs: z.optional(z.enum(["token", "naira"])),
  decimalMark: z.optional(z.enum(["point", "comma"])),
  banks: z.optional(
    z
      .array(z.strictObject({ text: cell, bank: z.nullable(bank) }))
      .check(z.maxLength(mostRows, "Too many banks.")),
  ),
  hasZerosBack: z.optional(z.boolean("Say whether the zeros are put back.")),
  isAgreed: z
    .optional(z.literal(false))
    .check(z.describe("Takes the agreement back, so that rows can be corrected.")),
  isNotTheSame: z.optional(z.boolean("Say whether it is another batch.")),
  leftOut: z.optional(
    z
      .array(z.strictObject({ n: count, isLeftOut: z.boolean("Say whether the row is left out.") }))
      .check(z.maxLength(mostRows, "Too many rows.")),
  ),
  ticks: z.optional(
    z.array(z.strictObject({ n: count, ...Tick.shape })).check(z.maxLength(5 * mostRows, "Too many ticks.")),
  ),
});
export type BatchChange = z.input<typeof BatchChange>;
export type CheckedBatchChange = z.output<typeof BatchChange>;

/** `PATCH /api/batches/[id]/rows/[n]`. An empty `fields` value is a cell that was emptied; null takes an edit back. */
export const BatchRowChange = z.strictObject({
  seen,
  fields: z.optional(
    z.strictObject(
      Object.fromEntries(payoutFieldIds.map((id) => [id, z.optional(z.nullable(cell))])) as Record<
        (typeof payoutFieldIds)[number],
        z.ZodMiniOptional<z.ZodMiniNullable<typeof cell>>
      >,
    ),
  ),
  bank: z.optional(z.nullable(bank)),
  isLeftOut: z.optional(z.boolean("Say whether the row is left out.")),
  ticks: z.optional(z.array(Tick).check(z.maxLength(20, "Too many ticks."))),
});
export type BatchRowChange = z.input<typeof BatchRowChange>;
export type CheckedRowChange = z.output<typeof BatchRowChange>;

export const BatchListInput = z.strictObject({ cursor: z.optional(z.string().check(z.maxLength(200))) });
/** `GET /api/batches/[id]`: a page of its rows. */
export const BatchRowsInput = z.strictObject({
  from: z.optional(count),
  show: z.optional(z.enum(["all", "faulty", "asked", "ready", "left_out", "open", "trouble"])),
});
export type BatchRowsInput = z.input<typeof BatchRowsInput>;

/** `POST .../agree`: the rates that the page has shown. */
export const AgreeInput = z.strictObject({
  seen,
  rates: z
    .array(
      z.strictObject({
        asset,
        rate: z.string().check(z.regex(/^\d{1,40}(\.\d{1,18})?$/, "This is not a rate.")),
      }),
    )
    .check(z.maxLength(50, "Too many rates.")),
});
export type AgreeInput = z.input<typeof AgreeInput>;
/** `POST .../create`: up to so many rows. `goOn`: a person has pressed it after a stop. */
export const CreateInput = z.strictObject({ goOn: z.optional(z.boolean("Say whether it goes on.")) });
export const DiscardInput = z.strictObject({ seen });

/** Rows of a funding file: what a wallet signs at once. */
export const mostInFile = 200;
export const fundingKinds = ["csv", "safe_csv", "safe_json"] as const;
export type FundingKind = (typeof fundingKinds)[number];
/** `POST .../funding`. */
export const FundingFileInput = z.strictObject({
  kind: z.enum(fundingKinds, "Choose a kind of file."),
  asset,
  again: z
    .optional(z.array(z.uuid("This is not the ID of a transfer.")).check(z.maxLength(mostRows, "Too many.")))
    .check(z.describe("Transfers that stand in an earlier file and are to be in this one too.")),
});
export type FundingFileInput = z.input<typeof FundingFileInput>;
