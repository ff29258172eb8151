import { stringify } from "csv-stringify/sync";
import { type ColumnDef, writeXlsxStream } from "hucre/xlsx";
import type { TextTable } from "#lib/table/table";
import { withSheetMarks } from "#lib/words/export/sheet-marks";
import { escapedText } from "#lib/words/export/sheet-text";

/** Invariant: every cell is a text, whatever it starts with, and our own reader gives the same text back. */

const width = 22;

export async function writeTable(
  form: "csv" | "xlsx",
  name: string,
  { columns, rows }: TextTable,
): Promise<Uint8Array<ArrayBuffer>> {
  if (form === "csv") {
    const marked = [columns, ...rows].map((cells) => cells.map(withSheetMarks));
    return new TextEncoder().encode(
      `\ufeff${stringify(marked, { record_delimiter: "windows", quoted: true })}`,
    );
  }
  async function* lines() {
    // An empty text would not be an empty cell.
    for (const row of rows) yield row.map((text) => (text === "" ? null : escapedText(text)));
  }
  const stream = writeXlsxStream(lines(), {
    name,
    columns: columns.map(
      (header): ColumnDef => ({ header: escapedText(header), width, style: { numFmt: "@" } }),
    ),
    freezePane: { rows: 1 },
  });
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
