import { Temporal } from "temporal-polyfill";

/**
 * Returns the first moment of a day (`2026-11-20`), as ISO 8601 in UTC: the first that exists if the clocks skip midnight,
 * the end of the day before if they skip the day.
 */
export function startOfDay(day: string, timeZone: string): string {
  return startOf(Temporal.PlainDate.from(day), timeZone);
}

/** The first moment that is no longer part of the day. */
export function endOfDay(day: string, timeZone: string): string {
  return startOf(Temporal.PlainDate.from(day).add({ days: 1 }), timeZone);
}

function startOf(date: Temporal.PlainDate, timeZone: string): string {
  return date.toZonedDateTime(timeZone).toInstant().toString({ smallestUnit: "millisecond" });
}

/** Days of a time zone, both included. */
export type DaySpan = { from: string; to: string };

/** The day of a moment. */
export function dayOf(now: number, timeZone: string): string {
  return `${Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone).toPlainDate()}`;
}

/** The days of a list: those that are named, or those that move on with the calendar. */
export function daysAsked(
  {
    days,
    from,
    to,
  }: { days?: keyof ReturnType<typeof usualSpans> | undefined } & {
    [Day in keyof DaySpan]?: string | undefined;
  },
  now: number,
  timeZone: string,
): { [Day in keyof DaySpan]?: string | undefined } {
  return days === undefined ? { from, to } : usualSpans(now, timeZone)[days];
}

/** The days that people ask for most, as of a moment. */
export function usualSpans(
  now: number,
  timeZone: string,
): Record<"today" | "week" | "month" | "lastMonth", DaySpan> {
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone).toPlainDate();
  const first = today.with({ day: 1 });
  const span = (from: Temporal.PlainDate, to: Temporal.PlainDate) => ({ from: `${from}`, to: `${to}` });
  return {
    today: span(today, today),
    week: span(today.subtract({ days: 6 }), today),
    month: span(first, today),
    lastMonth: span(first.subtract({ months: 1 }), first.subtract({ days: 1 })),
  };
}

/** Returns the business's day of a moment (ISO 8601 in UTC); those of one day that follow each other cost one look-up. */
export function businessDays(timeZone: string): (at: string) => string {
  let known = { day: "", start: "", end: "" };
  return (at) => {
    if (known.day === "" || at < known.start || at >= known.end) {
      const day = dayOf(Date.parse(at), timeZone);
      known = { day, start: startOfDay(day, timeZone), end: endOfDay(day, timeZone) };
    }
    return known.day;
  };
}
