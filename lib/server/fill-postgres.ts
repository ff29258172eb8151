import "server-only";
import { sql } from "kysely";
import { copyTables, isUntouched } from "./copy-ledger";
import type { Db } from "./db";
import { type Examined, examineLedger } from "./examine-ledger";
import { allTables, type LedgerTable } from "./ledger-tables";
import { hasLivingInstance } from "./living-instances";

/**
 * Invariant: a PostgreSQL database is filled in one transaction, which nobody sees into and which ends only after every
 * row was read back; whatever fails, the database is as it was.
 */

/**
 * Copies tables of a ledger that does not change into a PostgreSQL database of the newest migration. Gives what is there
 * then. Throws, and changes nothing, when a server lives on it, or when it holds anything and `isReplacing` is false.
 */
export async function fillPostgres(
  source: Db,
  target: Db,
  tables: readonly LedgerTable[],
  isReplacing: boolean,
): Promise<Examined> {
  return source.transaction().execute((from) =>
    target.transaction().execute(async (to) => {
      // First of all: the lock would wait for a server that lives.
      await refuseLivingInstance(to);
      const names = sql.join(allTables.map(({ name }) => sql.table(name)));
      await sql`lock table ${names} in access exclusive mode`.execute(to);
      await refuseLivingInstance(to);
      if (!isReplacing && !(await isUntouched(to))) throw new Error(holdsLedger);
      await copyTables(from, to, tables);
      return examineLedger(to);
    }),
  );
}

/** Said where something would be overwritten. */
export const holdsLedger = "The database holds a ledger already, and nothing was changed.";

async function refuseLivingInstance(ledger: Db): Promise<void> {
  if (await hasLivingInstance(ledger))
    throw new Error("A dashboard runs on the PostgreSQL database. Stop every server of it, and try again.");
}
