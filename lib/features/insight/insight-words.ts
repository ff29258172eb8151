import { compareAmounts } from "#lib/money/amount";
import { formatCount } from "#lib/money/format";
import { type Amount, percentChange } from "#lib/money/money";
import { shortDay, writeDay } from "#lib/text/day-text";
import { formatSum } from "./format-sum";
import type { Insight, InsightRange, Rates } from "./insight-api";

/** What the figures say. Each finding is a sentence that stands without its chart. */

export const rangeWords: Record<InsightRange, string> = {
  month: "This month",
  "7d": "7 days",
  "30d": "30 days",
  "13w": "13 weeks",
  "12m": "12 months",
};

/** A part of a range, as its table and its chart call it. `beside` is the last day of the range. */
export function partWords(from: string, step: Insight["step"], beside: string): string {
  if (step === "month") {
    const [, month = "", year = ""] = writeDay(from).split(" ");
    return year === beside.slice(0, 4) ? month : `${month} ${year}`;
  }
  return shortDay(from, beside);
}

export function paidFinding(token: string, paid: Amount, created: Amount): string {
  return `${formatSum(paid)} of ${formatSum(created)} ${token} is reported paid`;
}

/** Under so many, one more or less would say something else. */
const fewest = 10;

/** Always with both counts, and a percentage from ten on: `603 of 635, 95.0 %`, `Too few to say: 6 of 7`. */
export function successWords(paid: number, failed: number): string {
  const of = paid + failed;
  if (of === 0) return "None has ended";
  const counts = `${formatCount(paid)} of ${formatCount(of)}`;
  return of < fewest ? `Too few to say: ${counts}` : `${counts}, ${percentOf(paid, of)}`;
}

/** What a share is of, what it is, and what is left out of it; `said` is what leads. */
export function shareSentence(
  paid: number,
  failed: number,
  open: number,
): { before: string; said: string; after: string } {
  const of = paid + failed;
  const isFew = of < fewest;
  const counted = isFew ? `${formatCount(paid)} of ${formatCount(of)}` : formatCount(paid);
  const said = `${counted} ${paid === 1 ? "was" : "were"} reported paid${isFew ? "" : `, ${percentOf(paid, of)}`}`;
  const stillOpen = `${formatCount(open)} ${open === 1 ? "is" : "are"} still open`;
  const neither = isFew ? "" : ` and ${open === 1 ? "counts" : "count"} in neither`;
  if (of === 0)
    return { before: "", said: "None has ended yet", after: open === 0 ? "." : `. ${stillOpen}.` };
  return {
    before: isFew ? "Too few have ended to give a rate: " : `Of the ${formatCount(of)} that ended, `,
    said,
    after: open === 0 ? "." : `. ${stillOpen}${neither}.`,
  };
}

/** All or none is said only where it is so. */
function percentOf(part: number, whole: number): string {
  const tenths = Math.round((part / whole) * 1000);
  const shown = part > 0 && part < whole ? Math.min(999, Math.max(1, tenths)) : tenths;
  return `${(shown / 10).toFixed(1)}\u00a0%`;
}

const weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/** `Today`, `Tuesday 24` of the week before it, or `3 Nov`. */
export function dayWords(day: string, today: string): string {
  if (day === today) return "Today";
  const [at, now] = [Date.parse(`${day}T00:00:00Z`), Date.parse(`${today}T00:00:00Z`)];
  const daysAgo = (now - at) / 86_400_000;
  return daysAgo > 0 && daysAgo < 7
    ? `${weekdays[new Date(at).getUTCDay()] ?? ""} ${Number(day.slice(8))}`
    : shortDay(day, today);
}

/** `under 1 minute`, `4 minutes`, `2 hours`: the times are right within 9 %, so no more is said. */
export function durationWords(seconds: number): string {
  if (seconds < 50) return "under 1 minute";
  const minutes = Math.round(seconds / 60);
  if (minutes < 90) return unitWords(minutes, "minute");
  const hours = Math.round(minutes / 60);
  return hours < 36 ? unitWords(hours, "hour") : unitWords(Math.round(hours / 24), "day");
}

/** The same in the least room: `< 1 min`, `4 min`, `2 h`, `3 days`. */
export function shortDuration(seconds: number): string {
  return durationWords(seconds)
    .replace("under 1", "< 1")
    .replace(/ minutes?$/, " min")
    .replace(/ hours?$/, " h");
}

function unitWords(number: number, unit: string): string {
  return `${number} ${unit}${number === 1 ? "" : "s"}`;
}

/** `half within about 4 min`, where there were enough to say so. */
export function usualTimeWords({ timed, half }: { timed: number; half: number | null }): string | undefined {
  if (half === null || timed < fewest) return undefined;
  const words = shortDuration(half);
  return words.startsWith("<") ? "half within 1 min" : `half within about ${words}`;
}

type Timed = { name: string; timed: number; half: number | null };

/** `parts` are the banks or the networks; the slowest is named where several have enough to compare. */
export function timesFinding(all: Omit<Timed, "name">, parts: readonly Timed[]): string {
  if (all.half === null) return "No payout is reported in this range";
  if (all.timed < fewest) return `Too few payouts to say how long they take: ${formatCount(all.timed)}`;
  const half = `Half of all payouts are reported within about ${durationWords(all.half)}`;
  const enough = parts.filter(({ timed }) => timed >= fewest);
  const slowest = enough.reduce<Timed | undefined>(
    (slow, each) => ((each.half ?? 0) > (slow?.half ?? 0) ? each : slow),
    undefined,
  );
  const isSlower = slowest !== undefined && enough.some(({ half: other }) => other !== slowest.half);
  return isSlower ? `${half}; ${slowest.name} takes the longest` : half;
}

/** Of the latest rate, against its 30-day median. */
export function rateFinding({ latest, middle30, currency }: Rates, token: string): string {
  if (middle30 === null) return `1 ${token} is ${formatSum(latest.rate)} ${currency}`;
  const change = percentChange(middle30, latest.rate);
  if (change === "0.00") return "The rate is at its 30-day median";
  const isAbove = compareAmounts(latest.rate, middle30) > 0;
  return `The rate is ${change.replace("-", "")} % ${isAbove ? "above" : "below"} its 30-day median`;
}
