import "server-only";
import { setTimeout } from "node:timers/promises";
import type { Db } from "#lib/server/database/db";
import type { Trx } from "#lib/server/ledger/transfer-ledger";
import { isConflict } from "#lib/server/tables/database-failure";
import { coverRest } from "./cover";
import { collectLines } from "./cover-lines";

/** Invariant: only work on the database is run again; nothing inside of a transaction ever talks to the service. */

const maxAttempts = 5;
const retryMs = 20;

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

/** Runs one statement or one transaction, and again where PostgreSQL undid it because of another one. */
export async function againOnConflict<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === maxAttempts || !isConflict(error)) throw error;
      await setTimeout(Math.random() * retryMs * attempt);
    }
  }
}
