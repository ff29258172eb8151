import "server-only";
import { closeSync, existsSync, mkdirSync, openSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { Kysely } from "kysely";
import Database from "libsql";
import type { Db } from "./db";
import { migrate } from "./migrate";
import type { Schema } from "./schema";
import { preparedOnce, TransactionalSqliteDialect } from "./sqlite-dialect";
import { StorableText } from "./storable-text";

/** Invariant: one fsync a commit, and the file belongs to its owner alone. */

const maxOpenAttempts = 50;
const openRetryMs = 100;

/** Opens a database file (mode 0600 in a 0700 folder) and brings it to the newest migration, or to the one named. */
export async function openSqlite(file: string, migration?: string): Promise<Db> {
  if (file !== ":memory:") {
    mkdirSync(dirname(resolve(file)), { recursive: true, mode: 0o700 });
    closeSync(openSync(file, "a", 0o600));
  }
  return retried(() => tryOpen(file, (opened) => migrate(opened, migration)));
}

/** Opens a database file as it is. Throws when there is none. */
export async function attachSqlite(file: string): Promise<Db> {
  if (!existsSync(file)) throw new Error(`There is no database at ${file}.`);
  return retried(() => tryOpen(file));
}

async function retried(open: () => Promise<Db>): Promise<Db> {
  // The switch to WAL does not wait for other servers by itself, however long the busy timeout is.
  for (let attempt = 1; ; attempt++) {
    try {
      return await open();
    } catch (error) {
      const isBusy = error instanceof Error && /database is locked/.test(error.message);
      if (!isBusy || attempt === maxOpenAttempts) throw error;
      await setTimeout(openRetryMs);
    }
  }
}

async function tryOpen(
  file: string,
  prepare: (opened: Db) => Promise<void> = async () => undefined,
): Promise<Db> {
  const sqlite = new Database(file);
  const dialect = new TransactionalSqliteDialect({ database: preparedOnce(sqlite) });
  const opened: Db = new Kysely<Schema>({ dialect, plugins: [new StorableText()] });
  try {
    sqlite.pragma("busy_timeout = 5000");
    sqlite.pragma("journal_mode = WAL");
    sqlite.pragma("synchronous = FULL");
    sqlite.pragma("foreign_keys = ON");
    // In KiB. The upper pages of every index of a large ledger stay here; the engine's own 2 MiB hold too few of them.
    sqlite.pragma("cache_size = -16000");
    await prepare(opened);
    return opened;
  } catch (error) {
    await opened.destroy();
    if (sqlite.open) sqlite.close();
    throw error;
  }
}
