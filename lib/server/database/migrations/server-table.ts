import "server-only";
import type { Kysely } from "kysely";

/**
 * The migration that lets the ledger know which database server it is on, in one row. The empty identity of a new row
 * takes whichever server comes first; a ledger without a row is a copy of another one.
 */
export async function addDatabaseServer(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("database_server")
    .addColumn("id", "integer", (column) => column.primaryKey())
    .addColumn("system_id", "text", (column) => column.notNull())
    .addColumn("timeline", "text", (column) => column.notNull())
    .addColumn("is_synchronous", "integer", (column) => column.notNull())
    .addColumn("held_since", "text")
    .addColumn("held_why", "text")
    .addColumn("released_at", "text")
    .addColumn("released_by", "text")
    .execute();
  const row = { id: 1, system_id: "", timeline: "", is_synchronous: 0 };
  await (db as Kysely<{ database_server: typeof row }>).insertInto("database_server").values(row).execute();
}
