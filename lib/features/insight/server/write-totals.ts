import { sql } from "kysely";
import { type Amount, addAmounts } from "#lib/money/money";
import type { Trx } from "#lib/server/tables/schema";
import type { AmountChange, BankChange, Changes, PayeeChange, TimeChange } from "./count-changes";

/**
 * Invariant: only who holds the counting's lock writes totals, so what is read here is still so when it is written. A total
 * of none has no row.
 */

const mostAtOnce = 400;

export async function writeTotals(trx: Trx, { amounts, banks, times, payees }: Changes): Promise<void> {
  for (const part of inParts([...amounts.values()])) await addToAmounts(trx, part);
  for (const part of inParts([...banks.values()])) await addToBanks(trx, part);
  for (const part of inParts([...times.values()])) await addToTimes(trx, part);
  for (const part of inParts([...payees.values()])) await addToPayees(trx, part);
}

/** Before everything is counted again. */
export async function dropTotals(trx: Trx): Promise<void> {
  for (const name of ["amount_totals", "bank_totals", "paid_times", "payee_months"] as const)
    await trx.deleteFrom(name).execute();
}

function inParts<Value>(values: readonly Value[]): Value[][] {
  const parts: Value[][] = [];
  for (let at = 0; at < values.length; at += mostAtOnce) parts.push(values.slice(at, at + mostAtOnce));
  return parts;
}

/** Amounts are text, which the database can't add. */
async function addToAmounts(trx: Trx, changes: readonly AmountChange[]): Promise<void> {
  const keys = changes.map(({ period, asset, status }) => sql`(${period}, ${asset}, ${status})`);
  const isOneOfThem = sql<boolean>`(period, asset, status) in (values ${sql.join(keys)})`;
  const rows = await trx.selectFrom("amount_totals").selectAll().where(isOneOfThem).execute();
  const known = new Map(rows.map((row) => [JSON.stringify([row.period, row.asset, row.status]), row]));
  const sums = changes.map((change) => {
    const before = known.get(JSON.stringify([change.period, change.asset, change.status]));
    if (before === undefined) return change;
    return {
      ...change,
      count: before.count + change.count,
      amount: addAmounts(before.amount as Amount, change.amount),
      naira: addAmounts(before.naira as Amount, change.naira),
      estimates: before.estimates + change.estimates,
    };
  });
  await trx
    .insertInto("amount_totals")
    .values(sums)
    .onConflict((conflict) =>
      conflict.columns(["period", "asset", "status"]).doUpdateSet(({ ref }) => ({
        count: ref("excluded.count"),
        amount: ref("excluded.amount"),
        naira: ref("excluded.naira"),
        estimates: ref("excluded.estimates"),
      })),
    )
    .execute();
  if (sums.some(isOver))
    await trx.deleteFrom("amount_totals").where("count", "=", 0).where(isOneOfThem).execute();
}

/** A driver may give a count as text. */
function isOver({ count }: { count: number | string }): boolean {
  return Number(count) === 0;
}

async function addToBanks(trx: Trx, changes: readonly BankChange[]): Promise<void> {
  const totals = await trx
    .insertInto("bank_totals")
    .values([...changes])
    .onConflict((conflict) =>
      conflict
        .columns(["period", "bank_code", "status"])
        .doUpdateSet({ count: sql`bank_totals.count + excluded.count` }),
    )
    .returning(["period", "bank_code", "status", "count"])
    .execute();
  const over = totals.filter(isOver);
  if (over.length === 0) return;
  const keys = over.map(({ period, bank_code, status }) => sql`(${period}, ${bank_code}, ${status})`);
  await trx
    .deleteFrom("bank_totals")
    .where(sql<boolean>`(period, bank_code, status) in (values ${sql.join(keys)})`)
    .execute();
}

async function addToTimes(trx: Trx, changes: readonly TimeChange[]): Promise<void> {
  await trx
    .insertInto("paid_times")
    .values([...changes])
    .onConflict((conflict) =>
      conflict
        .columns(["period", "kind", "code", "bucket"])
        .doUpdateSet({ count: sql`paid_times.count + excluded.count` }),
    )
    .execute();
}

/** Sums of kobo are text, since an account can get more than a database's integers hold. */
async function addToPayees(trx: Trx, changes: readonly PayeeChange[]): Promise<void> {
  const keys = changes.map((each) => sql`(${each.period}, ${each.bank_code}, ${each.account_number})`);
  const isOneOfThem = sql<boolean>`(period, bank_code, account_number) in (values ${sql.join(keys)})`;
  const keyOf = (row: PayeeKey) => JSON.stringify([row.period, row.bank_code, row.account_number]);
  const rows = await trx.selectFrom("payee_months").selectAll().where(isOneOfThem).execute();
  const known = new Map(rows.map((row) => [keyOf(row), row]));
  const sums = changes.map((change) => {
    const before = known.get(keyOf(change));
    const count = (before?.count ?? 0) + change.count;
    return { ...change, count, kobo: `${BigInt(before?.kobo ?? "0") + change.kobo}` };
  });
  await trx
    .insertInto("payee_months")
    .values(sums)
    .onConflict((conflict) =>
      conflict.columns(["period", "bank_code", "account_number"]).doUpdateSet(({ ref }) => ({
        count: ref("excluded.count"),
        kobo: ref("excluded.kobo"),
        last_id: ref("excluded.last_id"),
      })),
    )
    .execute();
  if (sums.some(isOver))
    await trx.deleteFrom("payee_months").where("count", "=", 0).where(isOneOfThem).execute();
}

type PayeeKey = Pick<PayeeChange, "period" | "bank_code" | "account_number">;
