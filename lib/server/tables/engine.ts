import type { QueryExecutorProvider } from "kysely";
import type { DatabaseSetting } from "#lib/server/config/database-setting";

/** A property, since a page can have another copy of the class; see `once.ts`. */
export type OfEngine = { readonly engine: DatabaseSetting["kind"] };

/** Also takes a transaction. Otherwise it is on SQLite. */
export function isPostgres(db: QueryExecutorProvider): boolean {
  return (db.getExecutor().adapter as Partial<OfEngine>).engine === "postgres";
}
