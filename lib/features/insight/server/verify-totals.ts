import { setImmediate } from "node:timers/promises";
import { sql } from "kysely";
import { type Amount, addAmounts } from "#lib/money/money";
import type { CountingRow } from "#lib/server/tables/insight-rows";
import type { Db } from "#lib/server/tables/schema";
import { unlessUnreadableAsync } from "#lib/server/verify/unreadable";
import { businessDays } from "#lib/text/zone-day";
import { Changes, countedColumns } from "./count-changes";
import { addHappenings, addTransfers, type OpenHappening, readCounting, readHappenings } from "./counting";
import { firstWholeDay, rateDay } from "./rates";

/**
 * Invariant: reads only. The totals, with the happenings that are not counted yet, must be what the transfers themselves
 * add up to.
 */

type TotalFault = { total: string; text: string };

const atOnce = 1_000;
const decimal = /^-?\d+(\.\d+)?$/;
const whole = /^-?\d+$/;

const senseless = { total: "totals", text: "a value that they are made of makes no sense" };

export async function checkTotals(ledger: Db): Promise<TotalFault[]> {
  return (await unlessUnreadableAsync(() => verifyTotals(ledger))) ?? [senseless];
}

/** Needs a snapshot. Checks what is counted so far, a month at a time. */
export async function verifyTotals(ledger: Db): Promise<TotalFault[]> {
  const counting = await readCounting(ledger);
  if (counting === undefined)
    return (await storedMonths(ledger)).length === 0
      ? []
      : [{ total: "totals", text: "the record of how they are made was removed" }];
  const mark = { total: "counting", text: "its place in history was changed: the count ends where none is" };
  if ((counting.is_done === 1) !== (counting.place_at === "" && counting.place_id === "")) return [mark];
  const open = new Map<string, OpenHappening[]>();
  const inMonth = monthOf(counting);
  for (const each of await readHappenings(ledger))
    open.set(inMonth(each), [...(open.get(inMonth(each)) ?? []), each]);
  const left = new Set([...(await storedMonths(ledger)), ...open.keys()]);
  const faults: TotalFault[] = [];
  const compare = async (month: string, computed: Changes) => {
    left.delete(month);
    const { stored, unreadable } = await readTotals(ledger, month, counting);
    faults.push(...unreadable);
    addHappenings(stored, open.get(month) ?? [], counting);
    faults.push(...differences(linesOf(stored), linesOf(computed)));
  };
  for await (const [month, computed] of recount(ledger, counting)) await compare(month, computed);
  for (const month of [...left].sort()) await compare(month, new Changes(businessDays(counting.zone)));
  return [...faults, ...(await findWrongPayees(ledger)), ...(await findWrongRates(ledger, counting.zone))];
}

/** A payee is named by any transfer to the account. */
async function findWrongPayees(ledger: Db): Promise<TotalFault[]> {
  const rows = await ledger
    .selectFrom("payee_months")
    .leftJoin("transfers", (join) =>
      join
        .onRef("transfers.id", "=", "last_id")
        .onRef("transfers.bank_code", "=", "payee_months.bank_code")
        .onRef("transfers.account_number", "=", "payee_months.account_number"),
    )
    .select(["period", "payee_months.account_number"])
    .where("transfers.id", "is", null)
    .execute();
  return rows.map(({ period, account_number }) => ({
    total: `payees of ${period}, account ending ${account_number.slice(-4)}`,
    text: "they name a transfer to another account",
  }));
}

function monthOf({ zone }: CountingRow): (row: { created_at: string }) => string {
  const dayOf = businessDays(zone);
  return ({ created_at }) => dayOf(created_at).slice(0, 7);
}

async function storedMonths(ledger: Db): Promise<string[]> {
  const { rows } = await sql<{ month: string }>`
    select substr(period, 1, 7) as month from amount_totals union select substr(period, 1, 7) from bank_totals
    union select substr(period, 1, 7) from paid_times union select substr(period, 1, 7) from payee_months`.execute(
    ledger,
  );
  return rows.map(({ month }) => month);
}

/** Of the transfers alone, in the order of creation. */
async function* recount(ledger: Db, counting: CountingRow): AsyncGenerator<[month: string, Changes]> {
  const { zone, place_at, place_id } = counting;
  const inMonth = monthOf(counting);
  const from = sql<boolean>`(created_at, id) >= (${place_at}, ${place_id})`;
  let after = from;
  let now: [month: string, Changes] | undefined;
  for (;;) {
    const rows = await ledger
      .selectFrom("transfers")
      .select([...countedColumns, "status", "paid_at"])
      .where(after)
      .orderBy("created_at")
      .orderBy("id")
      .limit(atOnce)
      .execute();
    for (const row of rows) {
      const month = inMonth(row);
      if (now !== undefined && now[0] !== month) yield now;
      if (now?.[0] !== month) now = [month, new Changes(businessDays(zone))];
      addTransfers(now[1], [row]);
    }
    const end = rows.at(-1);
    if (end === undefined) break;
    after = sql<boolean>`(created_at, id) > (${end.created_at}, ${end.id})`;
    await setImmediate();
  }
  if (now !== undefined) yield now;
}

/** A stored figure that is no number is a fault by itself, and keeps no other from being checked. */
async function readTotals(ledger: Db, month: string, { zone }: CountingRow) {
  const stored = new Changes(businessDays(zone));
  const unreadable: TotalFault[] = [];
  const isReadable = (total: string, shape: RegExp, ...figures: readonly string[]) => {
    const wrong = figures.filter((figure) => !shape.test(figure));
    for (const figure of wrong)
      unreadable.push({ total, text: `stored as "${figure.slice(0, 40)}", which is no number` });
    return wrong.length === 0;
  };
  const within = sql<boolean>`period >= ${month} and period < ${`${month}~`}`;
  for (const row of await ledger.selectFrom("amount_totals").selectAll().where(within).execute())
    if (isReadable(`amounts of ${row.period}, ${row.asset}, ${row.status}`, decimal, row.amount, row.naira))
      stored.addAmount({ ...row, amount: row.amount as Amount, naira: row.naira as Amount });
  for (const row of await ledger.selectFrom("bank_totals").selectAll().where(within).execute())
    stored.addBank(row);
  for (const row of await ledger.selectFrom("paid_times").selectAll().where(within).execute())
    stored.addTime(row);
  for (const row of await ledger.selectFrom("payee_months").selectAll().where(within).execute())
    if (isReadable(payeesLine(row), whole, row.kobo)) stored.addPayee({ ...row, kobo: BigInt(row.kobo) });
  return { stored, unreadable };
}

/** No whole account number is printed. */
function payeesLine(row: { period: string; bank_code: string; account_number: string }): string {
  return `payees of ${row.period}, bank ${row.bank_code}, accounts ending ${row.account_number.slice(-4)}`;
}

/** Each total as a line, so that a difference can be named. */
function linesOf({ amounts, banks, times, payees }: Changes): Map<string, string> {
  const lines = new Map<string, string>();
  const exact = (amount: Amount) => addAmounts(amount, "0" as Amount);
  for (const { period, asset, status, token, count, amount, naira, estimates } of amounts.values())
    if (count !== 0 || exact(amount) !== "0")
      lines.set(
        `amounts of ${period}, ${asset}, ${status}`,
        `${count} of ${exact(amount)} ${token}, ${estimates} estimated at ${exact(naira)}`,
      );
  for (const { period, bank_code, status, count } of banks.values())
    if (count !== 0) lines.set(`transfers of ${period}, bank ${bank_code}, ${status}`, `${count}`);
  for (const { period, kind, code, bucket, count } of times.values())
    if (count !== 0) lines.set(`times to paid of ${period}, ${kind} ${code}, bucket ${bucket}`, `${count}`);
  for (const payee of payees.values())
    if (payee.count !== 0 || payee.kobo !== 0n)
      addLine(lines, payeesLine(payee), `${payee.count} of ${payee.kobo} kobo`);
  return lines;
}

/** Several accounts can end alike. */
function addLine(lines: Map<string, string>, key: string, text: string): void {
  const all = [...(lines.get(key)?.split(", ") ?? []), text];
  lines.set(key, all.sort().join(", "));
}

function differences(stored: Map<string, string>, computed: Map<string, string>): TotalFault[] {
  return [...new Set([...stored.keys(), ...computed.keys()])].sort().flatMap((total) => {
    const [is, should] = [stored.get(total) ?? "none", computed.get(total) ?? "none"];
    return is === should ? [] : [{ total, text: `stored as ${is}, the transfers say ${should}` }];
  });
}

/** Of the days of which every sample is kept. */
async function findWrongRates(ledger: Db, timeZone: string): Promise<TotalFault[]> {
  const days = await ledger
    .selectFrom("rate_days")
    .selectAll()
    .where("day", ">=", firstWholeDay(timeZone))
    .execute();
  const faults: TotalFault[] = [];
  for (const day of days) {
    const computed = await rateDay(ledger, day, timeZone);
    const isSame = JSON.stringify(sorted(day)) === JSON.stringify(sorted(computed ?? {}));
    if (!isSame)
      faults.push({ total: `rates of ${day.day}, ${day.asset}`, text: "they differ from the day’s samples" });
  }
  return faults;
}

const sorted = (row: object) => Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1));
