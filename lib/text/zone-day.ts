/** The moments at which a calendar day starts and ends in an IANA time zone. */

/** More than any zone is away from UTC. */
const farthestMs = 26 * 3_600_000;

/**
 * Returns the first moment of a day (`2026-11-20`), as ISO 8601 in UTC: the first that exists if the clocks skip midnight,
 * the end of the day before if they skip the day.
 */
export function startOfDay(day: string, timeZone: string): string {
  const dayOf = dayIn(timeZone);
  const nominal = Date.parse(`${day}T00:00:00.000Z`);
  let before = nominal - farthestMs;
  let reached = nominal + farthestMs;
  // Offsets alone don't do: around a change of the clocks the right one depends on the answer.
  while (reached - before > 1) {
    const middle = Math.floor((before + reached) / 2);
    if (dayOf(middle) < day) before = middle;
    else reached = middle;
  }
  return new Date(reached).toISOString();
}

/** The first moment that is no longer part of the day. */
export function endOfDay(day: string, timeZone: string): string {
  const next = new Date(Date.parse(`${day}T00:00:00.000Z`) + 24 * 3_600_000);
  return startOfDay(next.toISOString().slice(0, 10), timeZone);
}

function dayIn(timeZone: string): (ms: number) => string {
  const format = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    calendar: "iso8601",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  });
  return (ms) => {
    const parts = Object.fromEntries(format.formatToParts(ms).map(({ type, value }) => [type, value]));
    return `${parts.year?.padStart(4, "0")}-${parts.month}-${parts.day}`;
  };
}
