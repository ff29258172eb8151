import { copyFileSync, existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Kysely } from "kysely";
import Database from "libsql";
import { attachSqlite } from "#lib/server/database/sqlite/sqlite-database";
import { TransactionalSqliteDialect } from "#lib/server/database/sqlite/sqlite-dialect";
import type { Db, Schema } from "#lib/server/tables/schema";

/** Invariant: a backup is only read, and may be on a read-only disk. */

/** Throws when there is none. The caller destroys it, and then the folder for what has to be copied first. */
export async function openBackup(file: string, folder: string): Promise<Db> {
  if (!existsSync(file)) throw new Error(`There is no backup at ${file}.`);
  // A copy of a database in use has its last writes in a file beside it.
  const rest = statSync(`${file}-wal`, { throwIfNoEntry: false });
  if (rest !== undefined && rest.size > 0) {
    if (rest.uid !== statSync(file).uid)
      throw new Error(
        `${file}-wal belongs to another account than ${file}, and would change what is restored. Move it away. Nothing was changed.`,
      );
    // Whoever opens the two writes the one into the other and removes it.
    const copy = join(folder, "backup-with-its-rest.db");
    for (const end of ["", "-wal"]) copyFileSync(file + end, copy + end);
    return attachSqlite(copy);
  }
  // Otherwise SQLite would make files beside one that it only reads.
  const engine = new Database(`${pathToFileURL(file).href}?immutable=1`);
  return new Kysely<Schema>({ dialect: new TransactionalSqliteDialect({ engine }) });
}
