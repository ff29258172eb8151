import fc from "fast-check";
import { expect, it } from "vitest";
import type { ExportLine } from "#lib/server/search/export/export-columns";
import { transfersFile } from "#lib/server/search/export/export-columns";
import { csvWriter } from "#lib/server/search/export/transfer-csv";
import { writeWorkbook } from "#lib/server/search/export/transfer-workbook";
import type { Field, Grid } from "#lib/table/table";
import { casesOf } from "#lib/testing/cases";
import { exportLine } from "#lib/testing/ledger/export-line";
import { exportColumnName } from "#lib/words/export/export-columns";
import { textOf } from "./name-bytes";
import { readText } from "./read-text";
import { gridOf, questionOf, readWorkbook } from "./read-workbook";
import { readSheet } from "./workbook-sheet.mjs";

/** What we write is read back as it was, whatever a text holds. */

const zone = "Africa/Lagos";
const fields: Field<"bank" | "number">[] = [
  { id: "bank", title: "bank", names: ["bank"] },
  { id: "number", title: "account number", names: ["accountnumber"] },
];
const hostile = [
  ...[
    "=1+1",
    '=HYPERLINK("http://x")',
    '="0123456789"',
    "'=1+1",
    "''",
    "'0123",
    "'Yinka",
    "+234",
    "-1",
    "@x",
  ],
  ...[
    "0123456789",
    "1e5",
    "1.23E+09",
    "#REF!",
    "2026-11-20",
    "TRUE",
    "sep=;",
    '"',
    '""',
    '","',
    "\n",
    "\r\n",
    "\r",
  ],
  ...[
    ";=1",
    "\t=1",
    "|@x",
    "_x0041_",
    "__proto__",
    "\u0001",
    "\u2028",
    "＝1",
    "Ọlá",
    "İ",
    "𝒜",
    "<c>&amp;]]>",
    "  ",
    "\ufeff",
  ],
];
const piece = fc.oneof(fc.constantFrom(...hostile), fc.string({ unit: "grapheme", maxLength: 8 }));
// No text of ours has a NUL, which no spreadsheet takes.
const text = fc
  .array(piece, { minLength: 1, maxLength: 4 })
  .map((pieces) => pieces.join("").replaceAll("\0", ""))
  .filter((made) => made.isWellFormed());
const columns = ["accountName", "bankName", "reference", "purpose", "payeeName"] as const;
const line = fc.record({
  accountName: text,
  bankName: text,
  reference: text,
  purpose: text,
  payeeName: text,
});
const tables = fc.array(line, { minLength: 1, maxLength: 4 });
const named = {
  ...({ accountName: "accountName", bankName: "bank", reference: "reference", purpose: "purpose" } as const),
  payeeName: "payee",
} as const;
type Texts = Record<(typeof columns)[number], string>;

async function* pageOf(lines: readonly ExportLine[]) {
  yield lines;
}
const workbookOf = async (lines: readonly ExportLine[]) =>
  new Uint8Array(
    await new Response(writeWorkbook(pageOf(lines), transfersFile(zone), zone) as BodyInit).arrayBuffer(),
  );

/** The lines between the header and the end of the export. */
function textsOf({ lines }: Grid): Texts[] {
  const [header, ...rest] = lines;
  const at = (column: (typeof columns)[number]) =>
    header?.cells.findIndex(({ text }) => text === exportColumnName(named[column], zone)) ?? -1;
  return rest
    .slice(0, -1)
    .map(
      ({ cells }) =>
        Object.fromEntries(columns.map((column) => [column, cells[at(column)]?.text ?? ""])) as Texts,
    );
}

/** Blanks at the end of a line are no cells. */
const seen = (texts: readonly Texts[]) =>
  texts.map((each) =>
    Object.fromEntries(columns.map((column) => [column, each[column].trim() && each[column]])),
  );

const writer = csvWriter(transfersFile(zone), zone);
function csvOf(lines: readonly ExportLine[]): Buffer {
  return Buffer.from(writer.head() + writer.rows(lines) + writer.end(lines.length));
}

const count = casesOf(1_000);

it(`reads back ${count} tables of hostile texts that our exports wrote, as CSV and as a workbook`, async () => {
  await fc.assert(
    fc.asyncProperty(tables, async (made) => {
      const lines = made.map((each) => exportLine(each));
      expect(seen(textsOf(readText(textOf(csvOf(lines)), fields)))).toEqual(seen(made));
      const answer = await readSheet(questionOf(await workbookOf(lines), 1_000));
      expect(seen(textsOf(gridOf(answer, 1_000)))).toEqual(seen(made));
    }),
    { numRuns: count },
  );
});

it("reads the same in a thread of its own", async () => {
  const made = fc.sample(line, 200);
  const bytes = await workbookOf(made.map((each) => exportLine(each)));
  expect(seen(textsOf(await readWorkbook(bytes, 1_000)))).toEqual(seen(made));
});
