import { Temporal } from "temporal-polyfill";
import type { InsightRange } from "#lib/features/insight/insight-api";
import type { DaySpan } from "#lib/text/zone-day";

/** Days of the business, both included, and the parts that they are shown in: months from their first day. */
export type Range = DaySpan & { step: "day" | "week" | "month"; parts: DaySpan[] };

/** The range that ends today. Weeks begin on Monday; the last part may not be over. */
export function rangeOf(range: InsightRange, today: string): Range {
  const last = Temporal.PlainDate.from(today);
  switch (range) {
    case "month":
      return inSteps(last.with({ day: 1 }), last, "day");
    case "7d":
      return inSteps(last.subtract({ days: 6 }), last, "day");
    case "30d":
      return inSteps(last.subtract({ days: 29 }), last, "day");
    case "13w":
      return inSteps(last.subtract({ days: last.dayOfWeek - 1 + 12 * 7 }), last, "week");
    case "12m":
      return inSteps(last.with({ day: 1 }).subtract({ months: 11 }), last, "month");
  }
}

function inSteps(first: Temporal.PlainDate, last: Temporal.PlainDate, step: Range["step"]): Range {
  const parts: DaySpan[] = [];
  for (let from = first; Temporal.PlainDate.compare(from, last) <= 0; ) {
    const next = from.add({ [`${step}s`]: 1 });
    const end = next.subtract({ days: 1 });
    const to = Temporal.PlainDate.compare(end, last) < 0 ? end : last;
    parts.push({ from: `${from}`, to: `${to}` });
    from = next;
  }
  return { from: `${first}`, to: `${last}`, step, parts };
}

/** The names of the totals that a span is made of: days, or months where it is made of whole ones. */
export function periodsOf({ from, to, step }: Pick<Range, "from" | "to" | "step">): string[] {
  return step === "month" ? monthsOf(from, to) : daysOf(from, to);
}

/** A span that ends today, as the fewest totals: whole months, and the days before the first of them. */
export function inMonths({ from, to }: DaySpan): string[] {
  const first = Temporal.PlainDate.from(from);
  const month = first.day === 1 ? first : first.add({ months: 1 }).with({ day: 1 });
  if (Temporal.PlainDate.compare(month, to) > 0) return daysOf(from, to);
  const months = monthsOf(`${month}`, to);
  return first.day === 1 ? months : [...daysOf(from, `${month.subtract({ days: 1 })}`), ...months];
}

function daysOf(from: string, to: string): string[] {
  return inSteps(Temporal.PlainDate.from(from), Temporal.PlainDate.from(to), "day").parts.map(
    (day) => day.from,
  );
}

function monthsOf(from: string, to: string): string[] {
  const first = Temporal.PlainDate.from(from).with({ day: 1 });
  return inSteps(first, Temporal.PlainDate.from(to), "month").parts.map((month) => month.from.slice(0, 7));
}

export function daysBefore(day: string, days: number): string {
  return `${Temporal.PlainDate.from(day).subtract({ days })}`;
}
