import * as z from "zod/mini";
import { PayeeInput } from "#lib/contract/payees";
import { lineNumber, mappingOf, sourceOf } from "#lib/table/table-input";
import { faultKinds } from "./judge-payee";
import { bulkLimits, mostBytes, mostRows } from "./limits";
import { payeeFieldIds } from "./payee-fields";

/** What our API takes and answers about what is read from a file or a paste. */

const cell = z.optional(z.string().check(z.maxLength(2_000, "Use at most 2,000 characters.")));

const Change = z.strictObject({
  n: lineNumber,
  name: cell,
  bank: z.optional(
    z.strictObject({
      code: z.string().check(z.maxLength(32, "This is not a bank code.")),
      name: z.string().check(z.maxLength(300, "This is not a bank's name.")),
    }),
  ),
  accountNumber: cell,
  accountName: cell,
  howChecked: PayeeInput.shape.howChecked,
  confirmCheckDigit: z.optional(z.boolean("Say whether the number was checked.")),
  isLeftOut: z.optional(z.boolean("Say whether the row is left out.")),
});

/** With a change of every row, and room for letters that JSON escapes. */
export const mostImportBytes = 4 * mostBytes;

/** `POST /api/payees/import`. */
export const PayeeImportInput = z
  .strictObject({
    ...sourceOf(bulkLimits),
    mapping: z.optional(mappingOf(payeeFieldIds)),
    changes: z.optional(z.array(Change).check(z.maxLength(mostRows, `Change at most ${mostRows} rows.`))),
    check: z.optional(z.boolean("Say whether this is only a check.")),
  })
  .check(
    z.refine(({ file, text }) => (file === undefined) !== (text === undefined), {
      path: ["file"],
      message: "Give either a file or a text.",
    }),
  );
export type PayeeImportInput = z.input<typeof PayeeImportInput>;
export type CheckedImport = z.output<typeof PayeeImportInput>;

const fields = z.enum(payeeFieldIds);
const Column = z.strictObject({
  at: z.int().check(z.describe("From zero.")),
  name: z.string(),
  field: z.nullable(fields).check(z.describe("Null: it isn’t used.")),
});
const Cell = z.strictObject({
  text: z.string(),
  form: z
    .optional(z.enum(["number", "date", "error"]))
    .check(z.describe("Where the workbook’s cell is no text.")),
  isFormula: z.optional(z.boolean()),
});

const importOutcomes = ["ready", "saved", "proposed", "exists", "fault", "left_out"] as const;
export type ImportOutcome = (typeof importOutcomes)[number];

const Row = z.strictObject({
  n: z.int().check(z.describe("The number of its line in the file.")),
  isHidden: z.boolean().check(z.describe("The workbook hides it.")),
  cells: z.strictObject({ name: Cell, bank: Cell, accountNumber: Cell, accountName: Cell }),
  outcome: z
    .enum(importOutcomes)
    .check(
      z.describe(
        "`ready`: a check found nothing; `proposed`: saved, and a second person has to agree; `exists`: the account is saved already, or stands in an earlier row.",
      ),
    ),
  payeeId: z.nullable(z.uuid()),
  remark: z.nullable(z.string()).check(z.describe("What there is to know of it, in words.")),
  faults: z.array(
    z.strictObject({
      path: z.enum([...payeeFieldIds, "howChecked"]),
      kind: z.enum(faultKinds),
      message: z.string(),
    }),
  ),
});
export type ImportedRow = z.output<typeof Row>;

export const PayeeImport = z.strictObject({
  kind: z.enum(["text", "workbook"]),
  headerLine: z.nullable(z.int()),
  above: z
    .array(z.strictObject({ n: z.int(), cells: z.array(z.string()) }))
    .check(z.describe("Lines above the header, which were left out.")),
  emptyRows: z.int(),
  columns: z.array(Column),
  filledBy: z
    .array(z.strictObject({ field: fields, by: fields }))
    .check(z.describe("Fields without a column, and whose column stands in.")),
  rows: z.array(Row),
});
export type PayeeImport = z.output<typeof PayeeImport>;
