import { Temporal } from "temporal-polyfill";
import { readDay } from "../day-text";
import { type DaySpan, dayOf, usualSpans } from "../zone-day";

/** Days as people name them, looking back: nothing that this dashboard lists is of a day to come. */

const weekdays = "monday tuesday wednesday thursday friday saturday sunday".split(" ");
const monthNames =
  "january february march april may june july august september october november december".split(" ");
const moment = /^\d{4}-\d{2}-\d{2}t\d{2}:\d{2}(:\d{2}(\.\d+)?)?(z|[+-]\d{2}:\d{2})$/;

/**
 * `25 Nov`, `Wed, 25 November 2026 14:32`, `25/11/26`, `2026-11-25T14:32Z`, `yesterday`, `last Friday`, `this week`, `last month`,
 * `Nov 2026`, `last 7 days`: the days of a time zone, or `undefined` for a text that names none.
 */
export function readDays(text: string, now: number, timeZone: string): DaySpan | undefined {
  const typed = text
    .trim()
    .toLowerCase()
    .replace(/[,\s]+/g, " ");
  if (moment.test(typed)) return of(dayOf(Date.parse(typed), timeZone));
  const today = Temporal.PlainDate.from(dayOf(now, timeZone));
  return (
    namedSpan(typed, now, timeZone) ?? ofWeekday(typed, today) ?? ofMonth(typed, today) ?? ofDay(typed, today)
  );
}

const of = (day: string): DaySpan => ({ from: day, to: day });
const span = (from: Temporal.PlainDate, to: Temporal.PlainDate): DaySpan => ({
  from: `${from}`,
  to: `${to}`,
});

function namedSpan(typed: string, now: number, timeZone: string): DaySpan | undefined {
  const usual = usualSpans(now, timeZone);
  const today = Temporal.PlainDate.from(usual.today.from);
  const monday = today.subtract({ days: today.dayOfWeek - 1 });
  const [, count] = /^(?:last|past) (\d{1,3}) days$/.exec(typed) ?? [];
  if (count !== undefined)
    return Number(count) === 0 ? undefined : span(today.subtract({ days: Number(count) - 1 }), today);
  const spans: Record<string, DaySpan> = {
    today: usual.today,
    yesterday: of(`${today.subtract({ days: 1 })}`),
    "this week": span(monday, today),
    "last week": span(monday.subtract({ days: 7 }), monday.subtract({ days: 1 })),
    "this month": usual.month,
    "last month": usual.lastMonth,
    "this year": span(today.with({ month: 1, day: 1 }), today),
    "last year": span(
      today.with({ month: 1, day: 1 }).subtract({ years: 1 }),
      today.with({ month: 1, day: 1 }).subtract({ days: 1 }),
    ),
  };
  return Object.hasOwn(spans, typed) ? spans[typed] : undefined;
}

/** The last one that there was; with `last`, the one before today. */
function ofWeekday(typed: string, today: Temporal.PlainDate): DaySpan | undefined {
  const [, last, name = ""] = /^(last )?([a-z]{3,9})$/.exec(typed) ?? [];
  const at = name === "" ? -1 : weekdays.findIndex((day) => day === name || day.slice(0, 3) === name);
  if (at === -1) return undefined;
  const back = (today.dayOfWeek - at - 1 + 7) % 7;
  return of(`${today.subtract({ days: back === 0 && last !== undefined ? 7 : back })}`);
}

/** A month of a year; without one, the last that has begun. */
function ofMonth(typed: string, today: Temporal.PlainDate): DaySpan | undefined {
  const [, name = "", year] = /^([a-z]{3,9})\.?(?: (\d{4}))?$/.exec(typed) ?? [];
  const [, isoYear, isoMonth] = /^(\d{4})-(\d{2})$/.exec(typed) ?? [];
  const month =
    Number(isoMonth ?? 0) || (name === "" ? 0 : monthNames.findIndex((each) => isMonth(each, name)) + 1);
  if (month < 1 || month > 12) return undefined;
  const asked = isoYear ?? year;
  const first = Temporal.PlainDate.from({
    year: asked === undefined ? today.year - (month > today.month ? 1 : 0) : Number(asked),
    month,
    day: 1,
  });
  return span(first, first.add({ months: 1 }).subtract({ days: 1 }));
}

const isMonth = (each: string, name: string) =>
  each === name || each.slice(0, 3) === name || (name === "sept" && each === "september");

function ofDay(typed: string, today: Temporal.PlainDate): DaySpan | undefined {
  const bare = typed
    .replace(/^([a-z]{3,9})\.? /, (all, name) =>
      weekdays.some((day) => day === name || day.slice(0, 3) === name) ? "" : all,
    )
    .replace(/ at (?=\d)/, " ")
    .replace(/(\d)(st|nd|rd|th) of /, "$1$2 ")
    // A year of two digits, as bank statements write it.
    .replace(/^(\d{1,2}[-/. ](?:\d{1,2}|[a-z]{3,9})[-/. ])(\d{2})(?!\d)/, "$120$2");
  const day = readDay(bare, `${today}`);
  return day === undefined ? undefined : of(day);
}
