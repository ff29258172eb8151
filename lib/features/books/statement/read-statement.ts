import type { Cell, Column, Grid, Row, Table, Unclear } from "#lib/table/table";
import { chargesIn } from "./charges";
import { findStatement } from "./find-statement";
import { koboText } from "./kobo";
import {
  accountAbove,
  accountIn,
  balanceAbove,
  currencyAbove,
  currencyIn,
  currencyOfColumns,
} from "./letterhead";
import { breaksIn, orderOf, type Step, withOccurrences } from "./prove-balance";
import { type ReadDays, readDays } from "./read-days";
import { type Mark, markOf } from "./read-money";
import { type BroughtRow, type RowRead, readRow } from "./read-rows";
import { readBothColumns, readOneColumn, type SideReader } from "./read-sides";
import type { ReadStatement, Remark, StatementRead, StatementSaid } from "./statement";
import type { StatementField } from "./statement-fields";

/**
 * Reads the statement of an account. Invariant: each row below the header is a line, another row by its name, or a fault; nothing
 * is merged, dropped or guessed without a word, and what the file can't tell is asked.
 */
export function readStatement(grid: Grid, said: StatementSaid, today: string): StatementRead {
  const found = findStatement(grid, said.mapping);
  if ("unclear" in found) return found;
  const { table } = found;
  const days = readDays(dayCells(table), today, said.dayOrder);
  if ("daysUnclear" in days) return days;
  const cells = table.rows.map((row) => row.cells);
  const mark = markOf(
    cells.flatMap(({ credit, debit, amount, balance }) => [credit, debit, amount, balance]),
  );
  const one = hasColumn(table, "credit") ? undefined : readOneColumn(cells, mark);
  if (one?.isAsked === true && said.mapping === undefined) return { unclear: sideUnclear(grid, table) };
  const sides = one?.read ?? readBothColumns(cells, mark);
  // Beside a column for each side neither an amount nor a word for the side is used.
  const unused: StatementField[] =
    one === undefined ? ["amount", "side"] : one.hasSides ? ["debit"] : ["debit", "side"];
  return statementOf(grid, table, days, { mark, sides, unused, today });
}

function hasColumn({ columns, filledBy }: Table<StatementField>, field: StatementField): boolean {
  return [...columns, ...filledBy].some((each) => each.field === field);
}

/** Both columns of days, one after the other. */
function dayCells({ rows }: Table<StatementField>) {
  const of = (field: "day" | "valueDay") => rows.map(({ n, cells }) => ({ n, cell: cells[field] }));
  return [...of("day"), ...of("valueDay")];
}

function sideUnclear(grid: Grid, { headerLine, columns }: Table<StatementField>): Unclear<StatementField> {
  const candidates = headerLine === null ? [] : [headerLine];
  return { why: "missing", headerLine, candidates, fields: ["side"], columns, top: grid.lines.slice(0, 30) };
}

type Found = { mark: Mark; sides: SideReader; unused: readonly StatementField[]; today: string };

function statementOf(
  grid: Grid,
  table: Table<StatementField>,
  days: Extract<ReadDays, { days: unknown }>,
  { mark, sides, unused, today }: Found,
): ReadStatement {
  const { rows, above, headerLine } = table;
  const own = {
    account: firstIn(rows, "account", accountIn),
    currency: firstIn(rows, "currency", currencyIn),
  };
  const header = grid.lines.find(({ n }) => n === headerLine)?.cells.map(({ text }) => text) ?? [];
  const terms = { today, mark, sides, header, ...own };
  const brought = rows.map(
    (row, at): BroughtRow => ({ row, day: days.days[at], valueDay: days.days[rows.length + at] }),
  );
  const reads = brought.map((each, at) => readRow(each, at === 0, terms));
  const columns = table.columns.map((column) =>
    column.field !== null && unused.includes(column.field) ? { ...column, field: null } : column,
  );
  return {
    ...{ kind: grid.kind, headerLine, above, columns, filledBy: table.filledBy },
    ...{ emptyRows: table.emptyRows, rows: rows.length, dayOrder: days.order, isSwapped: days.isSwapped },
    ...provenLines(reads, table, mark),
    others: reads.flatMap((read) => (read.kind === "other" ? [read.other] : [])),
    faults: reads.flatMap((read) => (read.kind === "faults" ? read.faults : [])),
    remarks: rows.flatMap(remarksOf),
    account: own.account ?? accountAbove(above),
    currency: own.currency ?? currencyAbove(above) ?? currencyOfColumns(moneyNames(columns)),
  };
}

function moneyNames(columns: readonly Column<StatementField>[]): string[] {
  const money: (StatementField | null)[] = ["credit", "debit", "amount", "balance"];
  return columns.filter(({ field }) => money.includes(field)).map(({ name }) => name);
}

function firstIn(
  rows: readonly Row<StatementField>[],
  field: StatementField,
  read: (cell: Cell) => string | null,
): string | null {
  return rows.flatMap(({ cells }) => read(cells[field]) ?? [])[0] ?? null;
}

function remarksOf({ n, cells, isHidden }: Row<StatementField>): Remark[] {
  const hasLost = ({ text, form }: Cell) =>
    (form === "number" && text.replace(/\D/g, "").length > 15) || /^\d(?:[.,]\d+)?E\+\d+$/i.test(text.trim());
  return [
    ...(isHidden ? [{ n, what: "hidden" as const }] : []),
    ...(Object.values(cells).some(({ isFormula }) => isFormula) ? [{ n, what: "formula" as const }] : []),
    ...([cells.reference, cells.narration].some(hasLost) ? [{ n, what: "digits_lost" as const }] : []),
  ];
}

/** In the order of time, with what the balances show. */
function provenLines(reads: readonly RowRead[], { above, headerLine }: Table<StatementField>, mark: Mark) {
  const found = reads.flatMap((read) => (read.kind === "line" ? [read] : []));
  const stepOf = ({ line: { n }, change, balance }: (typeof found)[number]): Step => ({ n, change, balance });
  const order = orderOf(
    found.map(stepOf),
    found.map(({ line: { day } }) => day),
  );
  const inTime = order === "oldest_first" ? found : found.toReversed();
  const lines = withOccurrences(inTime.map(({ line }) => line));
  const stated = statedBalances(reads, order);
  const [opening, closing] = (["opening", "closing"] as const).map((which) => {
    const letter = balanceAbove(above, which, mark);
    return letter === null ? [] : [{ n: headerLine ?? letter.n, change: 0n, balance: letter.kobo }];
  });
  const steps = [
    ...[...(opening ?? []), ...stated.start],
    ...withPages(inTime.map(stepOf), stated.pages),
    ...[...stated.end, ...(closing ?? [])],
  ];
  const [first, last] = [inTime[0], inTime.at(-1)];
  const begin = stated.start[0]?.balance ?? opening?.[0]?.balance;
  const begun = first === undefined || first.balance === null ? null : first.balance - first.change;
  const end = stated.end.at(-1)?.balance ?? closing?.[0]?.balance ?? last?.balance ?? null;
  return {
    ...{ lines, order, breaks: breaksIn(steps), charges: chargesIn(lines) },
    hasBalances: found.some(({ balance }) => balance !== null),
    opening: textOrNull(begin ?? begun),
    closing: textOrNull(end),
  };
}

function textOrNull(kobo: bigint | null): string | null {
  return kobo === null ? null : koboText(kobo);
}

/** Rows that state a balance: before all lines, after them, or between them as pages carry it over. */
function statedBalances(reads: readonly RowRead[], order: ReadStatement["order"]) {
  const numbers = reads.flatMap((read) => (read.kind === "line" ? [read.line.n] : []));
  const [first = Number.POSITIVE_INFINITY, last = 0] = [numbers[0], numbers.at(-1)];
  const stated = reads.flatMap((read) =>
    read.kind === "other" && read.balance !== null
      ? [{ kind: read.other.kind, n: read.other.n, change: 0n, balance: read.balance }]
      : [],
  );
  const isBetween = ({ n }: Step) => n > first && n < last;
  return {
    start: stated.filter((step) => step.kind === "opening" && !isBetween(step)),
    end: stated.filter((step) => step.kind === "closing" && !isBetween(step)),
    // Where the newest is first, a page begins with what it ends with.
    pages: order === "oldest_first" ? stated.filter(isBetween) : [],
  };
}

function withPages(steps: readonly Step[], pages: readonly Step[]): Step[] {
  return [...steps, ...pages].sort((a, b) => (pages.length === 0 ? 0 : a.n - b.n));
}
