import fc from "fast-check";
import { expect, it } from "vitest";
import type { Cell, Grid } from "#lib/table/table";
import { today } from "#lib/testing/books/bank-statements";
import { casesOf } from "#lib/testing/cases";
import { isInWindow } from "./read-days";
import { readStatement } from "./read-statement";

/** Whatever stands in a table, each of its rows is one thing, and an amount has the digits of its cell. */

const texts = [
  ...[
    "",
    " ",
    "24/11/2026",
    "03/04/2026",
    "11/24/2026",
    "2026-11-24",
    "24-Nov-26",
    "31/02/2026",
    "01/01/2020",
  ],
  ...[
    "1,250.50",
    "1250",
    "1.250",
    "1.250,50",
    "-5.00",
    "(5.00)",
    "5.00 DR",
    "5.00CR",
    "₦5",
    "$5",
    "0.00",
    "-",
  ],
  ...["1.23E+09", "#REF!", "####", "NaN", "Infinity", "1e400", "9".repeat(400), "٥٫٥", "５.００", "+5", "5-"],
  ...["Opening Balance", "Balance B/F", "Closing balance: 5.00", "Total", "Grand total", "Total Energies"],
  ...["Dr", "Cr", "NIP", "=1+1", "__proto__", "constructor", "\u202e", "\ufeff", "𝒜", "İ", "a\nb"],
  ...["0123456789", "USD", "NGN"],
];
const cell = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...texts).map((text): Cell => ({ text })) },
  fc.string({ unit: "grapheme", maxLength: 6 }).map((text): Cell => ({ text })),
  fc.constantFrom<Cell>(
    { text: "2026-11-24", form: "date" },
    { text: "2026-03-04", form: "date" },
    { text: "1250.5", form: "number" },
    { text: "-0.30000000000000004", form: "number" },
    { text: "46350", form: "number", isFormula: true },
    { text: "#N/A", form: "error" },
  ),
);
const one = (...of: string[]) =>
  fc.oneof({ weight: 12, arbitrary: fc.constantFrom(...of).map((text): Cell => ({ text })) }, cell);
/** What mostly stands in such a column, and at times anything. */
const usual = fc.tuple(
  ...[
    one("24/11/2026", "23/11/2026", "3/11/2026"),
    one("", "1,250.50", "5.00", "₦7.25"),
    one("", "4.00", "Dr", "Cr"),
  ],
  ...[one("", "10.00", "1,000.00"), cell, one("NIP", "Total Energies", "Opening balance")],
);
const headers = [
  ["Date", "Credit", "Debit", "Balance", "Reference", "Narration"],
  ["Value Date", "Amount", "Dr/Cr", "Balance", "Account Number", "Remarks"],
  ["Trans Date", "Amount", "Type", "Currency", "Value Date", "Description"],
  ["Date", "Credit", "Narration", "Narration", "", "x"],
  ["What", "ever", "stands", "here", "and", "there"],
];
const grids = fc
  .record({
    above: fc.array(fc.array(cell, { maxLength: 3 }), { maxLength: 3 }),
    header: fc.constantFrom(...headers),
    rows: fc.array(
      fc.oneof({ weight: 4, arbitrary: usual }, { arbitrary: fc.array(cell, { maxLength: 7 }), weight: 1 }),
      {
        maxLength: 8,
      },
    ),
  })
  .map(({ above, header, rows }): Grid => {
    const lines = [...above, header.map((text) => ({ text })), ...rows];
    return { kind: "workbook", lines: lines.map((cells, at) => ({ n: at + 1, cells })) };
  });
const orders = fc.constantFrom(
  undefined,
  "day_month" as const,
  "month_day" as const,
  "year_month_day" as const,
);
const mappings = fc.constantFrom(undefined, {
  headerLine: null,
  columns: { day: 0, amount: 1, side: 2, balance: 3, reference: 4, narration: 5 },
});

/** Without what groups, and without zeros at either end. */
const digitsOf = (text: string) =>
  text
    .normalize("NFKC")
    .replace(/\D/g, "")
    .replace(/^0+|0+$/g, "");

const tables = casesOf(3_000);

it(`accounts for each row of ${tables} tables, and makes up no amount`, () => {
  let [read, withLines] = [0, 0];
  fc.assert(
    fc.property(grids, orders, mappings, (grid, dayOrder, mapping) => {
      const found = readStatement(grid, { dayOrder, mapping }, today);
      if (!("lines" in found)) return;
      read += 1;
      withLines += Number(found.lines.length > 0);
      const held = grid.lines.filter(({ cells }) => cells.some(({ text }) => text.trim() !== ""));
      const below = held.filter(({ n }) => n > (found.headerLine ?? 0)).map(({ n }) => n);
      const faulty = [...new Set(found.faults.map(({ n }) => n))];
      const parts = [...found.lines.map(({ n }) => n), ...found.others.map(({ n }) => n), ...faulty];
      expect(parts.sort((a, b) => a - b)).toEqual(below);
      for (const { n, day, amount } of found.lines) {
        expect(amount).toMatch(/^\d+\.\d\d$/);
        expect(isInWindow(day, today)).toBe(true);
        const cells = grid.lines.find((line) => line.n === n)?.cells ?? [];
        const shown = cells.map(({ text, form }) =>
          digitsOf(form === "number" ? `${Number(text).toFixed(2)}` : text),
        );
        // Digits of other scripts are read too.
        if (!cells.some(({ text }) => /[^\0-\x7f₦]/.test(text))) expect(shown).toContain(digitsOf(amount));
      }
    }),
    { numRuns: tables },
  );
  expect(read).toBeGreaterThan(tables / 6);
  expect(withLines).toBeGreaterThan(tables / 30);
});
