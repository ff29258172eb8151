import { describe, expect, it } from "vitest";
import { readGrid, refuseCount } from "#lib/server/table-files/read-table";
import type { Grid } from "#lib/table/table";
import { accountNumber, type Entry, month, today } from "#lib/testing/books/bank-statements";
import { type Gives, type StatementFile, statementFiles } from "#lib/testing/books/statement-files";
import { textFile } from "#lib/testing/table/text-file";
import { workbookOf } from "#lib/testing/table/workbook";
import { koboText } from "./kobo";
import { fitsAccount } from "./letterhead";
import { dayOrders } from "./read-days";
import { readStatement } from "./read-statement";
import type { ReadStatement, StatementRead } from "./statement";
import { statementFieldIds, statementFields, statementLimits } from "./statement-fields";

/** Statements as people have them: each of them gives what it has, is asked about, or is refused by its name. */

/** A workbook takes a thread, so each is read once. */
const grids = new Map<Buffer, Promise<Grid>>();
function gridOf(file: Buffer): Promise<Grid> {
  const known = grids.get(file) ?? readGrid({ file }, statementFields, statementLimits);
  grids.set(file, known);
  return known;
}
async function read({ file, said = {} }: StatementFile): Promise<StatementRead> {
  return readStatement(await gridOf(file), said, today);
}

/** As the planted entries have it. */
function plantedLines({ entries = month, without = [] }: Gives) {
  const has = (what: "reference" | "valueDay" | "balance") => !without.includes(what);
  return entries.map(({ day, valueDay, side, amount, balance, reference, narration }: Entry) => ({
    ...{ day, side, narration, amount: koboText(amount) },
    valueDay: has("valueDay") ? valueDay : null,
    balance: has("balance") ? koboText(balance) : null,
    reference: has("reference") ? reference : "",
  }));
}

function given(statement: ReadStatement) {
  return {
    lines: statement.lines.map(({ n: _, identity: __, occurrence: ___, ...line }) => line),
    unused: statement.columns.flatMap(({ name, field }) => (field === null ? [name] : [])),
    above: statement.above.length,
    others: statement.others.map(({ kind }) => kind),
    faults: statement.faults.map(({ n, column }) => `${n} ${column}`),
    breaks: statement.breaks.map(({ afterN, missing }) => `after ${afterN}: ${missing}`),
    ...{ account: statement.account, currency: statement.currency, isSwapped: statement.isSwapped },
    order: statement.order,
  };
}

const plain = {
  ...{ unused: [], above: 0, others: [], faults: [], breaks: [], account: null, currency: null },
  ...{ isSwapped: false, order: "oldest_first" },
};

/** Each line below the header is one thing and no other. */
function accountedFor(grid: Grid, { headerLine, lines, others, faults, rows, above }: ReadStatement): void {
  const held = grid.lines.filter(({ cells }) => cells.some(({ text }) => text.trim() !== ""));
  const parts = [lines, others, [...new Map(faults.map((fault) => [fault.n, fault])).values()]].flat();
  const below = held.filter(({ n }) => n > (headerLine ?? 0)).map(({ n }) => n);
  expect(parts.map(({ n }) => n).sort((a, b) => a - b)).toEqual(below);
  expect(rows).toBe(below.length);
  expect(above.length + 1 + rows).toBe(held.length);
}

describe.each(statementFiles)("$name", (each) => {
  const { gives, file } = each;
  it("gives what it has, and says the rest", async () => {
    if ("refuses" in gives) {
      await expect(read(each)).rejects.toMatchObject({ code: "unreadable_file", detail: gives.refuses });
      return;
    }
    const found = await read(each);
    if ("asks" in gives) {
      expect(asked(found)).toBe(`${gives.asks}: ${gives.of}`);
      return;
    }
    if (!("lines" in found)) throw new Error(`It is unclear: ${JSON.stringify(found)}`);
    const { without: _, entries: __, ...rest } = gives;
    expect(given(found)).toEqual({ ...plain, lines: plantedLines(gives), ...rest });
    accountedFor(await gridOf(file), found);
    expect(new Set(found.lines.map(({ identity, occurrence }) => `${occurrence} ${identity}`)).size).toBe(
      found.lines.length,
    );
  });
});

function asked(found: StatementRead): string {
  if ("unclear" in found) return `columns: ${[found.unclear.why, ...found.unclear.fields].join(" ")}`;
  if (!("daysUnclear" in found)) return "nothing";
  const [first] = found.daysUnclear;
  expect(first?.readings.every(({ order }) => dayOrders.includes(order))).toBe(true);
  return `days: ${first?.n} ${first?.text}: ${first?.readings.map(({ day }) => day).join(" or ")}`;
}

it("is a list of at least 30 statements, in the column names of nine banks", () => {
  expect(new Set(statementFiles.map(({ name }) => name)).size).toBe(statementFiles.length);
  expect(statementFiles.length).toBeGreaterThanOrEqual(30);
  expect(new Set(statementFieldIds).size).toBe(statementFields.length);
});

it("says of each account whether it can be the one that is meant", async () => {
  const found: Record<string, boolean> = {};
  for (const each of statementFiles) {
    const statement = "unused" in each.gives || "account" in each.gives ? await read(each) : undefined;
    if (statement !== undefined && "lines" in statement && statement.account !== null)
      found[each.name] = fitsAccount(statement.account, accountNumber);
  }
  const others = Object.keys(found).filter((name) => !found[name]);
  expect([others, Object.keys(found).length]).toEqual([["another account"], 20]);
});

describe("a year of a busy account", () => {
  const rows = (count: number) => [
    ["Date", "Credit", "Balance", "Reference", "Narration"],
    ...Array.from({ length: count }, (_, at) => [
      ...["2026-11-24", "10.00", `${(at + 1) * 10}.00`, `S${at}`, `NIP/ACME/Invoice ${at} of many, part 2`],
    ]),
  ];
  const lines = async (file: Buffer) => {
    const found = readStatement(await gridOf(file), {}, today);
    if (!("lines" in found)) throw new Error("It is unclear.");
    refuseCount(found.rows, statementLimits);
    return [found.lines.length, found.breaks.length];
  };

  it("has 5,000 lines at the most, in either kind of file", async () => {
    expect(await lines(textFile(rows(5_000)))).toEqual([5_000, 0]);
    expect(await lines(workbookOf("numbers", { name: "S", rows: rows(5_000) }))).toEqual([5_000, 0]);
    await expect(lines(textFile(rows(5_001)))).rejects.toMatchObject({
      detail: /5,001 rows; the most is 5,000/,
    });
    await expect(lines(workbookOf("numbers", { name: "S", rows: rows(5_100) }))).rejects.toMatchObject({
      detail: /5,101 rows; the most is 5,000/,
    });
  });
});
