import { dayOf, endOfDay, startOfDay } from "#lib/text/zone-day";

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
