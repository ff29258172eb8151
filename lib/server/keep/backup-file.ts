import { existsSync, statSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { Kysely } from "kysely";
import Database from "libsql";
import { attachSqlite } from "#lib/server/database/sqlite/sqlite-database";
import { TransactionalSqliteDialect } from "#lib/server/database/sqlite/sqlite-dialect";
import type { Db, Schema } from "#lib/server/tables/schema";

/** Invariant: a backup is only read, and may be on a read-only disk. */

/** Throws when there is none. The caller destroys it. */
export async function openBackup(file: string): Promise<Db> {
  if (!existsSync(file)) throw new Error(`There is no backup at ${file}.`);
  // A copy of a database in use has its last writes in a file beside it.
  const rest = statSync(`${file}-wal`, { throwIfNoEntry: false });
  if (rest !== undefined && rest.size > 0) {
    if (rest.uid !== statSync(file).uid)
      throw new Error(
        `${file}-wal belongs to another account than ${file}, and would change what is restored. Move it away. Nothing was changed.`,
      );
    return attachSqlite(file);
  }
  // Otherwise SQLite would make files beside one that it only reads.
  const engine = new Database(`${pathToFileURL(file).href}?immutable=1`);
  return new Kysely<Schema>({ dialect: new TransactionalSqliteDialect({ engine }) });
}
