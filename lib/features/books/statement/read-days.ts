import type { Cell } from "#lib/table/table";
import { readDay } from "#lib/text/day-text";
import { plainDigits } from "#lib/text/plain-digits";
import { withoutUnseen } from "#lib/text/unseen";

/**
 * Reads a column of days. Invariant: which number is the month is decided by all of the column together, or by a person, and
 * never by a custom of ours.
 */

export const dayOrders = ["day_month", "month_day", "year_month_day"] as const;
export type DayOrder = (typeof dayOrders)[number];

/** A text that could be two days, with each of them. */
export type UnclearDay = { n: number; text: string; readings: { order: DayOrder; day: string }[] };
export type DayCell = { n: number; cell: Cell };
/** `day` is null where the cell can't be read, and undefined where it is empty. */
export type ReadDays =
  | { daysUnclear: UnclearDay[] }
  | {
      order: DayOrder | null;
      /** Dates that a spreadsheet had swapped were put right. */
      isSwapped: boolean;
      days: (string | null | undefined)[];
    };

type Numbers = [number, number, number];
/** What one cell says: the same day in any order, or numbers that only an order makes a day. */
type Said =
  | { kind: "empty" }
  | { kind: "none" }
  | { kind: "day"; day: string; isCell: boolean }
  | { kind: "numbers"; numbers: Numbers; hasLongYear: boolean };

const mostShown = 3;
const daysOfWindow = 400;
const msOfDay = 24 * 60 * 60_000;
/** The last day of a month's first twelve, up to which a day could be a month. */
const mostMonth = 12;

const clock =
  /(?:[t,]|\s)\s*\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:\s*[ap]m)?(?:\s*(?:z|utc|wat|[+-]\d{2}:?\d{2}))?$/i;
const weekday = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*[,.]?\s+/i;

/** Whether a day can stand on a statement that is read today: not ahead, and not too long ago. */
export function isInWindow(day: string, today: string): boolean {
  return day <= today && Date.parse(today) - Date.parse(day) <= daysOfWindow * msOfDay;
}

/** All cells that hold days, of every column that does: one file writes them in one way. */
export function readDays(cells: readonly DayCell[], today: string, said?: DayOrder): ReadDays {
  const parts = cells.map(({ cell }) => saidBy(cell));
  if (isMaybeSwapped(parts)) return swappedDays(cells, parts, said);
  const numbers = parts.flatMap((part) => (part.kind === "numbers" ? [part] : []));
  const order = orderOf(numbers, today, said);
  if (order === "unclear") return { daysUnclear: unclearDays(cells, parts, today) };
  return { order, isSwapped: false, days: parts.map((part) => dayIn(part, order)) };
}

function dayIn(part: Said, order: DayOrder | null): string | null | undefined {
  if (part.kind === "empty") return undefined;
  if (part.kind === "none") return null;
  if (part.kind === "day") return part.day;
  return order === null ? null : (dayBy(part, order) ?? null);
}

function saidBy({ text, form }: Cell): Said {
  const bare = plainDigits(withoutUnseen(text)).replace(clock, "").replace(weekday, "").trim();
  if (bare === "") return { kind: "empty" };
  if (form === "number" || form === "error") return { kind: "none" };
  const compact = /^(20\d{2})(\d{2})(\d{2})$/.exec(bare);
  const fromYear = compact ?? /^(\d{4})[\s./-]+(\d{1,2})[\s./-]+(\d{1,2})$/.exec(bare);
  if (fromYear !== null) return dayOrNone(fromYear.slice(1).join("-"), form === "date");
  const numbers = /^(\d{1,2})[\s./-]+(\d{1,2})[\s./-]+(\d{4}|\d{2})$/.exec(bare);
  if (numbers !== null) {
    const [, a = "", b = "", c = ""] = numbers;
    return { kind: "numbers", numbers: [Number(a), Number(b), Number(c)], hasLongYear: c.length > 2 };
  }
  return dayOrNone(withMonthName(bare), false);
}

/** `24-Nov-26`, `24 November 2026` and `Nov 24, 26` with the whole year. */
function withMonthName(bare: string): string {
  const [a = "", b = "", c = "", ...rest] = bare.replace(/['\u2019]/g, "").split(/[\s,./-]+/);
  if (rest.length > 0 || !/[a-z]/i.test(a + b)) return "";
  if (/^\d{4}$/.test(a)) return `${c} ${b} ${a}`;
  return `${a} ${b} ${/^\d{2}$/.test(c) ? `20${c}` : c}`;
}

function dayOrNone(text: string, isCell: boolean): Said {
  const day = readDay(text);
  return day === undefined ? { kind: "none" } : { kind: "day", day, isCell };
}

type NumberPart = Extract<Said, { kind: "numbers" }>;

function dayBy({ numbers: [a, b, c], hasLongYear }: NumberPart, order: DayOrder): string | undefined {
  if (order === "year_month_day") return hasLongYear ? undefined : readDay(`${2000 + a}-${b}-${c}`);
  const year = hasLongYear ? c : 2000 + c;
  return order === "day_month" ? readDay(`${year}-${b}-${a}`) : readDay(`${year}-${a}-${b}`);
}

/** What the numbers show wins over what a person said of an earlier file, unless they show two things. */
function orderOf(
  numbers: readonly NumberPart[],
  today: string,
  said: DayOrder | undefined,
): DayOrder | null | "unclear" {
  if (numbers.length === 0) return null;
  const isPossible = (order: DayOrder) => numbers.every((part) => dayBy(part, order) !== undefined);
  const isLikely = (order: DayOrder) =>
    numbers.every((part) => {
      const day = dayBy(part, order);
      return day !== undefined && isInWindow(day, today);
    });
  if (said === "year_month_day" && isPossible(said)) return said;
  const possible = (["day_month", "month_day"] as const).filter(isPossible);
  const [only, other] = possible;
  const isSettled = only !== undefined && other === undefined;
  // The year may stand first, where that alone makes days of our time of them.
  const isMaybeYear = isLikely("year_month_day") && !possible.some(isLikely);
  if (isSettled && !isMaybeYear) return only;
  if (said !== undefined && said !== "year_month_day") return said;
  return only !== undefined && isSame(numbers) && !isMaybeYear ? only : "unclear";
}

/** 3/3 is the same day either way. */
function isSame(numbers: readonly NumberPart[]): boolean {
  return numbers.every((part) => dayBy(part, "day_month") === dayBy(part, "month_day"));
}

function unclearDays(cells: readonly DayCell[], parts: readonly Said[], today: string): UnclearDay[] {
  const all = cells.flatMap(({ n, cell }, at): UnclearDay[] => {
    const part = parts[at];
    if (part?.kind !== "numbers") return [];
    const readings = dayOrders.flatMap((order) => {
      const day = dayBy(part, order);
      // The year stands first so seldom that it is offered only where it can be meant.
      return day === undefined || (order === "year_month_day" && !isInWindow(day, today))
        ? []
        : [{ order, day }];
    });
    return [{ n, text: withoutUnseen(cell.text), readings }];
  });
  const telling = all.filter(({ readings }) => new Set(readings.map(({ day }) => day)).size > 1);
  return [...telling, ...all.filter((each) => !telling.includes(each))].slice(0, mostShown);
}

/**
 * A spreadsheet that takes the first number for the month makes dates of what fits, swapped, and leaves the rest as text. So
 * where every text has a first number above twelve and no date is later than the twelfth, the dates may be swapped.
 */
function isMaybeSwapped(parts: readonly Said[]): boolean {
  const dates = parts.flatMap((part) => (part.kind === "day" && part.isCell ? [part.day] : []));
  const texts = parts.flatMap((part) => (part.kind === "numbers" ? [part.numbers] : []));
  if (dates.length === 0 || texts.length === 0) return false;
  return (
    texts.every(([first, second]) => first > mostMonth && second <= mostMonth) &&
    dates.every((day) => Number(day.slice(8)) <= mostMonth) &&
    dates.some((day) => swapped(day) !== day)
  );
}

function swapped(day: string): string {
  return `${day.slice(0, 4)}-${day.slice(8)}-${day.slice(5, 7)}`;
}

/** Said `day_month`, the dates are put right; said anything else, they are what their cells say. */
function swappedDays(
  cells: readonly DayCell[],
  parts: readonly Said[],
  said: DayOrder | undefined,
): ReadDays {
  const isDate = (part: Said | undefined) => part?.kind === "day" && part.isCell;
  if (said === undefined)
    return {
      daysUnclear: cells
        .flatMap(({ n, cell }, at): UnclearDay[] => {
          const part = parts[at];
          if (part?.kind !== "day" || !part.isCell || swapped(part.day) === part.day) return [];
          const readings = [
            { order: "day_month" as const, day: swapped(part.day) },
            { order: "month_day" as const, day: part.day },
          ];
          return [{ n, text: cell.text, readings }];
        })
        .slice(0, mostShown),
    };
  const days = parts.map((part) => {
    const day = dayIn(part, "day_month");
    return said === "day_month" && isDate(part) && typeof day === "string" ? swapped(day) : day;
  });
  return { order: said, isSwapped: said === "day_month", days };
}
