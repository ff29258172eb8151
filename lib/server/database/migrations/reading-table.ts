import "server-only";
import { type Kysely, sql } from "kysely";

/**
 * The migration that lets callbacks be read again after an upgrade: by which version all of them are read, how far the
 * next one has got, and which transfers are no longer paid by what was read then. An empty table is a ledger of before.
 */
export async function addReading(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("reading")
    .addColumn("id", "integer", (column) => column.primaryKey())
    .addColumn("version", "integer", (column) => column.notNull())
    .addColumn("next_version", "integer", (column) => column.notNull())
    .addColumn("last_id", "text", (column) => column.notNull())
    .execute();
  await db.schema
    .alterTable("transfers")
    .addColumn("is_payment_withdrawn", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
  await sql
    .raw(
      "create index transfers_withdrawn on transfers (created_at, id) where is_handled = 0 and is_payment_withdrawn = 1",
    )
    .execute(db);
}
