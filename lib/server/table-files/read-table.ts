import { Problem } from "#lib/contract/problem";
import { findTable } from "#lib/table/find-table";
import {
  type Field,
  type Grid,
  type Mapping,
  mostCharacters,
  mostColumns,
  mostColumnsRead,
  type Table,
  type TableLimits,
  widthOf,
} from "#lib/table/table";
import { unclearWords } from "#lib/table/unclear-words";
import { isWorkbook, plainText, textOf } from "./name-bytes";
import { readText } from "./read-text";
import { readWorkbook } from "./read-workbook";
import { tooMuch, unreadable } from "./unreadable";

const mb = 1024 * 1024;

/** A file's bytes, or a text that was pasted. */
export type Brought = { file: Uint8Array; sheet?: string | undefined } | { text: string };

/** `isUncounted`: of a column's name, whether it doesn't count for how many there are. Throws `unreadable_file`, and `columns_unclear` where a person has to say what is what. */
export async function readTable<Id extends string>(
  brought: Brought,
  fields: readonly Field<Id>[],
  limits: TableLimits,
  mapping?: Mapping<Id>,
  isUncounted: (name: string) => boolean = () => false,
): Promise<{ table: Table<Id>; kind: Grid["kind"] }> {
  const grid = await readGrid(brought, fields, limits);
  const found = findTable(grid, fields, mapping);
  const { columns } = "unclear" in found ? found.unclear : found.table;
  const counted = columns.filter(({ name }) => !isUncounted(name)).length;
  if (counted > mostColumns) throw tooMuch("columns", counted, mostColumns);
  if ("unclear" in found) throw new Problem("columns_unclear", ...unclearWords(found.unclear, fields));
  const { rows } = found.table;
  refuseCount(rows.length, limits);
  return { table: found.table, kind: grid.kind };
}

/** Its cells alone, for a reader that finds the table in them itself. Throws `unreadable_file`. */
export async function readGrid<Id extends string>(
  brought: Brought,
  fields: readonly Field<Id>[],
  { mostBytes, mostRows }: TableLimits,
): Promise<Grid> {
  const bytes = "file" in brought ? brought.file.byteLength : Buffer.byteLength(brought.text);
  if (bytes > mostBytes)
    throw unreadable(
      `It has ${Math.ceil((bytes / mb) * 10) / 10} MB; the most is ${mostBytes / mb} MB. Split it into several files.`,
    );
  const grid = await gridIn(brought, fields, mostRows);
  if (grid.lines.length === 0) throw unreadable("There is nothing in it.");
  refuseLarge(grid);
  return grid;
}

/** Of the rows below the header. */
export function refuseCount(rows: number, { mostRows }: TableLimits): void {
  if (rows === 0) throw unreadable("There are no rows below the names of the columns.");
  if (rows > mostRows) throw tooMuch("rows", rows, mostRows, " Split it into several files.");
}

async function gridIn<Id extends string>(
  brought: Brought,
  fields: readonly Field<Id>[],
  mostRows: number,
): Promise<Grid> {
  if ("text" in brought) return readText(plainText(brought.text), fields);
  return isWorkbook(brought.file)
    ? readWorkbook(brought.file, mostRows, brought.sheet)
    : readText(textOf(brought.file), fields);
}

function refuseLarge({ lines }: Grid): void {
  const width = widthOf(lines);
  if (width > mostColumnsRead) throw tooMuch("columns", width, mostColumns);
  for (const { n, cells } of lines) {
    const at = cells.findIndex(({ text }) => text.length > mostCharacters);
    if (at !== -1)
      throw tooMuch(
        `characters in column ${at + 1} of line ${n}`,
        cells[at]?.text.length ?? 0,
        mostCharacters,
      );
  }
}
