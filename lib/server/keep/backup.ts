import { existsSync, renameSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { sql } from "kysely";
import { syncFolder } from "#lib/secret/own-files";
import type { DatabaseSetting } from "#lib/server/config/database-setting";
import { attachDatabase } from "#lib/server/database/db";
import { lastingTables } from "#lib/server/database/ledger-tables";
import { migrationOf } from "#lib/server/database/migrations/migrate";
import { inSnapshot } from "#lib/server/database/snapshot";
import { openSqlite } from "#lib/server/database/sqlite/sqlite-database";
import type { Db } from "#lib/server/tables/schema";
import { type Examined, examineLedger } from "#lib/server/verify/examine-ledger";
import { openBackup } from "./backup-file";
import { copyTables, existing, requireSame, type TableListener } from "./copy-ledger";
import { inPrivateFolder } from "./private-folder";

/** Invariant: a backup is one SQLite file with the ledger at one moment, and gets its name only after a test restore. */

/**
 * Writes a backup (mode 0600) while others use the ledger. Returns what is in it, with the ledger's own faults. Throws, and
 * leaves no file, when the file exists or can't be read back.
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

/** Restores into a new file of a private folder, migrates it, and examines it there. */
export async function restoredFrom(backup: string, file: string): Promise<Examined> {
  await withLedger(openBackup(backup, dirname(file)), (...source) => copyToFile(source, file));
  const restored = await openSqlite(file);
  try {
    const examined = await examineLedger(restored, "copy");
    await keepAsOneFile(restored);
    return examined;
  } finally {
    await restored.destroy();
  }
}

/** Throws first when there is no ledger. */
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

async function copyToFile(
  [source, migration]: [ledger: Db, migration: string],
  file: string,
  onTable?: TableListener,
): Promise<void> {
  const target = await openSqlite(file, migration);
  try {
    const tables = await existing(source, lastingTables);
    await target.transaction().execute(async (to) => {
      const read = await inSnapshot(source, (from) => copyTables(from, to, tables, onTable));
      // Only now: PostgreSQL ends a transaction that hears nothing for a minute, and this reads a whole ledger back.
      await requireSame(to, tables, read);
    });
    await keepAsOneFile(target);
  } finally {
    await target.destroy();
  }
}

/** Merges SQLite's write-ahead file, so that the one file can be copied alone. */
async function keepAsOneFile(ledger: Db): Promise<void> {
  await sql`pragma journal_mode = delete`.execute(ledger);
}
