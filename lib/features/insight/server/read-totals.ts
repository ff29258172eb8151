import { sql } from "kysely";
import type { Amount } from "#lib/money/money";
import { isPostgres } from "#lib/server/tables/engine";
import type { CountingRow } from "#lib/server/tables/insight-rows";
import type { Trx } from "#lib/server/tables/schema";
import { businessDays } from "#lib/text/zone-day";
import { type AmountChange, Changes, type PayeeChange } from "./count-changes";
import { addHappenings, isOfToday, readCounting, readHappenings } from "./counting";
import { inMonths, periodsOf, type Range } from "./ranges";

/** Invariant: totals and open happenings are read at one moment, so a figure says what the transfers then were. */

/** More are not added up for a page. */
const mostOpen = 20_000;

/** What is counted of the history, and what happened that is not counted yet. */
export type CountedSoFar = {
  /** Also of days outside a range. */
  changes: Changes;
  /** Whether there are totals to read. */
  hasTotals: boolean;
  countedUpTo: string | null;
  countedBackTo: string | null;
};

/** Needs a snapshot, and what is read of the totals needs the same one. */
export async function readCounted(trx: Trx, timeZone: string): Promise<CountedSoFar> {
  const changes = new Changes(businessDays(timeZone));
  const counting = await readCounting(trx);
  // Another version or another zone has counted: the worker begins anew within a second.
  if (counting === undefined || !isOfToday(counting, timeZone))
    return { changes, hasTotals: false, countedUpTo: null, countedBackTo: new Date().toISOString() };
  const happenings = await readHappenings(trx, { limit: mostOpen + 1 });
  const isBehind = happenings.length > mostOpen;
  if (!isBehind) addHappenings(changes, happenings, counting);
  return {
    ...{ changes, hasTotals: true },
    countedUpTo: isBehind ? (happenings[0]?.at ?? null) : null,
    countedBackTo: backTo(counting),
  };
}

function backTo({ is_done, place_at }: CountingRow): string | null {
  if (is_done === 1) return null;
  return place_at === "9999" ? new Date().toISOString() : place_at;
}

/** Of a token on all its networks. Amounts, estimates in NGN, and assets are each in one text, with spaces between. */
export type AmountRow = Pick<AmountChange, "period" | "token" | "status" | "count" | "estimates"> & {
  amounts: string;
  nairas: string;
  assets: string;
};

type Span = Pick<Range, "from" | "to" | "step">;

/**
 * Of all tokens. What is not counted yet comes after what is. PostgreSQL adds the amounts of a group; SQLite
 * can't add decimals, and hands them over in one text, since a row for each would cost more than its sum.
 */
export async function readAmounts(
  trx: Trx,
  { hasTotals, changes }: CountedSoFar,
  span: Span,
): Promise<AmountRow[]> {
  const counted = hasTotals ? await readTotals(trx, span) : [];
  return [...counted, ...[...changes.amounts.values()].map(rowOf)];
}

async function readTotals(trx: Trx, span: Span): Promise<AmountRow[]> {
  const joined = (column: string) =>
    isPostgres(trx)
      ? sql<string>`string_agg(${sql.ref(column)}, ' ')`
      : sql<string>`group_concat(${sql.ref(column)}, ' ')`;
  const added = (column: string) =>
    isPostgres(trx) ? sql<string>`sum(${sql.ref(column)}::numeric)::text` : joined(column);
  const rows = await trx
    .selectFrom("amount_totals")
    .select(["period", "token", "status"])
    .select(({ fn }) => [
      fn.sum<number | string>("count").as("count"),
      fn.sum<number | string>("estimates").as("estimates"),
    ])
    .select([added("amount").as("amounts"), added("naira").as("nairas"), joined("asset").as("assets")])
    .where("period", "in", periodsOf(span))
    .groupBy(["period", "token", "status"])
    .execute();
  return rows.map((row) => ({ ...row, count: Number(row.count), estimates: Number(row.estimates) }));
}

function rowOf({ amount, naira, asset, ...change }: AmountChange): AmountRow {
  return { ...change, amounts: amount, nairas: naira, assets: asset };
}

const payeesShown = 10;
/** A longer backlog is short-lived. */
const mostRising = 200;
type PayeeKey = { bank_code: string; account_number: string };

/** Adds banks, times and payees to what is not counted yet: banks and times as of the first day of the span. */
export async function addParts(trx: Trx, { hasTotals, changes }: CountedSoFar, span: Span): Promise<void> {
  if (!hasTotals) return;
  const periods = inMonths(span);
  const [period = ""] = periodsOf(span);
  const banks = await trx
    .selectFrom("bank_totals")
    .select(["bank_code", "status"])
    .select(({ fn }) => fn.sum<number | string>("count").as("count"))
    .where("period", "in", periods)
    .groupBy(["bank_code", "status"])
    .execute();
  for (const row of banks) changes.addBank({ ...row, period, count: Number(row.count) });
  const times = await trx
    .selectFrom("paid_times")
    .select(["kind", "code", "bucket"])
    .select(({ fn }) => fn.sum<number | string>("count").as("count"))
    .where("period", "in", periods)
    .groupBy(["kind", "code", "bucket"])
    .execute();
  for (const row of times) changes.addTime({ ...row, period, count: Number(row.count) });
  await addPayees(trx, changes, periods);
}

/** All that the largest got, and all that those got who may become one of them. */
async function addPayees(trx: Trx, changes: Changes, periods: readonly string[]): Promise<void> {
  const inRange = trx.selectFrom("payee_months").where("period", "in", periods);
  // Sums can be beyond any integer of a database: it ranks them roughly, and the exact sums are made here.
  const largest = await inRange
    .select(["bank_code", "account_number"])
    .groupBy(["bank_code", "account_number"])
    .orderBy(sql`sum(cast(kobo as double precision))`, "desc")
    // What is not counted yet can take some of them down, and bring up others.
    .limit(payeesShown * 2)
    .execute();
  const rising = [...changes.payees.values()].filter(({ period }) => periods.includes(period));
  const keys = new Map([...largest, ...rising.slice(0, mostRising)].map((key) => [accountOf(key), key]));
  if (keys.size === 0) return;
  const isOneOfThem = [...keys.values()].map(
    ({ bank_code, account_number }) => sql`(${bank_code}, ${account_number})`,
  );
  const rows = await inRange
    .selectAll()
    .where(sql<boolean>`(bank_code, account_number) in (values ${sql.join(isOneOfThem)})`)
    .execute();
  for (const row of rows) changes.addPayee({ ...row, kobo: BigInt(row.kobo) });
}

const accountOf = ({ bank_code, account_number }: PayeeKey) => `${bank_code} ${account_number}`;

export type ShownPayee = {
  transferId: string;
  name: string;
  bankCode: string;
  bankName: string;
  accountLastFour: string;
  count: number;
  naira: Amount;
};

/** The accounts that got the most, by what was reported paid of the transfers created in the span. */
export async function topPayees(
  trx: Trx,
  changes: Changes,
  span: Pick<Span, "from" | "to">,
): Promise<ShownPayee[]> {
  const periods = inMonths(span);
  const byAccount = new Map<string, PayeeChange>();
  for (const change of changes.payees.values()) {
    if (!periods.includes(change.period)) continue;
    const known = byAccount.get(accountOf(change));
    const { count = 0, kobo = 0n } = known ?? {};
    byAccount.set(accountOf(change), {
      ...change,
      count: count + change.count,
      kobo: kobo + change.kobo,
    });
  }
  const top = [...byAccount.values()]
    .filter(({ count, kobo }) => count > 0 && kobo > 0n)
    .sort((a, b) => (a.kobo === b.kobo ? (a.last_id < b.last_id ? -1 : 1) : a.kobo > b.kobo ? -1 : 1))
    .slice(0, payeesShown);
  if (top.length === 0) return [];
  const rows = await trx
    .selectFrom("transfers")
    .select(["id", "account_name", "bank_code", "bank_name", "account_number"])
    .where(
      "id",
      "in",
      top.map(({ last_id }) => last_id),
    )
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return top.flatMap(({ last_id, count, kobo }) => {
    const row = byId.get(last_id);
    if (row === undefined) return [];
    const digits = `${kobo}`.padStart(3, "0");
    return {
      ...{ transferId: row.id, name: row.account_name, count },
      ...{ bankCode: row.bank_code, bankName: row.bank_name },
      accountLastFour: row.account_number.slice(-4),
      naira: `${digits.slice(0, -2)}.${digits.slice(-2)}` as Amount,
    };
  });
}

/** By their codes, as the transfers call them. */
export async function bankNames(trx: Trx, codes: readonly string[]): Promise<Map<string, string>> {
  if (codes.length === 0) return new Map();
  const given = sql.join(codes.map((code) => sql`(${code})`));
  const { rows } = await sql<{ code: string; name: string | null }>`
    with given (code) as (values ${given})
    select code, (select bank_name from transfers where bank_code = given.code limit 1) as name from given`.execute(
    trx,
  );
  return new Map(rows.map(({ code, name }) => [code, name ?? code]));
}
