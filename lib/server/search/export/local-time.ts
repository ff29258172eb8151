import "server-only";

/** Sorts as text: `2026-11-20 14:02:11`. One formatter for all, since making one is slow. */
export function localTime(timeZone: string): (iso: string) => string {
  const format = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    hourCycle: "h23",
    ...{ year: "numeric", month: "2-digit", day: "2-digit" },
    ...{ hour: "2-digit", minute: "2-digit", second: "2-digit" },
  });
  return (iso) => {
    // By its parts: how they stand together differs with the words that Node.js was built with.
    const parts = Object.fromEntries(
      format.formatToParts(Date.parse(iso)).map(({ type, value }) => [type, value]),
    );
    return `${parts.year}-${parts.month}-${parts.day} ${parts.hour}:${parts.minute}:${parts.second}`;
  };
}
