import { CsvError, type Options, parse } from "csv-parse/sync";
import { mostNamesIn } from "#lib/table/find-table";
import {
  type Cell,
  type Field,
  type Grid,
  type Line,
  mostAbove,
  widthOf,
  withoutEmptyEnds,
} from "#lib/table/table";
import { withoutSheetMarks } from "#lib/words/export/without-sheet-marks";
import { unreadable } from "./unreadable";

/**
 * Reads a CSV, or what was copied from a spreadsheet. Invariant: a quotation mark that isn't closed never joins rows in silence,
 * and what is between quotation marks stays as it is.
 */

const separators = [",", ";", "\t"] as const;

export function readText<Id extends string>(text: string, fields: readonly Field<Id>[]): Grid {
  const said = /^sep=([,;\t|])(?:\r\n|\n|\r)/i.exec(text);
  const [taken = "", separator] = said ?? [];
  const rest = text.slice(taken.length);
  const lines = parsed(rest, separator ?? separatorOf(rest, fields), taken === "" ? 0 : 1);
  return { kind: "text", lines: withoutEmptyEnds(lines) };
}

/** The one by which a header is found; else the one that makes the most columns; a comma where none makes two. */
function separatorOf<Id extends string>(text: string, fields: readonly Field<Id>[]): string {
  const present = separators.filter((separator) => text.includes(separator));
  if (present.length < 2) return present[0] ?? ",";
  let best = { separator: ",", names: 0, width: 1 };
  for (const separator of present) {
    const top = topBy(text, separator);
    const found = { separator, names: mostNamesIn(top, fields), width: widthOf(top) };
    if (found.names > best.names || (found.names === best.names && found.width > best.width)) best = found;
  }
  return best.separator;
}

function topBy(text: string, separator: string): Line[] {
  try {
    return parsed(text, separator, 0, mostAbove);
  } catch {
    // Quotation marks that make no sense by this one may do so by another.
    return [];
  }
}

function parsed(text: string, separator: string, linesBefore: number, most?: number): Line[] {
  const options: Options = {
    delimiter: separator,
    // On line ends of several kinds a parser that takes the first for all joins rows.
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_column_count: true,
    ...(most !== undefined && { to: most }),
  };
  const read = (more: Options) => recordsOf(text, { ...options, ...more }, linesBefore);
  let n = linesBefore + 1;
  return readMarks(read).map((record) => {
    const line = { n, cells: record.map(cellOf) };
    n += 1 + lineEndsIn(record);
    return line;
  });
}

function lineEndsIn(record: readonly string[]): number {
  let count = 0;
  for (const text of record)
    if (text.includes("\n") || text.includes("\r")) count += text.match(/\r\n|\n|\r/g)?.length ?? 0;
  return count;
}

class OpenQuote extends Error {}
const isWithin = ({ code }: CsvError) => /^(CSV_)?INVALID_OPENING_QUOTE$/.test(code);

/** A quotation mark within a word, as in `="0123"` or a nickname, is a letter of it. */
function readMarks(read: (more: Options) => string[][]): string[][] {
  try {
    return read({});
  } catch (error) {
    if (!(error instanceof CsvError && isWithin(error))) throw error;
  }
  return read({
    relax_quotes: true,
    cast: (value, { quoting }) => {
      // It was opened, then closed within a word: what it took along may be other cells.
      if (quoting && value.startsWith('"') && /[\r\n,;\t]/.test(value)) throw new OpenQuote();
      return value;
    },
  });
}

/** A mark within a word is thrown as it comes. Throws `unreadable_file` with the line of one that isn't closed. */
function recordsOf(text: string, options: Options, linesBefore: number): string[][] {
  try {
    return parse(text, options) as string[][];
  } catch (error) {
    const isOpen = error instanceof OpenQuote || (error instanceof CsvError && !isWithin(error));
    throw isOpen ? openQuote(lineOfFault(text, options) + linesBefore, error) : error;
  }
}

/** Read once more, since the parser is slower where it tells of each record. */
function lineOfFault(text: string, options: Options): number {
  let n = 1;
  const count = (record: string[]) => {
    n += 1 + lineEndsIn(record);
    return null;
  };
  try {
    parse(text, { ...options, on_record: count });
  } catch {
    // The fault that is looked for.
  }
  return n;
}

function openQuote(line: number, cause: unknown) {
  return unreadable(
    `A quotation mark that opens in line ${line} isn’t closed rightly, so we can’t tell where its cell ends. Correct that line.`,
    cause,
  );
}

/** Without what spreadsheets, and our own exports, write to keep a cell a text. */
function cellOf(text: string): Cell {
  const asFormula = text.startsWith('="') ? /^="((?:[^"]|"")*)"$/.exec(text)?.[1] : undefined;
  if (asFormula !== undefined) return { text: asFormula.replaceAll('""', '"') };
  const hasMark = text.includes("'") || text.includes("\u2019");
  return { text: hasMark ? withoutSheetMarks(text) : text };
}
