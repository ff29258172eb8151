import { describe, expect, it } from "vitest";
import type { Cell } from "#lib/table/table";
import { koboText } from "./kobo";
import { markOf, readMoney } from "./read-money";

const cell = (text: string): Cell => ({ text });
const said = (given: Cell, mark: "." | ",") => {
  const read = readMoney(given, mark);
  if (read.kind === "wrong") return read.why;
  return read.kind === "none" ? "" : `${koboText(read.kobo)}${read.says === null ? "" : ` ${read.says}`}`;
};

it.each([
  ["1,250.50", "1250.50"],
  ["1250.5", "1250.50"],
  ["₦1,250.50", "1250.50"],
  ["NGN 1,250", "1250.00"],
  ["N1,250.00", "1250.00"],
  ["=N=1,250.00", "1250.00"],
  ["1,250,000.00", "1250000.00"],
  ["1 250 000.00", "1250000.00"],
  ["1250.5000", "1250.50"],
  ["0.00", "0.00"],
  ["-1,250.00", "1250.00 minus"],
  ["−1,250.00", "1250.00 minus"],
  ["1,250.00-", "1250.00 minus"],
  ["+1,250.00", "1250.00 plus"],
  ["-₦1,250.00", "1250.00 minus"],
  ["₦-1,250.00", "1250.00 minus"],
  ["(1,250.00)", "1250.00 minus"],
  ["₦(1,250.00)", "1250.00 minus"],
  ["(₦1,250.00)", "1250.00 minus"],
  ["1,250.00 CR", "1250.00 credit"],
  ["1,250.00Dr", "1250.00 debit"],
  ["1,250.00 (Dr.)", "1250.00 debit"],
  ["DR 1,250.00", "1250.00 debit"],
  ["1,250.00 C", "1250.00 credit"],
  ["-1,250.00 DR", "1250.00 debit"],
  ["١٬٢٥٠٫٥٠", "1250.50"],
  ["", ""],
  ["-", ""],
  ["—", ""],
  ["Nil", ""],
])("reads %j as %j", (text, gives) => {
  expect(said(cell(text), ".")).toBe(gives);
});

it.each([
  ["DR 1,250.00 CR", /two things/],
  ["-1,250.00 CR", /two things/],
  ["$1,250.00", /amount/],
  ["USD 1,250.00", /USD/],
  ["1,250.505", /two decimals/],
  ["1.250", /two ways/],
  ["1.250,50", /other amounts/],
  ["50,25", /other amounts/],
  ["1.23E+09", /cut digits off/],
  ["########", /cut digits off/],
  ["#REF!", /cut digits off/],
  ["twelve", /./],
  ["1,2,50", /./],
])("reads no amount in %j", (text, why) => {
  expect(said(cell(text), ".")).toMatch(why);
  expect(readMoney(cell(text), ".").kind).toBe("wrong");
});

describe("what stands before the decimals", () => {
  const mark = (...texts: string[]) => markOf(texts.map(cell));

  it("is what most texts of the file show", () => {
    expect(mark("1,250", "250.50")).toBe(".");
    expect(mark("1.250", "250,50")).toBe(",");
    expect(mark("1.250.000")).toBe(",");
    expect(mark("1.250,00", "250.00", "1,250.00")).toBe(".");
    expect(said(cell("1.250"), ",")).toBe("1250.00");
    expect(said(cell("1.250,50"), ",")).toBe("1250.50");
    expect(said(cell("1,250"), ",")).toMatch(/two ways/);
  });

  it("groups before three digits where nothing shows it, for kobo are two", () => {
    expect(mark("1,250", "50,000")).toBe(".");
    expect(mark("1.250", "50.000")).toBe(",");
    expect(said(cell("50.000"), mark("1.250", "50.000"))).toBe("50000.00");
    expect(said(cell("1.250"), mark("1,250", "1.250", "2,500"))).toMatch(/two ways/);
  });

  it("is shown by no number of a workbook", () => {
    expect(markOf([{ text: "1250.5", form: "number" }, cell("50,25")])).toBe(",");
  });
});

it.each([
  ["1250.5", "1250.50"],
  ["-1250.5", "1250.50 minus"],
  ["3750.2999999999997", "3750.30"],
  ["1.234", "“1.234” has more than two decimals."],
  ["1234567890123456789", "The spreadsheet has cut digits off."],
])("reads the number %s of a workbook as %j", (text, gives) => {
  expect(said({ text, form: "number" }, ",")).toBe(gives);
});

it("reads neither an error nor a date of a workbook", () => {
  expect(said({ text: "#REF!", form: "error" }, ".")).toMatch(/cut digits off/);
  expect(said({ text: "2026-11-24", form: "date" }, ".")).toMatch(/date/);
});
