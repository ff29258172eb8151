import "server-only";
import { closeSync, mkdirSync, openSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { Kysely, Migrator, SqliteDialect } from "kysely";
import Database from "libsql";
import { Problem } from "#lib/problem";
import { env } from "./env";
import { migrations } from "./migrations";
import { once } from "./once";
import type { Schema } from "./schema";

/** Invariant: one handle a process, migrated before anybody gets it, and one fsync a commit. */
export type Db = Kysely<Schema>;

/** The database, opened and migrated on first use. Throws `database_unavailable` when it cannot be opened. */
export function db(): Promise<Db> {
  const holder = once<{ opened: Promise<Db> | undefined }>("db", () => ({ opened: undefined }));
  holder.opened ??= openDatabase(env().databaseFile).catch((cause: unknown) => {
    // The next request tries again, so that a mended disk needs no restart.
    holder.opened = undefined;
    const detail = "The dashboard cannot open its database. Nothing was sent to the service.";
    throw new Problem("database_unavailable", detail, { cause });
  });
  return holder.opened;
}

/** Opens a database file (mode 0600 in a 0700 folder) and brings it to the newest migration. */
export async function openDatabase(file: string): Promise<Db> {
  if (file !== ":memory:") {
    mkdirSync(dirname(resolve(file)), { recursive: true, mode: 0o700 });
    closeSync(openSync(file, "a", 0o600));
  }
  const sqlite = new Database(file);
  sqlite.pragma("journal_mode = WAL");
  sqlite.pragma("synchronous = FULL");
  sqlite.pragma("busy_timeout = 5000");
  sqlite.pragma("foreign_keys = ON");
  const opened: Db = new Kysely<Schema>({ dialect: new SqliteDialect({ database: sqlite }) });
  const migrator = new Migrator({ db: opened, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) {
    await opened.destroy();
    throw error;
  }
  return opened;
}
