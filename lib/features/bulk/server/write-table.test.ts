import fc from "fast-check";
import { expect, it } from "vitest";
import { payoutFields } from "#lib/features/bulk/batches/payout-fields";
import { type ResultRow, resultTable } from "#lib/features/bulk/batches/result-rows";
import { readTable } from "./read-table";
import { templateWorkbook } from "./template";
import { writeTable } from "./write-table";

/** What a batch leaves is read back as it was. */

const header = ["Name", "Bank", "Account", "Amount", "Outcome"];
const hostile = fc.oneof(
  // No text that we store has a NUL.
  fc.string({ unit: "grapheme", maxLength: 40 }).map((text) => text.replaceAll("\0", "")),
  fc.constantFrom(
    "=1+1",
    "'0123",
    "0123456789",
    "1e5",
    "-",
    "@x",
    "_x0041_",
    "a\nb",
    '"',
    "\uFFFE",
    "__proto__",
  ),
);
const result = fc.record<ResultRow>({
  given: fc.tuple(hostile, hostile, hostile, hostile, hostile),
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

it.each(["csv", "xlsx"] as const)("reads its own result back from .%s", async (form) => {
  const cases = fc.array(result, { minLength: 1, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(cases, async (rows) => {
      const table = resultTable(header, rows, true);
      expect(table.columns).toContain("Outcome (result)");
      const { table: read } = await readTable({ file: await writeTable(form, table) }, payoutFields);
      expect(read.rows.map(({ line }) => padded(line, table.columns.length))).toEqual(table.rows);
    }),
    { numRuns: form === "csv" ? 300 : 60 },
  );
});

function padded(line: readonly string[], width: number): string[] {
  return Array.from({ length: width }, (_, at) => line[at] ?? "");
}

it("makes a template that is a table of payouts, with every account as a text", async () => {
  const payee = { name: "Ada", bankName: "Guaranty Trust Bank (GTBank)", bankCode: "000013" };
  const file = await templateWorkbook(
    [{ ...payee, accountNumber: "0123456789", accountName: "ADA EZE" }],
    true,
  );
  const { table } = await readTable({ file }, payoutFields);
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
