import { type CellValue, type ColumnDef, writeXlsxStream } from "hucre/xlsx";
import { formatSortable } from "#lib/text/format-time";
import { endOfExport } from "#lib/words/export/export-columns";
import { escapedText } from "#lib/words/export/sheet-text";
import type { Cell, FileOf } from "./export-columns";

/**
 * Invariant: no cell is a formula, and no spreadsheet of any language has to guess. A text is a text, a moment is a date, and an
 * amount is a number where a spreadsheet holds it exactly and shows all of it; else it is a text.
 */

/** Of a double, all of which every spreadsheet keeps. */
const exactDigits = 15;
const shownDecimals = 8;
const formats = {
  text: "@",
  amount: `#,##0.00${"#".repeat(shownDecimals - 2)}`,
  count: "0",
  utc: "yyyy-mm-dd hh:mm:ss",
  local: "yyyy-mm-dd hh:mm:ss",
};
const widths = { text: 20, amount: 18, count: 18, utc: 20, local: 20 };
/** A sheet takes 1,048,576 rows and a part of the file 4 GiB; this many rows of the longest texts fit both. */
const mostRows = 250_000;
const mostCharacters = 32_767;
const cutWords = "… (the dashboard has the rest)";

/**
 * The bytes of an `.xlsx` file, made while they are taken. The end of its directory comes last, so what broke off opens nowhere
 * as whole; the last row says how many rows there are.
 */
export function writeWorkbook<Line>(
  pages: AsyncIterable<readonly Line[]>,
  { name: sheet, columns, countOf, ending = [] }: FileOf<Line>,
  timeZone: string,
  rowsOfSheet = mostRows,
): ReadableStream<Uint8Array> {
  const local = (iso: string) => formatSortable(iso, timeZone);
  const cellOf = (kind: Cell["kind"], value: string | null): CellValue => {
    if (value === null) return null;
    if (kind === "text") return textCell(value);
    if (kind === "amount" || kind === "count") return amountCell(value);
    return new Date(`${(kind === "utc" ? value : local(value)).replace(" ", "T").slice(0, 19)}Z`);
  };
  async function* rows(): AsyncGenerator<CellValue[]> {
    let count = 0;
    for await (const page of pages) {
      for (const line of page) yield columns.map(({ kind, of }) => cellOf(kind, of(line)));
      count += page.length;
    }
    yield [endOfExport, countOf(count), ...ending];
  }
  return writeXlsxStream(rows(), {
    name: sheet,
    columns: columns.map(
      ({ kind, name, width }): ColumnDef => ({
        header: name,
        width: width ?? widths[kind],
        style: { numFmt: formats[kind] },
      }),
    ),
    freezePane: { rows: 1 },
    maxRowsPerSheet: rowsOfSheet,
  });
}

/** As it came, whatever it starts with. */
function textCell(text: string): string {
  const kept =
    text.length > mostCharacters ? text.slice(0, mostCharacters - cutWords.length) + cutWords : text;
  return escapedText(kept);
}

function amountCell(amount: string): number | string {
  const [, whole = "", fraction = ""] = /^(\d+)(?:\.(\d*?)0*)?$/.exec(amount) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, "");
  const isExact = whole !== "" && digits.length <= exactDigits && fraction.length <= shownDecimals;
  return isExact ? Number.parseFloat(amount) : amount;
}
