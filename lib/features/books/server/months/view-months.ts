import type { Correction, MonthDetail, MonthSummary, Months } from "#lib/features/books/month-answers";
import { countFor } from "#lib/server/attention/attention";
import { countOpen } from "#lib/server/attention/open-transfers";
import { db } from "#lib/server/database/db";
import { calledName } from "#lib/server/database/person-name";
import { inSnapshot } from "#lib/server/database/snapshot";
import { figuresHash } from "#lib/server/months/closing-hash";
import { add, type Figure, Sums, sumOf } from "#lib/server/months/month-figures";
import type { MovementTotalRow } from "#lib/server/tables/books/month-rows";
import type { Db, Trx } from "#lib/server/tables/schema";
import { readAdjustments } from "./month-lists";
import { bookedMonth, findMonth, type KnownMonth, type KnownMonths, readMonths } from "./read-months";

const monthsShown = 60;

/** The newest first; older ones have their addresses. */
export async function viewMonths(): Promise<Months> {
  return inSnapshot(await db(), async (trx) => {
    const { months, firstOpen } = await readMonths(trx);
    const newest = months.slice(-monthsShown);
    // The one to be closed next is in the list however long nobody closed one.
    const shown = [...months.filter((each) => each.month === firstOpen && !newest.includes(each)), ...newest];
    const names = await namesOf(trx, shown);
    return { items: shown.map((month) => summaryOf(month, names)).reverse() };
  });
}

/** Throws `not_found`. */
export async function viewMonth(month: string): Promise<MonthDetail> {
  const found = await inSnapshot(await db(), async (trx) => {
    const known = await readMonths(trx);
    const own = findMonth(known, month);
    const isNext = known.firstOpen === month;
    return {
      ...summaryOf(own, await namesOf(trx, [own])),
      ...{ note: own.closing?.note ?? null, hash: own.closing?.hash ?? null },
      movements: own.closing?.movements ?? movementsOf(known, own),
      closableFrom: isNext ? known.closableFrom : null,
      seen: figuresHash(month, own.figures),
      ...(await readAdjustments(trx, own, known)),
      corrections: own.closing === null ? [] : await readCorrections(trx, known, own),
      unknown: isNext && own.isOver ? await countUnknown(trx) : 0,
    };
  });
  const { unknown, ...detail } = found;
  const isNext = found.closableFrom !== null && found.state === "open";
  return { ...detail, unclear: { unknown, ...(await countInNeed(isNext)) } };
}

function summaryOf(
  { month, figures, closing, isOver }: KnownMonth,
  names: ReadonlyMap<string, string>,
): MonthSummary {
  return {
    month,
    state: closing === null ? (isOver ? "open" : "running") : "closed",
    closedAt: closing?.closed_at ?? null,
    closedBy: closing === null ? null : (names.get(closing.closed_by) ?? null),
    figures,
  };
}

async function namesOf(trx: Trx, months: readonly KnownMonth[]): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(months.flatMap(({ closing }) => closing?.closed_by ?? []))];
  if (ids.length === 0) return new Map();
  const rows = await trx
    .selectFrom("people")
    .select(["id", calledName().$notNull().as("name")])
    .where("id", "in", ids)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

function movementsOf(known: KnownMonths, { month }: KnownMonth): number {
  return known.open
    .filter((row) => bookedMonth(row.month, known) === month)
    .reduce((sum, { count }) => sum + Number(count), 0);
}

/** What of a closed month was recorded after it was closed, beside what it was closed with. */
async function readCorrections(
  trx: Trx,
  known: KnownMonths,
  { month, closing }: KnownMonth,
): Promise<Correction[]> {
  const later = await laterSums(trx, known, month);
  if (later.length === 0) return [];
  const own = await sumsOf(trx, closing?.id ?? month, month);
  const pairs = new Map(later.map(({ token, kind }) => [`${kind} ${token}`, { token, kind }]));
  return [...pairs.values()].map(({ token, kind }) => {
    const figure = (rows: readonly MovementTotalRow[]): Figure =>
      sumOf(
        rows.filter((row) => row.token === token),
        kind,
      );
    return { token, kind, closed: figure(own), now: add(figure(own), figure(later)) };
  });
}

async function laterSums(
  trx: Trx,
  { open, months }: KnownMonths,
  month: string,
): Promise<MovementTotalRow[]> {
  const sums = new Sums();
  for (const row of open.filter((each) => each.month === month)) sums.add(row);
  for (const { closing } of months)
    if (closing !== null && closing.id > month)
      for (const row of await sumsOf(trx, closing.id, month)) sums.add(row);
  return sums.rows();
}

/** Of what a closing took, that of one month. */
async function sumsOf(trx: Db | Trx, closing: string, month: string): Promise<MovementTotalRow[]> {
  const sums = new Sums();
  const rows = await trx
    .selectFrom("movements")
    .select(["month", "token", "kind", "source", "amount", "naira"])
    .where("closing", "=", closing)
    .where("month", "=", month)
    .execute();
  for (const row of rows) sums.addMovement(row);
  return sums.rows();
}

async function countUnknown(trx: Trx): Promise<number> {
  const { count } = await trx
    .selectFrom("transfers")
    .select(({ fn }) => fn.countAll<number | string>().as("count"))
    .where("status", "=", "unknown")
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Of the month that is to be closed next. */
async function countInNeed(isNext: boolean): Promise<{ attention: number; notFound: number }> {
  if (!isNext) return { attention: 0, notFound: 0 };
  const counts = await countOpen(await db());
  return { attention: counts.total, notFound: countFor(counts, "not_found") };
}
