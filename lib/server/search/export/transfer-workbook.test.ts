import { readXlsx } from "hucre/xlsx";
import { beforeAll, describe, expect, it } from "vitest";
import { countOfWorkbook } from "#lib/calls/export/workbook-end";
import { exportLine } from "#lib/testing/ledger/export-line";
import { exportColumnName, exportColumns } from "#lib/words/export/export-columns";
import type { ExportLine } from "./export-columns";
import { transfersFile } from "./export-columns";
import { writeWorkbook } from "./transfer-workbook";

const zone = "Africa/Lagos";

async function* pagesOf(lines: readonly ExportLine[], size = 2) {
  for (let at = 0; at < lines.length; at += size) yield lines.slice(at, at + size);
}

const write = async (lines: readonly ExportLine[], rowsOfSheet?: number) =>
  new Uint8Array(
    await new Response(
      writeWorkbook(pagesOf(lines), transfersFile(zone), zone, rowsOfSheet) as BodyInit,
    ).arrayBuffer(),
  );

/** The rows of each sheet, by the names of its columns. */
async function read(bytes: Uint8Array) {
  const { sheets } = await readXlsx(bytes);
  return sheets.map(({ rows: [head = [], ...rows] }) =>
    rows.map((row) => Object.fromEntries(head.map((name, at) => [String(name), row[at] ?? null]))),
  );
}

/** The cells of one line. */
async function cellsOf(change: Parameters<typeof exportLine>[0]) {
  const [[row] = []] = await read(await write([exportLine(change)]));
  return row ?? {};
}

const names = exportColumns.map((column) => exportColumnName(column, zone));

describe("a text", () => {
  const texts = [
    ...[
      "=1+1",
      '=HYPERLINK("http://x")',
      "+234 801",
      "-2+3",
      "@SUM(A1)",
      "\t=1+1",
      "＝1+1",
      "=cmd|' /C calc'!A0",
    ],
    ...["12.11", "0123456789", "1e5", "2026-11-20", "TRUE", "#REF!", "'quoted", " padded ", "two\nlines"],
    ...[
      "_x0041_",
      "__x0041__",
      "_x005F_x0041_",
      "a\u0001b",
      "a\rb",
      "\ufffe\uffff",
      '<c t="n">&amp;]]>',
      "Ọlá\u2028Ade",
    ],
  ];
  let cells: unknown[];
  beforeAll(async () => {
    const [rows = []] = await read(await write(texts.map((accountName) => exportLine({ accountName }))));
    cells = rows.map((row) => row["Account name"]);
  });

  it.each(texts)("%j stays what it is, and is no formula, number or date", (text) => {
    expect(cells[texts.indexOf(text)]).toBe(text);
  });

  it("longer than a cell takes is cut, and says so", async () => {
    const { "Account name": cell } = await cellsOf({ accountName: "字".repeat(40_000) });
    expect(String(cell)).toHaveLength(32_767);
    expect(cell).toMatch(/字… \(the dashboard has the rest\)$/);
  });
});

it.each([
  ["1250.50", 1250.5],
  ["12.11", 12.11],
  ["123456789012345", 123456789012345],
  ["1234567.12345678", 1234567.12345678],
  ["0.00000001", 0.00000001],
  ["1.100000000000000000", 1.1],
  // One digit more than a spreadsheet keeps, and one decimal more than it shows.
  ["1234567890123456", "1234567890123456"],
  ["12345678.12345678", "12345678.12345678"],
  ["0.000000001", "0.000000001"],
])(
  "an amount of %s is the number that it is, or a text where a number would be another",
  async (amount, cell) => {
    expect((await cellsOf({ amount }))["Asked for"]).toBe(cell);
  },
);

it("a moment is a date, by UTC and by the clock of the business", async () => {
  const row = await cellsOf({ createdAt: "2026-11-20T23:30:05.900Z", paidAt: "2026-11-30T22:59:59.000Z" });
  expect(row["Created (UTC)"]).toEqual(new Date("2026-11-20T23:30:05Z"));
  expect(row["Created (Africa/Lagos)"]).toEqual(new Date("2026-11-21T00:30:05Z"));
  expect(row["Reported paid (Africa/Lagos)"]).toEqual(new Date("2026-11-30T23:59:59Z"));
  expect(row["Receipt recorded (UTC)"]).toBeNull();
});

it("says each column's name, and in its last row how many transfers there are", async () => {
  const bytes = await write(Array.from({ length: 5 }, () => exportLine({})));
  const [rows = []] = await read(bytes);
  expect(Object.keys(rows[0] ?? {})).toEqual(names);
  expect(rows).toHaveLength(6);
  expect(Object.values(rows.at(-1) ?? {}).slice(0, 2)).toEqual(["End of the export", "5 transfers"]);
  expect(await countOfWorkbook(new Blob([bytes]))).toBe("5");
});

it("goes on in another sheet where one is full, and loses no row between them", async () => {
  const lines = Array.from({ length: 7 }, (_, at) => exportLine({ accountName: `Ada ${at}` }));
  const bytes = await write(lines, 4);
  const sheets = await read(bytes);
  expect(sheets.map(({ length }) => length)).toEqual([3, 3, 2]);
  expect(
    sheets
      .flat()
      .slice(0, 7)
      .map((row) => row["Account name"]),
  ).toEqual(lines.map((line) => line.accountName));
  expect(await countOfWorkbook(new Blob([bytes]))).toBe("7");
});

describe("one that breaks off", () => {
  it("opens nowhere, wherever it was cut", async () => {
    const bytes = await write(Array.from({ length: 20 }, () => exportLine({})));
    for (let size = 0; size < bytes.length; size += 211) {
      const part = bytes.slice(0, size);
      expect([size, await countOfWorkbook(new Blob([part])).catch(() => undefined)]).toEqual([
        size,
        undefined,
      ]);
      await expect(readXlsx(part)).rejects.toThrow();
    }
  });

  it("never gets its end, and its reader hears of it", async () => {
    async function* broken() {
      yield [exportLine({})];
      throw new Error("The ledger has gone.");
    }
    const parts: Uint8Array[] = [];
    await expect(
      (async () => {
        for await (const part of writeWorkbook(broken(), transfersFile(zone), zone)) parts.push(part);
      })(),
    ).rejects.toThrow();
    expect(await countOfWorkbook(new Blob(parts as BlobPart[])).catch(() => undefined)).toBeUndefined();
  });

  it("reads no further once its reader has left", async () => {
    let read = 0;
    let hasEnded = false;
    async function* pages() {
      try {
        for (; read < 100_000; read += 1) yield [exportLine({ accountName: `${Math.random()}` })];
      } finally {
        hasEnded = true;
      }
    }
    const reader = writeWorkbook(pages(), transfersFile(zone), zone).getReader();
    await reader.read();
    await reader.read();
    await reader.cancel();
    await expect.poll(() => hasEnded).toBe(true);
    expect(read).toBeLessThan(2_000);
  });
});
