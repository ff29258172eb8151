import "server-only";
import { statSync } from "node:fs";
import { Problem } from "#lib/contract/problem";
import type { DatabaseSetting } from "#lib/server/config/database-setting";
import { env } from "#lib/server/config/env";
import { once } from "#lib/server/config/once";
import { migrationOf, newestMigration } from "#lib/server/database/migrations/migrate";
import { attachPostgres, openPostgres } from "#lib/server/database/postgres/postgres-database";
import { attachSqlite, openSqlite } from "#lib/server/database/sqlite/sqlite-database";
import type { Db } from "#lib/server/tables/schema";
import { refuseLostFile, refuseOtherLedger } from "./ledger-identity";

/** Invariant: one handle a process, migrated before anybody gets it, on an engine that keeps what it commits. */

/** The database, opened and migrated on first use. Throws `database_unavailable` when it cannot be opened. */
export function db(): Promise<Db> {
  const holder = once<{ opened: Promise<Db> | undefined }>("db", () => ({ opened: undefined }));
  holder.opened ??= openDatabase(env().database).catch((cause: unknown) => {
    // The next request tries again, so that a mended disk or a server that is back needs no restart.
    holder.opened = undefined;
    const detail = "The dashboard cannot open its database. Nothing was sent to the service.";
    throw new Problem("database_unavailable", detail, { cause, retryAfterSeconds: 5 });
  });
  return holder.opened;
}

/** Which engine the ledger lies on. */
export function databaseKind(): DatabaseSetting["kind"] {
  return env().database.kind;
}

/**
 * Opens a database and brings it to the newest migration. Throws `ConfigurationError` where another ledger was expected.
 * The caller destroys it.
 */
export async function openDatabase(setting: DatabaseSetting): Promise<Db> {
  refuseLostFile(setting);
  const opened =
    setting.kind === "sqlite" ? await openSqlite(setting.file) : await openPostgres(setting.connection);
  try {
    await refuseOtherLedger(setting, opened);
    return opened;
  } catch (error) {
    await opened.destroy();
    throw error;
  }
}

/**
 * Opens the ledger of a dashboard of this version, which is neither made nor migrated by it. Throws when there is none, or
 * one of another version. The caller destroys it.
 */
export async function attachLedger(setting: DatabaseSetting): Promise<Db> {
  refuseLostFile(setting);
  const attached = await attachDatabase(setting);
  try {
    const migration = await migrationOf(attached);
    if (migration === undefined) throw new Error("There is no ledger in the database. Check DATABASE_URL.");
    if (migration !== newestMigration())
      throw new Error("The ledger is an earlier version. Start the dashboard once to upgrade it.");
    return attached;
  } catch (error) {
    await attached.destroy();
    throw error;
  }
}

/** Opens a database as it is, whatever it is, for a command that may take its time. The caller destroys it. */
export async function attachDatabase(setting: DatabaseSetting): Promise<Db> {
  // What this user may not look at is no file that is missing.
  if (setting.kind === "sqlite") statSync(setting.file, { throwIfNoEntry: false });
  return setting.kind === "sqlite" ? attachSqlite(setting.file) : attachPostgres(setting.connection);
}
