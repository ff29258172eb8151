import fc from "fast-check";
import { expect, it } from "vitest";
import { payoutFields } from "#lib/features/bulk/batches/payout-fields";
import { isOfResult, type ResultRow, resultTable } from "#lib/features/bulk/batches/result-rows";
import { bulkLimits, mostRows } from "#lib/features/bulk/limits";
import { textOf } from "#lib/server/table-files/name-bytes";
import { readTable } from "#lib/server/table-files/read-table";
import { readText } from "#lib/server/table-files/read-text";
import { gridOf, questionOf } from "#lib/server/table-files/read-workbook";
import { unpack } from "#lib/server/table-files/workbook-parts.mjs";
import { readSheet } from "#lib/server/table-files/workbook-sheet.mjs";
import { writeTable } from "#lib/server/table-files/write-table";
import type { Grid, TextTable } from "#lib/table/table";
import { casesOf } from "#lib/testing/cases";
import { templateWorkbook } from "./template";

/** What a batch leaves is read back as it was. */

const marks = [
  ...[
    "=1+1",
    '=HYPERLINK("http://x")',
    '="0123"',
    "'0123",
    "''",
    "’=1",
    "+234",
    "-",
    "@x",
    "＝1",
    "0123456789",
  ],
  ...[
    "1e5",
    "1,250.50",
    "2026-11-20",
    "TRUE",
    "#REF!",
    "sep=;",
    '"',
    '","',
    "\n=1",
    "\r\n",
    "\r",
    ";=1",
    "\t@x",
  ],
  ...[
    "_x0041_",
    "_x0000_",
    "\uFFFE",
    "\u0001",
    "\u202e",
    "\u200b",
    "\ufeff",
    "<c>&amp;]]>",
    "__proto__",
    " ",
    "  a ",
  ],
];
const hostile = fc
  .array(fc.oneof(fc.constantFrom(...marks), fc.string({ unit: "grapheme", maxLength: 12 })), {
    maxLength: 3,
  })
  // No text that we store has a NUL.
  .map((parts) => parts.join("").replaceAll("\0", ""))
  .filter((text) => text.isWellFormed());
const result = fc.record<ResultRow>({
  given: fc.array(hostile, { maxLength: 6 }),
  n: fc.nat({ max: 1_000 }),
  outcome: fc.constantFrom("Created", "Left out", "Unknown"),
  transferId: fc.uuid(),
  transactionId: hostile,
  address: hostile,
  amount: fc.constantFrom("0.000001", "92233720368547758.08", "1250.50"),
  asset: fc.constant("base:usdc"),
  askedNaira: fc.constantFrom("", "150000"),
  estimate: fc.constantFrom("", "150000.01"),
  reason: hostile,
});
const cases = fc.tuple(
  fc.array(fc.oneof(hostile, fc.constantFrom("Amount", "outcome ", "Row", "Sandbox")), { maxLength: 6 }),
  fc.array(result, { minLength: 1, maxLength: 5 }),
  fc.boolean(),
);

const readers: Record<"csv" | "xlsx", (file: Uint8Array) => Promise<Grid>> = {
  csv: async (file) => readText(textOf(file), payoutFields),
  xlsx: async (file) => gridOf(await readSheet(questionOf(file, mostRows)), mostRows),
};

it.each(["csv", "xlsx"] as const)("reads tables of hostile texts back from .%s", async (form) => {
  await fc.assert(
    fc.asyncProperty(cases, async ([header, rows, isSandbox]) => {
      const table = resultTable(header, rows, isSandbox);
      const { lines } = await readers[form](await writeTable(form, "Payouts", table));
      const read = lines.map(({ cells }) => cells.map(({ text }) => text));
      expect(read.map(withoutEnd)).toEqual([table.columns, ...table.rows].map(withoutEnd));
      // Not even a formula that gives a text.
      expect(lines.flatMap(({ cells }) => cells).filter((cell) => cell.form ?? cell.isFormula)).toEqual([]);
    }),
    { numRuns: casesOf(1_000) },
  );
});

/** Blanks at the end of a line are no cells. */
function withoutEnd(cells: readonly string[]): string[] {
  return cells.slice(0, cells.findLastIndex((text) => text.trim() !== "") + 1);
}

const made = (given: readonly string[]): ResultRow => ({
  ...{
    given,
    n: 7,
    outcome: "Created",
    transferId: "t",
    transactionId: "s",
    address: "0xab",
    amount: "1.50",
  },
  ...{ asset: "base:usdc", askedNaira: "", estimate: "2000", reason: "" },
});

it.each(["csv", "xlsx"] as const)(
  "takes its own result in .%s for a new batch of the same rows",
  async (form) => {
    const header = ["Name", "Bank", "Account", "Amount", "Outcome"];
    const table = resultTable(header, [made(["Ada", "GTB", "0123456789", "1,250", "?"])], true);
    const { table: read } = await readTable(
      { file: await writeTable(form, "Payouts", table) },
      payoutFields,
      bulkLimits,
    );
    const [row] = read.rows;
    const { accountName, bank, accountNumber, amount } = row?.cells ?? {};
    expect([accountName, bank, accountNumber, amount].map((cell) => cell?.text)).toEqual([
      ...["Ada", "GTB", "0123456789", "1,250"],
    ]);
  },
);

it.each(["csv", "xlsx"] as const)(
  "reads a result in .%s of a table with as many columns as may be",
  async (form) => {
    const read = async (header: readonly string[], given: readonly string[]) => {
      const table = resultTable(header, [made(given)], true);
      const file = await writeTable(form, "Payouts", table);
      const { table: again } = await readTable({ file }, payoutFields, bulkLimits, undefined, isOfResult);
      return { columns: table.columns, row: again.rows[0] };
    };
    const header = [
      "Name",
      "Bank",
      "Account",
      "Amount",
      ...Array.from({ length: 46 }, (_, at) => `Own ${at}`),
    ];
    const given = ["Ada", "GTB", "0123456789", "1,250", ...Array.from({ length: 46 }, (_, at) => `${at}`)];
    const first = await read(header, given);
    expect(first.columns).toHaveLength(61);
    // And the result of that batch.
    const second = await read(first.columns, first.row?.line ?? []);
    expect(second.row?.cells.amount.text).toBe("1,250");
    await expect(read([...header, "One more"], [...given, "x"])).rejects.toThrow(
      "51 columns; the most is 50",
    );
    const file = await writeTable(form, "Payouts", resultTable(header, [made(given)], true));
    await expect(readTable({ file }, payoutFields, bulkLimits)).rejects.toThrow("the most is 50");
  },
);

it("keeps the columns that came, each in its place, and tells its own apart from them", () => {
  const own = ["Amount sent", " OUTCOME ", "Outcome (result)", "Sandbox", ""];
  const { columns, rows } = resultTable(
    own,
    [made(["a", "b"]), made(["1", "2", "3", "4", "5", "six"])],
    true,
  );
  expect(columns.slice(0, 7)).toEqual(["Sandbox (result)", ...own, ""]);
  expect(columns).toContain("Outcome (result) (result)");
  expect(new Set(columns.slice(7)).size).toBe(10);
  expect(rows.map((row) => row.slice(0, 8))).toEqual([
    ["SANDBOX", "a", "b", "", "", "", "", "7"],
    ["SANDBOX", "1", "2", "3", "4", "5", "six", "7"],
  ]);
  expect(resultTable(["Id"], [made(["x"])], false).columns.slice(0, 2)).toEqual(["Id", "Row"]);
  expect(sent(resultTable(own, [made([])], true))).toBe("1.50");
});

function sent({ columns, rows }: TextTable): string | undefined {
  return rows[0]?.[columns.indexOf("Amount sent (result)")];
}

it("makes a template that is a table of payouts, with every account as a text", async () => {
  const payee = { name: "Ada", bankName: "Guaranty Trust Bank (GTBank)", bankCode: "000013" };
  const file = await templateWorkbook(
    [{ ...payee, accountNumber: "0123456789", accountName: "ADA EZE" }],
    true,
  );
  const { table } = await readTable({ file }, payoutFields, bulkLimits);
  const [row] = table.rows;
  expect([row?.cells.accountName.text, row?.cells.bank.text, row?.cells.accountNumber.text]).toEqual([
    "ADA EZE",
    "Guaranty Trust Bank (GTBank)",
    "0123456789",
  ]);
  expect(table.columns.map(({ field }) => field)).toEqual([
    ...[
      null,
      "accountName",
      "bank",
      "accountNumber",
      "amount",
      "naira",
      "token",
      "network",
      "reference",
      "purpose",
    ],
  ]);
});

const payees = fc.array(
  fc.record({
    ...{ name: hostile, bankName: hostile, bankCode: hostile, accountName: hostile },
    accountNumber: fc.stringMatching(/^0\d{9}$/),
  }),
  { minLength: 1, maxLength: 10 },
);

it("reads templates of payees with hostile names back", async () => {
  await fc.assert(
    fc.asyncProperty(payees, fc.boolean(), async (given, isSandbox) => {
      const { lines } = await readers.xlsx(await templateWorkbook(given, isSandbox));
      const mark = isSandbox ? ["SANDBOX"] : [];
      expect(lines.slice(1).map(({ cells }) => withoutEnd(cells.map(({ text }) => text)))).toEqual(
        given.map(({ accountName, bankName, bankCode, accountNumber }) =>
          withoutEnd([...mark, accountName, bankName || bankCode, accountNumber]),
        ),
      );
      expect(lines.flatMap(({ cells }) => cells).filter((cell) => cell.form ?? cell.isFormula)).toEqual([]);
    }),
    { numRuns: casesOf(100) },
  );
});

it("has room for a whole batch in which what is typed stays a text", async () => {
  const payees = [1, 2].map((at) => ({
    ...{
      name: `Ada ${at}`,
      bankName: "",
      bankCode: "000013",
      accountNumber: `012345678${at}`,
      accountName: "=ADA",
    },
  }));
  const file = await templateWorkbook(payees, false);
  const { table } = await readTable({ file }, payoutFields, bulkLimits);
  expect(table.rows.map(({ line }) => line)).toEqual([
    ["=ADA", "000013", "0123456781"],
    ["=ADA", "000013", "0123456782"],
  ]);
  expect(table.emptyRows).toBe(0);
  const parts = unpack(Buffer.from(file), 10 * 1024 * 1024);
  const sheet = `${parts.get("xl/worksheets/sheet1.xml")}`;
  const cells = sheet.match(/<c [^>]*>/g) ?? [];
  expect(cells).toHaveLength((mostRows + 1) * 9);
  const styles = `${parts.get("xl/styles.xml")}`;
  const [, ofTexts = ""] = /<numFmt numFmtId="(\d+)" formatCode="@"/.exec(styles) ?? [];
  const [, formats = ""] = /<cellXfs[^>]*>(.*)<\/cellXfs>/s.exec(styles) ?? [];
  const isText = (formats.match(/<xf [^>]*>/g) ?? []).map((xf) => xf.includes(`numFmtId="${ofTexts}"`));
  const others = cells.filter((cell) => isText[Number(/ s="(\d+)"/.exec(cell)?.[1])] !== true);
  expect(others.slice(0, 3)).toEqual([]);
});
