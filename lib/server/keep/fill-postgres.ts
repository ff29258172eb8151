import { sql } from "kysely";
import { verifyAudit } from "#lib/server/audit/verify-audit";
import { allTables, type LedgerTable } from "#lib/server/database/ledger-tables";
import { hasLivingInstance } from "#lib/server/database/living-instances";
import type { Db, Trx } from "#lib/server/tables/schema";
import { copyTables, isUntouched, requireSame } from "./copy-ledger";

/** Invariant: a PostgreSQL database is filled and read back in one transaction; whatever fails, it stays as it was. */

/**
 * Copies tables of an unchanging ledger. `finish` writes what belongs to the ledger's new place, and its result is returned.
 * Throws, and changes nothing, when a server lives there, or it has data and `isReplacing` is false.
 */
export async function fillPostgres<Result>(
  source: Db,
  target: Db,
  { tables, isReplacing }: { tables: readonly LedgerTable[]; isReplacing: boolean },
  finish: (filled: Trx) => Promise<Result>,
): Promise<Result> {
  const reading = source.transaction().setAccessMode("read only");
  return reading.execute(async (from) => {
    // Before the other transaction begins: PostgreSQL ends one that hears nothing for a minute.
    const audit = await verifyAudit(from);
    return target.transaction().execute(async (to) => {
      // First of all: the lock would wait for a living server.
      await refuseLivingInstance(to);
      const names = sql.join(allTables.map(({ name }) => sql.table(name)));
      await sql`lock table ${names} in access exclusive mode`.execute(to);
      await refuseLivingInstance(to);
      if (!isReplacing && !(await isUntouched(to))) throw new Error(holdsLedger);
      await requireSame(to, tables, await copyTables(from, to, tables));
      await moveSequences(to);
      await requireSameAudit(audit, to);
      return finish(to);
    });
  });
}

/** Copied numbers don't move the sequence that gives the next one. */
async function moveSequences(to: Trx): Promise<void> {
  const names = sql.join(allTables.map(({ name }) => sql`(${name})`));
  const { rows } = await sql<{ table: string; column: string }>`
    select attrelid::regclass::text as table, attname as column from pg_attribute
    where attidentity <> '' and attrelid in (select to_regclass(name) from (values ${names}) as tables (name))`.execute(
    to,
  );
  for (const { table, column } of rows)
    await sql`select setval(pg_get_serial_sequence(${table}, ${column}), greatest(max(${sql.ref(column)}), 1),
      max(${sql.ref(column)}) >= 1) from ${sql.table(table)}`.execute(to);
}

export const holdsLedger = "The database already has a ledger, and nothing was changed.";

export async function refuseLivingInstance(ledger: Db): Promise<void> {
  if (await hasLivingInstance(ledger))
    throw new Error("A dashboard runs on the PostgreSQL database. Stop every server of it, and try again.");
}

/** The same rows in the new database's order: the chain must have the same end. */
async function requireSameAudit(read: Awaited<ReturnType<typeof verifyAudit>>, to: Db): Promise<void> {
  const written = await verifyAudit(to);
  if (read.entries !== written.entries || read.lastHash !== written.lastHash)
    throw new Error("The copy was discarded: its audit log differs.");
}
