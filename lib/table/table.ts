/**
 * A table that a person brings, in a file or a paste, before anything in it is judged. Invariant: nothing of it is merged,
 * dropped or guessed without a word: each line and each column is used, or named as not used.
 */

/** What a cell was in its workbook, where that is no text. Every cell of a CSV is a text. */
type CellForm = "number" | "date" | "error";
export type Cell = { text: string; form?: CellForm | undefined; isFormula?: boolean | undefined };
/** `n` counts from one, as a spreadsheet or an editor does. */
export type Line = { n: number; cells: readonly Cell[]; isHidden?: true };
/** With its empty lines, but for those at the end. */
export type Grid = { kind: "text" | "workbook"; lines: readonly Line[] };

export const mostColumns = 50;
/** With those of results that we wrote: see `isOfResult`. */
export const mostColumnsRead = 100;
export const mostCharacters = 2_000;
/** Of a whole file or paste. */
export type TableLimits = { mostBytes: number; mostRows: number };
/** A header is looked for in the first of them. */
export const mostAbove = 30;

/** What a column can be. */
export type Field<Id extends string> = {
  id: Id;
  title: string;
  /** Without case, blanks, punctuation and accents. */
  names: readonly string[];
  /** Those of a column that is taken where none has one of the `names`. */
  lesserNames?: readonly string[];
  /** The field whose column is used where this one has none. */
  standIn?: Id;
  /** It isn't missed where this one has a column. */
  alternative?: Id;
  isOptional?: true;
};

export type Column<Id extends string> = { at: number; name: string; field: Id | null };
export type Row<Id extends string> = {
  n: number;
  cells: Record<Id, Cell>;
  /** All of its cells, as they came. */
  line: readonly string[];
  isHidden: boolean;
};
export type Table<Id extends string> = {
  /** Null where a person said that there is none. */
  headerLine: number | null;
  /** The lines above the header, which are left out. */
  above: readonly Line[];
  emptyRows: number;
  columns: readonly Column<Id>[];
  /** Fields without a column of their own, and the field whose column is used. */
  filledBy: readonly { field: Id; by: Id }[];
  rows: readonly Row<Id>[];
};

/** Where the columns are, as a person says. Columns count from zero. */
export type Mapping<Id extends string> = {
  headerLine: number | null;
  columns: { [Each in Id]?: number | undefined };
};

/** What a person has to say before the table can be read. */
export type Unclear<Id extends string> = {
  why: "no_header" | "several_headers" | "missing" | "several";
  headerLine: number | null;
  /** Lines that may be the header. */
  candidates: readonly number[];
  fields: readonly Id[];
  columns: readonly Column<Id>[];
  /** The first lines, to choose by. */
  top: readonly Line[];
};

/** A table that we write. */
export type TextTable = { columns: string[]; rows: string[][] };

export function isEmptyLine({ cells }: Line): boolean {
  return cells.every(({ text }) => text.trim() === "");
}

/** Without the empty cells at the end of each line, and the empty lines at the end. */
export function withoutEmptyEnds(lines: readonly Line[]): Line[] {
  const trimmed = lines.map((line) => {
    const width = widthOf([line]);
    return width === line.cells.length ? line : { ...line, cells: line.cells.slice(0, width) };
  });
  return trimmed.slice(0, trimmed.findLastIndex(({ cells }) => cells.length > 0) + 1);
}

/** How many columns hold something. */
export function widthOf(lines: readonly Line[]): number {
  let width = 0;
  for (const { cells } of lines)
    for (let at = cells.length; at > width; at -= 1)
      if ((cells[at - 1]?.text ?? "").trim() !== "") width = at;
  return width;
}
