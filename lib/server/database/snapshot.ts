import "server-only";
import { againOnConflict } from "#lib/server/audit/transaction";
import type { Trx } from "#lib/server/ledger/transfer-ledger";
import { isPostgres } from "#lib/server/tables/engine";
import type { Db } from "./db";

/**
 * Reads in one transaction that sees the database as it was at one moment, so that a transfer's row and its events agree
 * whatever is written meanwhile.
 */
export function inSnapshot<Result>(ledger: Db, read: (snapshot: Trx) => Promise<Result>): Promise<Result> {
  const reading = ledger.transaction().setAccessMode("read only");
  const whole = isPostgres(ledger) ? reading.setIsolationLevel("repeatable read") : reading;
  return againOnConflict(() => whole.execute(read));
}
