import { describe, expect, it } from "vitest";
import { judgePayee, readBanks } from "#lib/features/bulk/judge-payee";
import { bulkLimits } from "#lib/features/bulk/limits";
import { payeeFieldIds, payeeFields } from "#lib/features/bulk/payee-fields";
import { readTable } from "#lib/server/table-files/read-table";
import { type Case, textCases } from "#lib/testing/bulk/corpus";
import { refusedCases, workbookCases } from "#lib/testing/bulk/other-files";

/** Its tests know the banks of the sandbox. */
const banks = readBanks([
  { code: "000013", name: "Guaranty Trust Bank (GTBank)" },
  { code: "000015", name: "Zenith Bank" },
  { code: "000016", name: "First Bank of Nigeria" },
  { code: "000004", name: "United Bank for Africa (UBA)" },
  { code: "000004", name: "UBA Moni" },
]);

const read = ({ brought }: Case) =>
  readTable(typeof brought === "string" ? { text: brought } : { file: brought }, payeeFields, bulkLimits);

/** All that a table gives, in the words of the corpus. */
async function given(each: Case) {
  const { table } = await read(each);
  const faults = table.rows.flatMap((row) =>
    judgePayee(row, banks).faults.map(({ path, kind }) => `${row.n} ${path} ${kind}`),
  );
  return {
    rows: table.rows.map(({ cells }) => payeeFieldIds.map((id) => cells[id].text)),
    ...{ faults, emptyRows: table.emptyRows },
    unused: table.columns.flatMap(({ name, field }) => (field === null ? [name] : [])),
    above: table.above.map(({ cells }) => cells.map(({ text }) => text).join("")),
    hidden: table.rows.flatMap(({ n, isHidden }) => (isHidden ? [n] : [])),
    formulas: table.rows.flatMap(({ n, cells }) =>
      Object.values(cells).some((cell) => cell.isFormula) ? [n] : [],
    ),
  };
}

const nothing = { faults: [], emptyRows: 0, unused: [], above: [], hidden: [], formulas: [] };
const cases = [...textCases, ...workbookCases, ...refusedCases];

describe.each(cases)("$name", (each) => {
  const { gives } = each;
  if ("code" in gives)
    it("is refused or asked about, by name", async () => {
      await expect(read(each)).rejects.toMatchObject({
        code: gives.code,
        detail: expect.stringMatching(gives.says),
      });
    });
  else
    it("gives each of its cells, and says what isn't used", async () => {
      expect(await given(each)).toEqual({ ...nothing, ...gives });
    });
});

it("is a corpus of at least 60 files", () => {
  expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length);
  expect(cases.length).toBeGreaterThanOrEqual(60);
});
