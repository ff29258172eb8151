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

/** Opens and migrates on first use. Throws `database_unavailable`. */
export function db(): Promise<Db> {
  const holder = once<{ opened: Promise<Db> | undefined }>("db", () => ({ opened: undefined }));
  holder.opened ??= openDatabase(env().database).catch((cause: unknown) => {
    // The next request tries again, so a repaired disk or server needs no restart.
    holder.opened = undefined;
    const detail = "The dashboard cannot open its database. Nothing was sent to the service.";
    throw new Problem("database_unavailable", detail, { cause, retryAfterSeconds: 5 });
  });
  return holder.opened;
}

/** Opens and migrates. Throws `ConfigurationError` for an unexpected ledger. The caller destroys it. */
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

/** Opens a ledger of this version. Throws when there is none, or another version. The caller destroys it. */
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

/** Opens any database as it is, for a slow command. The caller destroys it. */
export async function attachDatabase(setting: DatabaseSetting): Promise<Db> {
  // Throws where this user may not look, which is not a missing file.
  if (setting.kind === "sqlite") statSync(setting.file, { throwIfNoEntry: false });
  return setting.kind === "sqlite" ? attachSqlite(setting.file) : attachPostgres(setting.connection);
}
