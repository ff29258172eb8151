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
