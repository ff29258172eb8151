import { againOnConflict } from "#lib/server/tables/again-on-conflict";
import { isPostgres } from "#lib/server/tables/engine";
import type { Db, Trx } from "#lib/server/tables/schema";

/** Reads in one transaction that sees one moment, so that a transfer's row and its events agree. */
export function inSnapshot<Result>(ledger: Db, read: (snapshot: Trx) => Promise<Result>): Promise<Result> {
  const reading = ledger.transaction().setAccessMode("read only");
  const whole = isPostgres(ledger) ? reading.setIsolationLevel("repeatable read") : reading;
  return againOnConflict(() => whole.execute(read));
}
