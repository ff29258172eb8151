import "server-only";
import type { Db } from "./db";
import { isPostgres } from "./engine";
import { againOnConflict } from "./transaction";
import type { Trx } from "./transfer-ledger";

/**
 * Reads in one transaction that sees the database as it was at one moment, so that a transfer's row and its events agree
 * whatever is written meanwhile.
 */
export function inSnapshot<Result>(ledger: Db, read: (snapshot: Trx) => Promise<Result>): Promise<Result> {
  const reading = ledger.transaction().setAccessMode("read only");
  const whole = isPostgres(ledger) ? reading.setIsolationLevel("repeatable read") : reading;
  return againOnConflict(() => whole.execute(read));
}
