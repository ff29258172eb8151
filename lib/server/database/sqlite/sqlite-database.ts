import { existsSync, type Stats, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { Kysely } from "kysely";
import Database from "libsql";
import { makeFile, makeFolder } from "#lib/secret/own-files";
import { migrate } from "#lib/server/database/migrations/migrate";
import type { Db, Schema } from "#lib/server/tables/schema";
import { StorableText } from "#lib/server/tables/storable-text";
import { isLocked } from "./sqlite-connection";
import { TransactionalSqliteDialect } from "./sqlite-dialect";

/** Invariant: one fsync a commit, and the file belongs to its owner alone. */

const maxOpenAttempts = 50;
const openRetryMs = 100;

/** Opens a file (mode 0600 in a 0700 folder) and migrates it to the newest migration, or to the one named. */
export async function openSqlite(file: string, migration?: string): Promise<Db> {
  if (file !== ":memory:") {
    makeFolder(dirname(resolve(file)));
    makeFile(file);
  }
  return retried(() => tryOpen(file, (opened) => migrate(opened, migration)));
}

/** Opens a file as it is. Throws when there is none. */
export async function attachSqlite(file: string): Promise<Db> {
  if (!existsSync(file)) throw new Error(`There is no database at ${file}.`);
  return retried(() => tryOpen(file));
}

async function retried(open: () => Promise<Db>): Promise<Db> {
  // Waits for the switch to WAL, and for another server's migration.
  for (let attempt = 1; ; attempt++) {
    try {
      return await open();
    } catch (error) {
      if (!isLocked(error) || attempt === maxOpenAttempts) throw error;
      await setTimeout(openRetryMs);
    }
  }
}

async function tryOpen(
  file: string,
  prepare: (opened: Db) => Promise<void> = async () => undefined,
): Promise<Db> {
  const engine = openEngine(file);
  const first = file === ":memory:" ? undefined : statSync(file);
  const reopen = first === undefined ? {} : { reopen: () => openEngine(requireSame(file, first)) };
  const dialect = new TransactionalSqliteDialect({ engine, ...reopen });
  const opened: Db = new Kysely<Schema>({ dialect, plugins: [new StorableText()] });
  try {
    await prepare(opened);
    return opened;
  } catch (error) {
    await opened.destroy();
    if (engine.open) engine.close();
    throw error;
  }
}

/** The path must still be the file that was opened first: another one may be another ledger. */
function requireSame(file: string, first: Stats): string {
  const { dev, ino } = statSync(file);
  if (dev !== first.dev || ino !== first.ino)
    throw new Error(`The file at ${file} was replaced. Restart the dashboard.`);
  return file;
}

export function openEngine(file: string): Database.Database {
  const engine = new Database(file);
  try {
    // A wait inside the engine would block the whole process.
    engine.pragma("busy_timeout = 0");
    engine.pragma("journal_mode = WAL");
    engine.pragma("synchronous = FULL");
    engine.pragma("foreign_keys = ON");
    // In KiB. Keeps the upper pages of every index of a large ledger; the default 2 MiB is too small.
    engine.pragma("cache_size = -16000");
    return engine;
  } catch (error) {
    engine.close();
    throw error;
  }
}
