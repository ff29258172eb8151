import "server-only";
import { sql } from "kysely";
import { verifyAudit } from "#lib/server/audit/verify-audit";
import { allTables, type LedgerTable } from "#lib/server/database/ledger-tables";
import { hasLivingInstance } from "#lib/server/database/living-instances";
import type { Db, Trx } from "#lib/server/tables/schema";
import { copyTables, isUntouched } from "./copy-ledger";

/**
 * Invariant: a PostgreSQL database is filled in one transaction, which nobody sees into and which ends only after every
 * row was read back; whatever fails, the database is as it was.
 */

/**
 * Copies tables of a ledger that does not change into a PostgreSQL database of the newest migration. `finish` writes what
 * belongs to the ledger in its new place, once the copy was found right; gives what it gives. Throws, and changes
 * nothing, when a server lives on it, or when it holds anything and `isReplacing` is false.
 */
export async function fillPostgres<Result>(
  source: Db,
  target: Db,
  { tables, isReplacing }: { tables: readonly LedgerTable[]; isReplacing: boolean },
  finish: (filled: Trx) => Promise<Result>,
): Promise<Result> {
  const reading = source.transaction().setAccessMode("read only");
  return reading.execute((from) =>
    target.transaction().execute(async (to) => {
      // First of all: the lock would wait for a server that lives.
      await refuseLivingInstance(to);
      const names = sql.join(allTables.map(({ name }) => sql.table(name)));
      await sql`lock table ${names} in access exclusive mode`.execute(to);
      await refuseLivingInstance(to);
      if (!isReplacing && !(await isUntouched(to))) throw new Error(holdsLedger);
      await copyTables(from, to, tables);
      await requireSameAudit(from, to);
      return finish(to);
    }),
  );
}

/** Said where something would be overwritten. */
export const holdsLedger = "The database already has a ledger, and nothing was changed.";

/** Throws while a server lives on a PostgreSQL database. */
export async function refuseLivingInstance(ledger: Db): Promise<void> {
  if (await hasLivingInstance(ledger))
    throw new Error("A dashboard runs on the PostgreSQL database. Stop every server of it, and try again.");
}

/** The same rows in an order that the new database gives them: its chain must come to the same end. */
async function requireSameAudit(from: Db, to: Db): Promise<void> {
  const [read, written] = [await verifyAudit(from), await verifyAudit(to)];
  if (read.entries !== written.entries || read.lastHash !== written.lastHash)
    throw new Error("The copy was discarded: its audit log is a different one.");
}
