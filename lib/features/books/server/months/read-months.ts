import { Problem } from "#lib/contract/problem";
import { monthPattern } from "#lib/features/books/month-answers";
import { env } from "#lib/server/config/env";
import { figuresOf, type MonthFigures, nextMonth, noFigures } from "#lib/server/months/month-figures";
import { readOpenSums } from "#lib/server/months/read-sums";
import type { ClosingRow, MovementTotalRow } from "#lib/server/tables/books/month-rows";
import { readDatabaseTime } from "#lib/server/tables/database-clock";
import type { Db, Trx } from "#lib/server/tables/schema";
import { dayOf, startOfDay } from "#lib/text/zone-day";

/**
 * Every month from the first with a movement to today's. Invariant: a month starts with what the one before ended with; what
 * was recorded after its month was closed is of the first month that is open.
 */

const hourMs = 60 * 60_000;

export type KnownMonth = {
  month: string;
  figures: MonthFigures;
  closing: ClosingRow | null;
  /** Over, by the database's clock and the business's time zone. */
  isOver: boolean;
};
export type KnownMonths = {
  /** Oldest first. */
  months: KnownMonth[];
  /** The first that is not closed: what comes later is of it. */
  firstOpen: string;
  /** The last: what a clock that ran ahead dated later is of it. */
  end: string;
  /** When that one can be closed. */
  closableFrom: string;
  /** Of what no closing took. */
  open: MovementTotalRow[];
};

/** Needs a snapshot, or the months' lock. */
export async function readMonths(ledger: Db | Trx): Promise<KnownMonths> {
  const now = await readDatabaseTime(ledger);
  const today = dayOf(Date.parse(now), env().timeZone).slice(0, 7);
  const closings = await ledger.selectFrom("closings").selectAll().orderBy("id").execute();
  const open = await readOpenSums(ledger);
  const known = open.map(({ month }) => month).sort();
  const last = closings.at(-1);
  const firstOpen = last === undefined ? (known[0] ?? today) : nextMonth(last.id);
  const months: KnownMonth[] = closings.map((closing) => ({
    ...{ month: closing.id, closing, isOver: true },
    figures: JSON.parse(closing.figures) as MonthFigures,
  }));
  const end = [firstOpen, today].sort().at(-1) ?? today;
  for (let month = firstOpen; month <= end; month = nextMonth(month)) {
    const moved = open.filter((row) => bookedMonth(row.month, { firstOpen, end }) === month);
    const before = months.at(-1)?.figures ?? noFigures;
    months.push({ month, figures: figuresOf(before, moved), closing: null, isOver: now >= endOf(month) });
  }
  return { months, firstOpen, end, closableFrom: closableFrom(firstOpen), open };
}

/** The month that lists what no closing took. */
export function bookedMonth(
  month: string,
  { firstOpen, end }: Pick<KnownMonths, "firstOpen" | "end">,
): string {
  if (month < firstOpen) return firstOpen;
  return month > end ? end : month;
}

export function findMonth({ months }: KnownMonths, month: string): KnownMonth {
  const found = monthPattern.test(month) ? months.find((each) => each.month === month) : undefined;
  if (found === undefined) throw new Problem("not_found", "There is no such month.");
  return found;
}

function endOf(month: string): string {
  return startOfDay(`${nextMonth(month)}-01`, env().timeZone);
}

/** What happened just before its end is written by then. */
function closableFrom(month: string): string {
  return new Date(Date.parse(endOf(month)) + hourMs).toISOString();
}
