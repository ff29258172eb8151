import { type FoundTable, findTable } from "#lib/table/find-table";
import type { Grid, Line, Mapping } from "#lib/table/table";
import { type StatementField, statementFields } from "./statement-fields";

/**
 * Finds the table of a statement. Of several lines that name columns it takes the one that alone has all that is needed, such as
 * the header below a summary, and the first of headers that are the same, as each page repeats it. Else a person is asked.
 */
export function findStatement(grid: Grid, mapping?: Mapping<StatementField>): FoundTable<StatementField> {
  const found = findTable(grid, statementFields, mapping);
  if (!("unclear" in found) || found.unclear.why !== "several_headers") return found;
  const { candidates } = found.unclear;
  const whole = candidates.flatMap((headerLine) => mappingBy(grid, headerLine, candidates) ?? []);
  const [first, ...others] = whole;
  const textOf = (each: Mapping<StatementField>) => headerText(grid, each.headerLine);
  const isOne = first !== undefined && others.every((other) => textOf(other) === textOf(first));
  return isOne ? findTable(grid, statementFields, first) : found;
}

/** Where the columns are by this line alone, or `undefined` where one that is needed has none or two. */
function mappingBy(
  { kind, lines }: Grid,
  headerLine: number,
  candidates: readonly number[],
): Mapping<StatementField> | undefined {
  const isOther = ({ n }: Line) => n < headerLine || (n !== headerLine && candidates.includes(n));
  const found = findTable({ kind, lines: lines.filter((line) => !isOther(line)) }, statementFields);
  if ("unclear" in found) return undefined;
  const places = found.table.columns.flatMap(({ at, field }) => (field === null ? [] : [[field, at]]));
  return { headerLine, columns: Object.fromEntries(places) };
}

function headerText({ lines }: Grid, headerLine: number | null): string {
  const header = lines.find(({ n }) => n === headerLine);
  return JSON.stringify(header?.cells.map(({ text }) => text.trim()));
}
