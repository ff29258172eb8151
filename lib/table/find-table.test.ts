import { expect, it } from "vitest";
import { findTable } from "./find-table";
import type { Field, Grid, Line } from "./table";

const fields: Field<"name" | "bank" | "accountNumber" | "accountName">[] = [
  { id: "name", title: "name", names: ["name"], standIn: "accountName" },
  { id: "bank", title: "bank", names: ["bank"] },
  { id: "accountNumber", title: "account number", names: ["accountno"] },
  { id: "accountName", title: "account name", names: ["beneficiary"], standIn: "name" },
];
const line = (n: number, ...texts: string[]): Line => ({ n, cells: texts.map((text) => ({ text })) });
const grid = (...lines: Line[]): Grid => ({ kind: "text", lines });
const header = ["Name", "Bank", "Account No. (NUBAN)", "Beneficiary"];
const ada = ["Ada", "GTB", "0123456785", "ADA EZE"];
const find = (...lines: Line[]) => findTable(grid(...lines), fields);
const whyOf = (found: ReturnType<typeof find>) => ("unclear" in found ? found.unclear.why : "found");

it("looks for the header in the first 30 lines alone", () => {
  const above = (count: number) => Array.from({ length: count }, (_, at) => line(at + 1, "Acme"));
  expect(whyOf(find(...above(29), line(30, ...header), line(31, ...ada)))).toBe("found");
  expect(whyOf(find(...above(30), line(31, ...header), line(32, ...ada)))).toBe("no_header");
});

it("takes one name of a column for no header", () => {
  expect(whyOf(find(line(1, "Bank", "Amount"), line(2, ...ada)))).toBe("no_header");
});

it("takes a person's word for header and columns, and drops no line below it", () => {
  const mapping = { headerLine: 2, columns: { accountName: 0, bank: 1, accountNumber: 2 } };
  const lines = [line(1, "Acme"), line(2, "Who", "Where", "What", "More"), line(4), line(5, ...ada)];
  const found = findTable(grid(...lines), fields, mapping);
  if (!("table" in found)) throw new Error("It is unclear.");
  const { table } = found;
  expect(table.above.map(({ n }) => n)).toEqual([1]);
  expect(table.columns.map(({ field }) => field)).toEqual(["accountName", "bank", "accountNumber", null]);
  expect(table.filledBy).toEqual([{ field: "name", by: "accountName" }]);
  expect([
    table.emptyRows,
    table.rows.map(({ n, cells }) => [n, cells.name.text, cells.accountName.text]),
  ]).toEqual([1, [[5, "Ada", "Ada"]]]);
  const without = findTable(grid(...lines), fields, { headerLine: null, columns: { name: 0 } });
  expect("table" in without && without.table.rows.map(({ n }) => n)).toEqual([1, 2, 5]);
});
