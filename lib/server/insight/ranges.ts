import "server-only";
import { Temporal } from "temporal-polyfill";
import type { InsightRange } from "#lib/contract/insight/insight";
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

/** The totals that a span is made of, first and last included: by day, or by month where it is made of whole ones. */
export type Periods = { first: string; last: string };

export function periodsOf({ from, to, step }: Pick<Range, "from" | "to" | "step">): Periods {
  return step === "month" ? { first: from.slice(0, 7), last: to.slice(0, 7) } : { first: from, last: to };
}

export function isWithin({ first, last }: Periods, period: string): boolean {
  return period.length === first.length && period >= first && period <= last;
}

/** A span that ends today, as the fewest totals: whole months, and the days before the first of them. */
export function inMonths({ from, to }: DaySpan): Periods[] {
  const first = Temporal.PlainDate.from(from);
  const month = first.day === 1 ? first : first.add({ months: 1 }).with({ day: 1 });
  if (Temporal.PlainDate.compare(month, to) > 0) return [{ first: from, last: to }];
  const months = { first: `${month}`.slice(0, 7), last: to.slice(0, 7) };
  return first.day === 1 ? [months] : [{ first: from, last: `${month.subtract({ days: 1 })}` }, months];
}

export function daysBefore(day: string, days: number): string {
  return `${Temporal.PlainDate.from(day).subtract({ days })}`;
}
