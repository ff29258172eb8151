import fc from "fast-check";
import { expect, it } from "vitest";
import { exportLine } from "#lib/testing/ledger/export-line";
import { transfersFile } from "./export-columns";
import { csvWriter } from "./transfer-csv";

/** The cells as a spreadsheet reads them that separates at one sign: what follows a closing mark stays in the cell. */
function cellsOf(text: string, separator: string): string[] {
  const cells: string[] = [];
  let [cell, isQuoted, isStart] = ["", false, true];
  for (let place = 0; place < text.length; place++) {
    const sign = text[place] ?? "";
    if (isQuoted && sign === '"' && text[place + 1] === '"') {
      cell += '"';
      place += 1;
    } else if (isQuoted && sign === '"') isQuoted = false;
    else if (isQuoted) cell += sign;
    else if (isStart && sign === '"') [isQuoted, isStart] = [true, false];
    else if (sign === separator || sign === "\n" || sign === "\r") {
      cells.push(cell);
      [cell, isStart] = ["", true];
    } else [cell, isStart] = [cell + sign, false];
  }
  return [...cells, cell];
}

const writer = csvWriter(transfersFile("Africa/Lagos"), "Africa/Lagos");
const lineOf = (change: Parameters<typeof exportLine>[0]) => writer.rows([exportLine(change)]);

/** The text without the apostrophes that make it inert. */
const asRead = (cell: string) =>
  cell.replace(/^'/, "").replace(/([;\t|\r\n])'(?=[\s"']*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g, "$1");

const name = fc.string({ unit: fc.constantFrom(...";\t|,\"'=+-@ \r\n＝xA1"), maxLength: 12 });

it("makes no formula of a part of a text, whatever the spreadsheet separates at, and loses nothing", () => {
  fc.assert(
    fc.property(name, name, (accountName, bankName) => {
      const line = lineOf({ accountName, bankName, transactionId: accountName });
      for (const separator of [",", ";", "\t", "|"])
        expect(cellsOf(line, separator).filter((cell) => /^[=+\-@＝＋－＠]/.test(cell))).toEqual([]);
      const cells = cellsOf(line, ",");
      expect(cells).toHaveLength(cellsOf(writer.head(), ",").length);
      expect(cells.map(asRead)).toEqual(expect.arrayContaining([accountName, bankName]));
    }),
    { numRuns: 500 },
  );
});

it("says where a transfer stands, and for what it needs a person", () => {
  const cellOf = (column: string, line: string) =>
    cellsOf(line, ",")[cellsOf(writer.head(), ",").indexOf(column)];
  const line = lineOf({});
  expect(cellOf("Status", line)).toBe("No deposit address");
  expect(cellOf("Standing", line)).toBe("Short");
  expect(cellOf("Needs attention for", line)).toBe("Short on the network");
  const other = lineOf({
    standing: { ...exportLine({}).standing, chip: "status", closedBy: null, reason: null },
  });
  expect(cellOf("Standing", other)).toBe("No deposit address");
  expect(cellOf("Needs attention for", other)).toBe("");
});
