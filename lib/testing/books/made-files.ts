import type { Cell, Grid } from "#lib/table/table";
import { days, money } from "./bank-statements";
import type { Chance } from "./chance";
import type { MadeLine } from "./made-line";

/** A month's lines as one or two files, in one of the ways in which files come. */

export type MadeFile = {
  grid: Grid;
  /** What stands in each of its lines, by the number of the line. */
  at: Map<number, MadeLine>;
  /** What a person would say of its days. */
  order: "day_month" | "month_day";
};

type Style = { order: MadeFile["order"]; cell: (day: string) => Cell };
const texts = (write: (day: string) => string) => (day: string) => ({ text: write(day) });
const styles: Record<string, Style> = {
  slashed: { order: "day_month", cell: texts(days.slashed) },
  american: { order: "month_day", cell: texts(days.american) },
  iso: { order: "day_month", cell: texts(days.iso) },
  named: { order: "day_month", cell: texts(days.dashed) },
  dates: { order: "month_day", cell: (day) => ({ text: day, form: "date" }) },
  // As a program leaves it that took the month first.
  swapped: {
    order: "day_month",
    cell: (day) => {
      const [year, month, date] = day.split("-");
      return Number(date) <= 12
        ? { text: `${year}-${date}-${month}`, form: "date" }
        : { text: days.slashed(day) };
    },
  },
};

export function filesOf(chance: Chance, lines: readonly MadeLine[], isWhole: boolean): MadeFile[] {
  const style = chance.one(Object.values(styles));
  const isNewestFirst = chance.of(0.4);
  const has = { balance: !isWhole || chance.of(0.85), reference: chance.of(0.5) };
  const parts = chance.of(0.4) ? overlapping(chance, lines) : [lines];
  return parts.map((part, at) => {
    const broken = isWhole || at > 0 ? part : damaged(chance, part);
    const inFile = isNewestFirst ? broken.toReversed() : broken;
    const header = ["Date", "Debit", "Credit", "Balance", "Reference", "Narration"];
    const top = [["ACME LTD"], header].map((cells) => cells.map((text) => ({ text })));
    const rows = [...top, ...inFile.map((line) => rowOf(line, style, has))];
    return {
      grid: { kind: "text", lines: rows.map((cells, row) => ({ n: row + 1, cells })) },
      at: new Map(inFile.map((line, row) => [row + 1 + top.length, line])),
      order: style.order,
    };
  });
}

function rowOf(line: MadeLine, style: Style, has: { balance: boolean; reference: boolean }): Cell[] {
  const amount = (side: MadeLine["side"]) => ({ text: line.side === side ? money.grouped(line.kobo) : "" });
  return [
    ...[style.cell(line.day), amount("debit"), amount("credit")],
    { text: has.balance ? money.grouped(line.balance) : "" },
    ...[{ text: has.reference ? line.reference : "" }, { text: line.narration }],
  ];
}

/** Whole days of each, some of them in both. */
function overlapping(chance: Chance, lines: readonly MadeLine[]): (readonly MadeLine[])[] {
  const [from, to] = [10 + chance.upTo(8), 18 + chance.upTo(6)];
  const dateOf = ({ day }: MadeLine) => Number(day.slice(8));
  const parts = [lines.filter((line) => dateOf(line) <= to), lines.filter((line) => dateOf(line) >= from)];
  return parts.every((part) => part.length > 0) ? parts : [lines];
}

/** Without one of its lines, or with one of them twice; not at an end, where nothing would show it. */
function damaged(chance: Chance, lines: readonly MadeLine[]): readonly MadeLine[] {
  if (lines.length < 3) return lines;
  const at = 1 + chance.upTo(lines.length - 3);
  return chance.of(0.5) ? lines.toSpliced(at, 1) : lines.toSpliced(at, 0, ...lines.slice(at, at + 1));
}
