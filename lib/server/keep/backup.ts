import "server-only";
import { existsSync, renameSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { sql } from "kysely";
import type { DatabaseSetting } from "#lib/server/config/database-setting";
import { attachDatabase } from "#lib/server/database/db";
import { lastingTables } from "#lib/server/database/ledger-tables";
import { migrationOf } from "#lib/server/database/migrations/migrate";
import { inSnapshot } from "#lib/server/database/snapshot";
import { openSqlite } from "#lib/server/database/sqlite/sqlite-database";
import type { Db } from "#lib/server/tables/schema";
import { syncFolder } from "#lib/server/tables/sync-folder";
import { type Examined, examineLedger } from "#lib/server/verify/examine-ledger";
import { openBackup } from "./backup-file";
import { copyTables, existing, type TableListener } from "./copy-ledger";
import { inPrivateFolder } from "./private-folder";

/**
 * Invariant: a backup is one file, the ledger at one moment, and it has its name only once it was restored elsewhere and
 * read whole. The file is an SQLite database of the ledger's own tables, whatever engine they come from.
 */

/**
 * Writes a backup of a ledger, which others may use meanwhile, into a new file (mode 0600). Gives what is in it; faults
 * of the ledger itself are in the backup, too, and are named. Throws, and leaves no file, when the file exists or the
 * backup cannot be read back.
 */
export async function writeBackup(
  setting: DatabaseSetting,
  file: string,
  onTable?: TableListener,
): Promise<Examined> {
  const path = resolve(file);
  if (existsSync(path)) throw new Error(`${file} exists already. Name a new file.`);
  return withLedger(attachDatabase(setting), (...source) =>
    inPrivateFolder(dirname(path), async (folder) => {
      const draft = join(folder, "backup.db");
      await copyToFile(source, draft, onTable);
      const examined = await restoredFrom(draft, join(folder, "restored.db"));
      renameSync(draft, path);
      syncFolder(dirname(path));
      return examined;
    }),
  );
}

/** Restores a backup into a new file, brings it to the newest migration, and examines it there. */
export async function restoredFrom(backup: string, file: string): Promise<Examined> {
  await withLedger(openBackup(backup), (...source) => copyToFile(source, file));
  const restored = await openSqlite(file);
  try {
    const examined = await examineLedger(restored);
    await keepAsOneFile(restored);
    return examined;
  } finally {
    await restored.destroy();
  }
}

/** Does something with a ledger of a migration, and closes it. Throws before anything is done where there is none. */
async function withLedger<Result>(
  opening: Promise<Db>,
  work: (ledger: Db, migration: string) => Promise<Result>,
): Promise<Result> {
  const ledger = await opening;
  try {
    const migration = await migrationOf(ledger);
    if (migration === undefined) throw new Error("There is no ledger in the database.");
    return await work(ledger, migration);
  } finally {
    await ledger.destroy();
  }
}

/** Copies what lasts of a ledger, as it is at one moment, into a new file. */
async function copyToFile(
  [source, migration]: [ledger: Db, migration: string],
  file: string,
  onTable?: TableListener,
): Promise<void> {
  const target = await openSqlite(file, migration);
  try {
    const tables = await existing(source, lastingTables);
    await inSnapshot(source, (from) =>
      target.transaction().execute((to) => copyTables(from, to, tables, onTable)),
    );
    await keepAsOneFile(target);
  } finally {
    await target.destroy();
  }
}

/** Writes what stands in SQLite's second file into the first, which then can be copied and stored alone. */
async function keepAsOneFile(ledger: Db): Promise<void> {
  await sql`pragma journal_mode = delete`.execute(ledger);
}
