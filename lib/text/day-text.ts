/** Calendar days: as people write them, and as they travel (`2026-11-20`). */

const months = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
const monthNames =
  "january february march april may june july august september october november december".split(" ");

/** A time that was copied along with the day. */
const clock = /,? +\d{1,2}:\d{2}(:\d{2})?( utc)?$/;

/**
 * Reads `2026-11-20`, `20 Nov 2026`, `November 20, 2026`, `20/11/2026` or `20.11.2026`, the day always first, and returns
 * year-month-day. With today's day it also reads `today`, `yesterday`, and `20 Nov` as the last one that there was.
 * `undefined` for anything ambiguous or not a day.
 */
export function readDay(text: string, today?: string): string | undefined {
  const bare = text
    .trim()
    .toLowerCase()
    .replace(clock, "")
    .replace(/(\d)(st|nd|rd|th)\b/, "$1");
  if (today !== undefined && bare === "today") return today;
  if (today !== undefined && bare === "yesterday") return dayBefore(today);
  const [a = "", b = "", c = "", ...rest] = bare.split(/[\s,./-]+/);
  if (rest.length > 0) return undefined;
  // Of two numbers, either could be the month.
  if (c === "" && (numberOf(a) > 0 || numberOf(b) > 0))
    return today && lastSuch(today, (year) => (numberOf(b) > 0 ? join(year, b, a) : join(year, a, b)));
  if (/^\d{4}$/.test(a)) return join(a, b, c);
  return /^\d/.test(a) ? join(c, b, a) : join(c, a, b);
}

/** `2026-11-20` as `20 Nov 2026`. Returns any other text unchanged. */
export function writeDay(day: string): string {
  const [, year, month = "", date = ""] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day) ?? [];
  const [first = "", ...others] = months[Number(month) - 1] ?? "";
  return first === "" ? day : `${Number(date)} ${first.toUpperCase()}${others.join("")} ${year}`;
}

/** `24 Oct`, or `24 Oct 2025` of another year than that of `beside`. */
export function shortDay(day: string, beside: string): string {
  return day.slice(0, 4) === beside.slice(0, 4) ? writeDay(day).slice(0, -5) : writeDay(day);
}

/** `24 Oct to 22 Nov 2026`, or the one day. */
export function spanWords({ from, to }: { from: string; to: string }): string {
  if (from === to) return writeDay(to);
  const isOneMonth = from.slice(0, 7) === to.slice(0, 7);
  return `${isOneMonth ? Number(from.slice(8)) : shortDay(from, to)} to ${writeDay(to)}`;
}

/** `2026-11` as `November 2026`. Returns any other text unchanged. */
export function writeMonth(month: string): string {
  const [, year, number = ""] = /^(\d{4})-(\d{2})$/.exec(month) ?? [];
  const [first = "", ...others] = monthNames[Number(number) - 1] ?? "";
  return first === "" ? month : `${first.toUpperCase()}${others.join("")} ${year}`;
}

function dayBefore(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - 24 * 60 * 60_000).toISOString().slice(0, 10);
}

/** The newest that is not ahead. A 29 February comes after eight years at the latest. */
function lastSuch(today: string, dayOf: (year: string) => string | undefined): string | undefined {
  const thisYear = Number(today.slice(0, 4));
  const days = Array.from({ length: 9 }, (_, back) => dayOf(`${thisYear - back}`));
  return days.find((day) => day !== undefined && day <= today);
}

function join(year: string, month: string, date: string): string | undefined {
  const number = /^\d{1,2}$/.test(month) ? Number(month) : numberOf(month);
  if (!/^\d{4}$/.test(year) || !/^\d{1,2}$/.test(date)) return undefined;
  const day = `${year}-${`${number}`.padStart(2, "0")}-${date.padStart(2, "0")}`;
  const moment = new Date(`${day}T00:00:00Z`);
  // The 31st of a shorter month would become the first of the next one.
  return Number.isNaN(moment.getTime()) || !moment.toISOString().startsWith(day) ? undefined : day;
}

/** From its name or its first three letters; 0 for any other word. */
function numberOf(word: string): number {
  return word.length < 3 ? 0 : monthNames.findIndex((name) => name.startsWith(word)) + 1;
}
