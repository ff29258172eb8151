import "server-only";
import { closeSync, mkdirSync, openSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { Kysely, Migrator } from "kysely";
import Database from "libsql";
import { Problem } from "#lib/problem";
import { env } from "./env";
import { migrations } from "./migrations";
import { once } from "./once";
import type { Schema } from "./schema";
import { LockingSqliteDialect } from "./sqlite-dialect";

/** Invariant: one handle a process, migrated before anybody gets it, and one fsync a commit. */
export type Db = Kysely<Schema>;

const maxOpenAttempts = 50;
const openRetryMs = 100;

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
  // The switch to WAL does not wait for other servers by itself, however long the busy timeout is.
  for (let attempt = 1; ; attempt++) {
    try {
      return await tryOpen(file);
    } catch (error) {
      const isBusy = error instanceof Error && /database is locked/.test(error.message);
      if (!isBusy || attempt === maxOpenAttempts) throw error;
      await setTimeout(openRetryMs);
    }
  }
}

async function tryOpen(file: string): Promise<Db> {
  const sqlite = new Database(file);
  const opened: Db = new Kysely<Schema>({ dialect: new LockingSqliteDialect({ database: sqlite }) });
  try {
    sqlite.pragma("busy_timeout = 5000");
    sqlite.pragma("journal_mode = WAL");
    sqlite.pragma("synchronous = FULL");
    sqlite.pragma("foreign_keys = ON");
    const migrator = new Migrator({ db: opened, provider: { getMigrations: async () => migrations } });
    const { error } = await migrator.migrateToLatest();
    if (error !== undefined) throw error;
    return opened;
  } catch (error) {
    await opened.destroy();
    if (sqlite.open) sqlite.close();
    throw error;
  }
}
