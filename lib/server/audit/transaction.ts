import "server-only";
import { againOnConflict } from "#lib/server/tables/again-on-conflict";
import type { Db, Trx } from "#lib/server/tables/schema";
import { coverRest } from "./cover";
import { collectLines } from "./cover-lines";

/** Invariant: only work on the database is run again; nothing inside of a transaction ever talks to the service. */

/** Runs work in one transaction, and again from its start where PostgreSQL undid it because of another one. */
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
