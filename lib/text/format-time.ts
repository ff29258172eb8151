/** Times for people: the same words on the server and in every browser. */

const months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

/**
 * Returns `20 Nov 2026, 14:02` in an IANA time zone, or the text itself if it is no time. Numbers only, because the words of
 * `Intl` differ between server and browser. A browser that doesn't know the zone shows UTC, and says so.
 */
export function formatTime(iso: string, timeZone: string, { hasSeconds = false } = {}): string {
  const parts = readParts(iso, timeZone);
  if (parts === undefined) return iso;
  const { year, month, day, hour, minute, second } = parts;
  const isOther = timeZone !== "UTC" && formatOf(timeZone) === undefined;
  const clock = `${hour}:${minute}${hasSeconds ? `:${second}` : ""}${isOther ? " UTC" : ""}`;
  return `${Number(day)} ${months[Number(month) - 1]} ${year}, ${clock}`;
}

/** Returns `2026-11-20 14:02:11` in an IANA time zone, which sorts as text, or the text itself if it is no time. */
export function formatSortable(iso: string, timeZone: string): string {
  const parts = readParts(iso, timeZone);
  if (parts === undefined) return iso;
  const { year, month, day, hour, minute, second } = parts;
  return `${year}-${month}-${day} ${hour}:${minute}:${second}`;
}

/** Returns `20 Nov 2026` in an IANA time zone, or the text itself if it is no time. */
export function formatDate(iso: string, timeZone: string): string {
  const [date = iso] = formatTime(iso, timeZone).split(",");
  return date;
}

/** Returns `20 Nov 2026, 13:02:05 UTC`, or the text itself if it is no time. */
export function formatUtc(iso: string): string {
  const text = formatTime(iso, "UTC", { hasSeconds: true });
  return text === iso ? iso : `${text} UTC`;
}

/** Makes a zone's formatter ahead of its use: on a phone that takes longer than drawing the time. */
export function prepareZone(timeZone: string): void {
  formatOf(timeZone);
}

/** Returns `5 minutes ago` or `in 12 hours`, in whole units, rounded down. `now` is in milliseconds since 1970. */
export function formatAgo(iso: string, now: number): string {
  const distance = now - Date.parse(iso);
  const minutes = Math.floor(Math.abs(distance) / 60_000);
  if (Number.isNaN(minutes)) return iso;
  if (minutes < 1) return "just now";
  const units = countUnits(minutes);
  return distance > 0 ? `${units} ago` : `in ${units}`;
}

/** Returns how long ago in the least room: `14 min`, `5 h`, `2 days`; the first minute is `1 min`. `now` is in milliseconds since 1970. */
export function formatWait(iso: string, now: number): string {
  const minutes = Math.max(1, Math.floor((now - Date.parse(iso)) / 60_000));
  if (Number.isNaN(minutes)) return iso;
  if (minutes < 60) return `${minutes} min`;
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)} h`;
  return count(Math.floor(minutes / (24 * 60)), "day");
}

/** `due in 3 h`, or `overdue 2 h`. */
export function formatDue(iso: string, now: number): { words: string; isOver: boolean } {
  const isOver = Date.parse(iso) <= now;
  const wait = isOver ? formatWait(iso, now) : formatWait(new Date(now).toISOString(), Date.parse(iso));
  return { words: isOver ? `overdue ${wait}` : `due in ${wait}`, isOver };
}

const hourMs = 3_600_000;

/** Returns `Just now`, `4 min`, `7 h`, `Yesterday`, `20 Nov` or, of another year, `20 Nov 2025`. For a narrow column. */
export function formatAge(iso: string, now: number, timeZone: string): string {
  const age = now - Date.parse(iso);
  const at = readParts(iso, timeZone);
  if (at === undefined) return iso;
  if (age < 60_000) return "Just now";
  if (age < hourMs) return `${Math.floor(age / 60_000)} min`;
  const dayOf = (ms: number) => readParts(new Date(ms).toISOString(), timeZone) ?? {};
  const isOn = (other: Record<string, string>) =>
    ["year", "month", "day"].every((part) => at[part] === other[part]);
  const today = dayOf(now);
  if (age < 6 * hourMs || isOn(today)) return `${Math.floor(age / hourMs)} h`;
  if (isOn(dayOf(now - 24 * hourMs))) return "Yesterday";
  const day = `${Number(at.day)} ${months[Number(at.month) - 1]}`;
  return at.year === today.year ? day : `${day} ${at.year}`;
}

/** Returns `14:02` of today, and else `20 Nov, 14:02`, with the year of another. `now` is in milliseconds since 1970. */
export function formatMoment(iso: string, now: number, timeZone: string): string {
  const at = readParts(iso, timeZone);
  const today = readParts(new Date(now).toISOString(), timeZone);
  if (at === undefined || today === undefined) return iso;
  const [date = "", clock = ""] = formatTime(iso, timeZone).split(", ");
  if (dayNumber(at) === dayNumber(today)) return clock;
  return `${at.year === today.year ? date.replace(` ${at.year}`, "") : date}, ${clock}`;
}

/** Returns a moment as people say it of a deadline: `15:00` and `today`, `tomorrow` or `on 20 Nov`. `now` is in milliseconds since 1970. */
export function formatDeadline(iso: string, now: number, timeZone: string): { clock: string; day: string } {
  const at = readParts(iso, timeZone);
  const today = readParts(new Date(now).toISOString(), timeZone);
  if (at === undefined || today === undefined) return { clock: iso, day: "" };
  const days = (dayNumber(at) - dayNumber(today)) / (24 * hourMs);
  const date = `${Number(at.day)} ${months[Number(at.month) - 1]}`;
  const far = at.year === today.year ? `on ${date}` : `on ${date} ${at.year}`;
  return { clock: `${at.hour}:${at.minute}`, day: days === 0 ? "today" : days === 1 ? "tomorrow" : far };
}

/** Of the calendar, in milliseconds: no day is shorter there than another. */
function dayNumber({ year, month, day }: Record<string, string>): number {
  return Date.UTC(Number(year), Number(month) - 1, Number(day));
}

function countUnits(minutes: number): string {
  if (minutes < 60) return count(minutes, "minute");
  if (minutes < 24 * 60) return count(Math.floor(minutes / 60), "hour");
  return count(Math.floor(minutes / (24 * 60)), "day");
}

function count(number: number, unit: string): string {
  return `${number} ${unit}${number === 1 ? "" : "s"}`;
}

/** Returns a zone's offset at a moment: `UTC+1`, `UTC`. */
export function formatOffset(iso: string, timeZone: string): string {
  const parts = readParts(iso, timeZone);
  if (parts === undefined) return "";
  const { year, month, day, hour, minute, second } = parts;
  const local = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  const minutes = Math.round((local - Math.floor(Date.parse(iso) / 1000) * 1000) / 60_000);
  if (minutes === 0) return "UTC";
  const rest = Math.abs(minutes) % 60;
  const sign = minutes < 0 ? "−" : "+";
  return `UTC${sign}${Math.floor(Math.abs(minutes) / 60)}${rest === 0 ? "" : `:${String(rest).padStart(2, "0")}`}`;
}

function readParts(iso: string, timeZone: string): Record<string, string> | undefined {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return undefined;
  const format = timeZone === "UTC" ? undefined : formatOf(timeZone);
  if (format === undefined) return readUtcParts(date);
  return Object.fromEntries(format.formatToParts(date).map(({ type, value }) => [type, value]));
}

/** UTC needs no formatter, and is in the title of every time. */
function readUtcParts(moment: Date): Record<string, string> {
  const [date = "", clock = ""] = moment.toISOString().split("T");
  const [month = "", day = ""] = date.slice(-5).split("-");
  const [hour = "", minute = "", second = ""] = clock.split(/[:.]/);
  return { year: date.slice(0, -6), month, day, hour, minute, second };
}

const formats = new Map<string, Intl.DateTimeFormat | undefined>();

/** Made once: there are two zones at most. `undefined`: this browser's list of zones is older than the zone, or has none. */
function formatOf(timeZone: string): Intl.DateTimeFormat | undefined {
  if (!formats.has(timeZone)) formats.set(timeZone, makeFormat(timeZone));
  return formats.get(timeZone);
}

function makeFormat(timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat("en-GB", {
      timeZone,
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
      hourCycle: "h23",
    });
  } catch {
    return undefined;
  }
}
