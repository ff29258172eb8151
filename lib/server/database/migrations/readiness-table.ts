import "server-only";
import type { Kysely } from "kysely";

/** One row that is written to find out whether anything can be written. It is no part of the ledger. */
export async function createReadinessTable(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("readiness")
    .addColumn("id", "integer", (column) => column.primaryKey())
    .addColumn("at", "text", (column) => column.notNull())
    .execute();
}
