import { Temporal } from "temporal-polyfill";

/** The moments between which a day of the calendar lies in an IANA time zone. */

/**
 * The first moment of a day (`2026-11-20`) in a zone, as ISO 8601 in UTC. Where the clocks leave out midnight it is the
 * first moment that exists, and where they leave out the whole day it is the end of the day before.
 */
export function startOfDay(day: string, timeZone: string): string {
  return startOf(Temporal.PlainDate.from(day), timeZone);
}

/** The moment at which a day ends in a zone, which is the first that is no longer part of it. */
export function endOfDay(day: string, timeZone: string): string {
  return startOf(Temporal.PlainDate.from(day).add({ days: 1 }), timeZone);
}

function startOf(date: Temporal.PlainDate, timeZone: string): string {
  return date.toZonedDateTime(timeZone).toInstant().toString({ smallestUnit: "millisecond" });
}
