import { stringify } from "csv-stringify/sync";
import { formatSortable } from "#lib/text/format-time";
import { endOfExport } from "#lib/words/export/export-columns";
import { withSheetMarks } from "#lib/words/export/sheet-marks";
import type { FileOf } from "./export-columns";

/**
 * Invariant: a spreadsheet reads every cell as text. One that it would take for a formula, a number or a date gets an
 * apostrophe, also after `;`, tab and `|`, and so does one that starts with an apostrophe. A program removes one at each of
 * these places. Amounts are exact decimals without it.
 */

/** Times are in UTC and in an IANA time zone. */
export function csvWriter<Line>({ columns, countOf, ending = [] }: FileOf<Line>, timeZone: string) {
  const local = (iso: string) => formatSortable(iso, timeZone);
  const write = (records: (string | null)[][]) =>
    // Every cell is quoted, so that a separator or line break inside is no end.
    stringify(records, { record_delimiter: "windows", quoted: true });
  const cellsOf = (line: Line) =>
    columns.map(({ kind, of }) => {
      const value = of(line);
      if (value === null) return null;
      if (kind === "text") return withSheetMarks(value);
      return kind === "local" ? local(value) : value;
    });
  return {
    /** The byte order mark, and the names of the columns. */
    head: () => `\ufeff${write([columns.map(({ name }) => name)])}`,
    rows: (lines: readonly Line[]) => write(lines.map(cellsOf)),
    /** Without this line a file is incomplete. */
    end: (rows: number) => {
      const said = [endOfExport, countOf(rows), ...ending];
      return write([[...said, ...columns.slice(said.length).map(() => null)]]);
    },
  };
}
