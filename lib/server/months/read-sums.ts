import { sql } from "kysely";
import { inTransaction } from "#lib/server/audit/transaction";
import type { MovementTotalRow } from "#lib/server/tables/books/month-rows";
import type { Db, Trx } from "#lib/server/tables/schema";
import { holdValue } from "#lib/server/tables/value-lock";
import { Sums } from "./month-figures";

/**
 * Invariant: the totals are the sums of the movements that are counted and that no closing took. One transaction counts a
 * movement and marks it, so a server that is killed has counted nothing twice; a reader adds those that are not counted yet.
 */

const atOnce = 500;

/** What no closing has taken, by its month. Needs a snapshot. */
export async function readOpenSums(ledger: Db | Trx): Promise<MovementTotalRow[]> {
  const sums = new Sums();
  for (const row of await ledger.selectFrom("movement_totals").selectAll().execute()) sums.add(row);
  const uncounted = await ledger
    .selectFrom("movements")
    .select(["month", "token", "kind", "source", "amount", "naira"])
    .where(isUncounted)
    .execute();
  for (const row of uncounted) sums.addMovement(row);
  return sums.rows();
}

/** Adds movements to the totals, for half a second at most. */
export async function countMovements(ledger: Db): Promise<void> {
  const start = performance.now();
  while (performance.now() - start < 500 && (await countSome(ledger))) {
    // Each step is a transaction, so that others have their turn.
  }
}

/** Returns whether more is left. */
async function countSome(ledger: Db): Promise<boolean> {
  const first = await ledger.selectFrom("movements").select("seq").where(isUncounted).limit(1).execute();
  if (first.length === 0) return false;
  return inTransaction(ledger, async (trx) => {
    await holdValue(trx, "months", "");
    const { rows } = await sql<{
      transfer_id: string;
      seq: number;
      kind: MovementTotalRow["kind"];
      source: MovementTotalRow["source"];
      month: string;
      token: string;
      amount: string;
      naira: string | null;
    }>`update movements set is_counted = 1 where (transfer_id, seq, kind) in (
        select transfer_id, seq, kind from movements where is_counted = 0 limit ${sql.lit(atOnce)})
      and is_counted = 0 returning transfer_id, seq, kind, source, month, token, amount, naira`.execute(trx);
    const sums = new Sums();
    for (const row of rows) sums.addMovement(row);
    await addTotals(trx, sums.rows());
    return rows.length === atOnce;
  });
}

/** Needs the months' lock. */
async function addTotals(trx: Trx, added: readonly MovementTotalRow[]): Promise<void> {
  for (const row of added) {
    const { month, token, kind, source } = row;
    const sums = new Sums();
    sums.add(row);
    const known = await trx
      .selectFrom("movement_totals")
      .selectAll()
      .where("month", "=", month)
      .where("token", "=", token)
      .where("kind", "=", kind)
      .where("source", "=", source)
      .executeTakeFirst();
    if (known !== undefined) sums.add(known);
    await trx
      .insertInto("movement_totals")
      .values(sums.rows())
      .onConflict((conflict) =>
        conflict.columns(["month", "token", "kind", "source"]).doUpdateSet(({ ref }) => ({
          count: ref("excluded.count"),
          amount: ref("excluded.amount"),
          naira: ref("excluded.naira"),
          estimates: ref("excluded.estimates"),
        })),
      )
      .execute();
  }
}

/** As the partial index has it; what a closing took is counted. */
const isUncounted = sql<boolean>`is_counted = 0`;
