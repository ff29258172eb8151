import { plainWords } from "#lib/text/plain-words";
import {
  type Cell,
  type Column,
  type Field,
  type Grid,
  isEmptyLine,
  type Line,
  type Mapping,
  mostAbove,
  type Row,
  type Table,
  type Unclear,
  widthOf,
} from "./table";

/** One name of a column alone is found in too many letters and lists. */
const leastNames = 2;
const mostShown = mostAbove;

export type FoundTable<Id extends string> = { table: Table<Id> } | { unclear: Unclear<Id> };

/**
 * Without case, blanks, punctuation and accents, and then without what is in brackets at the end too: `Account No. (NUBAN)` is
 * `accountno`, but `Amount (NGN)` is first `amountngn`, since it may be the unit that makes it another column.
 */
function columnKeys(name: string): string[] {
  const whole = name.trim().replaceAll("\u20a6", " ngn ");
  return [whole, whole.replace(/\([^()]*\)$/, "")]
    .map((text) => plainWords(text).join(""))
    .filter((key) => key !== "");
}

/** Finds the table in what was read: by the names of its columns, or where a person says that it is. */
export function findTable<Id extends string>(
  { lines }: Grid,
  fields: readonly Field<Id>[],
  mapping?: Mapping<Id>,
): FoundTable<Id> {
  if (mapping !== undefined) return { table: mappedTable(lines, fields, mapping) };
  const candidates = headersIn(lines, fields);
  const headerLine = candidates[0] ?? null;
  const columns = columnsOf(lines, headerLine, fields);
  const unclear = (why: Unclear<Id>["why"], of: readonly Id[] = []): FoundTable<Id> => ({
    unclear: {
      ...{ why, headerLine, candidates, columns, fields: of },
      top: lines.filter((line) => !isEmptyLine(line)).slice(0, mostShown),
    },
  });
  if (headerLine === null) return unclear("no_header");
  if (candidates.length > 1) return unclear("several_headers");
  const has = (id: Id | undefined) => columns.filter(({ field }) => field === id).length;
  const several = fields.filter(({ id }) => has(id) > 1).map(({ id }) => id);
  if (several.length > 0) return unclear("several", several);
  const rival = fields.find(
    (field) =>
      has(field.alternative) > 0 &&
      columns.some((column) => column.field === field.id && hasLesserName(column.name, field)),
  );
  if (rival?.alternative !== undefined) return unclear("several", [rival.id, rival.alternative]);
  const missing = fields.filter(
    ({ id, standIn, alternative, isOptional }) =>
      isOptional !== true && [id, standIn, alternative].every((each) => has(each) === 0),
  );
  if (missing.length > 0)
    return unclear(
      "missing",
      missing.map(({ id }) => id),
    );
  return { table: tableOf(lines, fields, headerLine, columns) };
}

/** How many fields the best header has, or 0 without one: by which the separator of a text is chosen. */
export function mostNamesIn<Id extends string>(lines: readonly Line[], fields: readonly Field<Id>[]): number {
  const names = lines.slice(0, mostAbove).map((line) => namesIn(line, fields));
  return Math.max(0, ...names.filter((count) => count >= leastNames));
}

function headersIn<Id extends string>(lines: readonly Line[], fields: readonly Field<Id>[]): number[] {
  return lines
    .slice(0, mostAbove)
    .filter((line) => namesIn(line, fields) >= leastNames)
    .map(({ n }) => n);
}

function namesIn<Id extends string>({ cells }: Line, fields: readonly Field<Id>[]): number {
  return new Set(cells.map(({ text }) => fieldNamed(text, fields)).filter((id) => id !== null)).size;
}

function fieldNamed<Id extends string>(text: string, fields: readonly Field<Id>[]): Id | null {
  for (const key of columnKeys(text)) {
    const found = fields.find(
      ({ names, lesserNames }) => names.includes(key) || lesserNames?.includes(key) === true,
    );
    if (found !== undefined) return found.id;
  }
  return null;
}

/** Whether it is called by one of the lesser names alone. */
export function hasLesserName<Id extends string>(name: string, field: Field<Id>): boolean {
  const { id, title, names } = field;
  return fieldNamed(name, [field]) !== null && fieldNamed(name, [{ id, title, names }]) === null;
}

/** All that hold something, also those that nothing names. */
function columnsOf<Id extends string>(
  lines: readonly Line[],
  headerLine: number | null,
  fields: readonly Field<Id>[],
): Column<Id>[] {
  const header = lines.find(({ n }) => n === headerLine);
  const width = widthOf(lines.filter(({ n }) => headerLine === null || n >= headerLine));
  const columns = Array.from({ length: width }, (_, at) => {
    const name = header?.cells[at]?.text.trim() ?? "";
    return { at, name, field: header === undefined ? null : fieldNamed(name, fields) };
  });
  return withoutLesser(columns, fields);
}

/** A column of a lesser name isn't used beside one of a better name. */
function withoutLesser<Id extends string>(
  columns: readonly Column<Id>[],
  fields: readonly Field<Id>[],
): Column<Id>[] {
  const better = fields.map(({ id, names, title }) => ({ id, names, title }));
  const isBetter = ({ name }: Column<Id>) => fieldNamed(name, better) !== null;
  return columns.map((column) => {
    const isBeaten = columns.some((other) => other.field === column.field && isBetter(other));
    return isBeaten && !isBetter(column) ? { ...column, field: null } : column;
  });
}

function mappedTable<Id extends string>(
  lines: readonly Line[],
  fields: readonly Field<Id>[],
  { headerLine, columns: said }: Mapping<Id>,
): Table<Id> {
  const columns = columnsOf(lines, headerLine, fields).map((column) => ({
    ...column,
    field: fields.find(({ id }) => said[id] === column.at)?.id ?? null,
  }));
  return tableOf(lines, fields, headerLine, columns, said);
}

function tableOf<Id extends string>(
  lines: readonly Line[],
  fields: readonly Field<Id>[],
  headerLine: number | null,
  columns: readonly Column<Id>[],
  said: Mapping<Id>["columns"] = {},
): Table<Id> {
  const ownPlace = ({ id }: Pick<Field<Id>, "id">) =>
    said[id] ?? columns.find(({ field }) => field === id)?.at;
  const places = new Map<Id, number>();
  const filledBy: { field: Id; by: Id }[] = [];
  for (const field of fields) {
    const own = ownPlace(field);
    const other = field.standIn === undefined ? undefined : ownPlace({ id: field.standIn });
    if (own === undefined && other !== undefined && field.standIn !== undefined)
      filledBy.push({ field: field.id, by: field.standIn });
    const place = own ?? other;
    if (place !== undefined) places.set(field.id, place);
  }
  const below = lines.filter(({ n }) => headerLine === null || n > headerLine);
  const rows = below.filter((line) => !isEmptyLine(line)).map((line) => rowOf(line, fields, places));
  return {
    headerLine,
    above: lines.filter((line) => headerLine !== null && line.n < headerLine && !isEmptyLine(line)),
    emptyRows: below.length - rows.length,
    columns,
    filledBy,
    rows,
  };
}

const empty: Cell = { text: "" };

function rowOf<Id extends string>(
  { n, cells, isHidden }: Line,
  fields: readonly Field<Id>[],
  places: ReadonlyMap<Id, number>,
): Row<Id> {
  const own = {} as Record<Id, Cell>;
  for (const { id } of fields) own[id] = cells[places.get(id) ?? -1] ?? empty;
  return { n, isHidden: isHidden === true, cells: own, line: cells.map(({ text }) => text) };
}
