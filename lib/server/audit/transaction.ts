import { againOnConflict } from "#lib/server/tables/again-on-conflict";
import type { Db, Trx } from "#lib/server/tables/schema";
import { collectLines } from "./audit";
import { coverRest } from "./cover";

/** Invariant: a transaction contains work on the database only, never a call to the service, so it can be run again. */

/** Runs work in one transaction, and again after a conflict on PostgreSQL. */
export async function inTransaction<Result>(
  ledger: Db,
  work: (trx: Trx) => Promise<Result>,
): Promise<Result> {
  return againOnConflict(() =>
    ledger.transaction().execute(async (trx) => {
      collectLines(trx);
      const result = await work(trx);
      await coverRest(trx);
      return result;
    }),
  );
}
