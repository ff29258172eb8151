import "server-only";
import type { QueryExecutorProvider } from "kysely";
import type { DatabaseSetting } from "#lib/server/config/database-setting";

/** What the adapter of either dialect says of itself: a page can have another copy of its class, see `once.ts`. */
export type OfEngine = { readonly engine: DatabaseSetting["kind"] };

/** Whether a handle, or a transaction of it, is on PostgreSQL; else it is on SQLite. */
export function isPostgres(db: QueryExecutorProvider): boolean {
  return (db.getExecutor().adapter as Partial<OfEngine>).engine === "postgres";
}
