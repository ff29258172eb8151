import { Problem } from "#lib/contract/problem";
import { findTable } from "#lib/features/bulk/find-table";
import {
  type Field,
  type Grid,
  type Mapping,
  mostBytes,
  mostCharacters,
  mostColumns,
  mostColumnsRead,
  mostRows,
  type Table,
  widthOf,
} from "#lib/features/bulk/table";
import { unclearWords } from "#lib/features/bulk/unclear-words";
import { isWorkbook, plainText, textOf } from "./name-bytes";
import { readText } from "./read-text";
import { readWorkbook } from "./read-workbook";
import { tooMuch, unreadable } from "./unreadable";

/** A file's bytes, or a text that was pasted. */
export type Brought = { file: Uint8Array; sheet?: string | undefined } | { text: string };

/** `isUncounted`: of a column's name, whether it doesn't count for how many there are. Throws `unreadable_file`, and `columns_unclear` where a person has to say what is what. */
export async function readTable<Id extends string>(
  brought: Brought,
  fields: readonly Field<Id>[],
  mapping?: Mapping<Id>,
  isUncounted: (name: string) => boolean = () => false,
): Promise<{ table: Table<Id>; kind: Grid["kind"] }> {
  const grid = await readGrid(brought, fields);
  if (grid.lines.length === 0) throw unreadable("There is nothing in it.");
  refuseLarge(grid);
  const found = findTable(grid, fields, mapping);
  const { columns } = "unclear" in found ? found.unclear : found.table;
  const counted = columns.filter(({ name }) => !isUncounted(name)).length;
  if (counted > mostColumns) throw tooMuch("columns", counted, mostColumns);
  if ("unclear" in found) throw new Problem("columns_unclear", ...unclearWords(found.unclear, fields));
  const { rows } = found.table;
  if (rows.length === 0) throw unreadable("There are no rows below the names of the columns.");
  if (rows.length > mostRows) throw tooMuch("rows", rows.length, mostRows, " Split it into several files.");
  return { table: found.table, kind: grid.kind };
}

async function readGrid<Id extends string>(brought: Brought, fields: readonly Field<Id>[]): Promise<Grid> {
  const bytes = "file" in brought ? brought.file.byteLength : Buffer.byteLength(brought.text);
  if (bytes > mostBytes)
    throw unreadable(
      `It has ${Math.ceil((bytes / mostBytes) * 10) / 10} MB; the most is 1 MB. Split it into several files.`,
    );
  if ("text" in brought) return readText(plainText(brought.text), fields);
  return isWorkbook(brought.file)
    ? readWorkbook(brought.file, brought.sheet)
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
