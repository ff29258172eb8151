import "server-only";
import { type Kysely, sql } from "kysely";

/** The migration that lets a callback be kept first and applied after. */
export async function addReceived(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("received")
    .addColumn("transfer_id", "text", (column) => column.notNull())
    .addColumn("body_hash", "text", (column) => column.notNull())
    .addColumn("received_at", "text", (column) => column.notNull())
    .addColumn("last_at", "text", (column) => column.notNull())
    .addColumn("repeats", "integer", (column) => column.notNull())
    .addColumn("query", "text", (column) => column.notNull())
    .addColumn("content_type", "text", (column) => column.notNull())
    .addColumn("raw", "text", (column) => column.notNull())
    .addColumn("raw_encoding", "text", (column) => column.notNull())
    .addColumn("is_truncated", "integer", (column) => column.notNull())
    .addPrimaryKeyConstraint("received_key", ["transfer_id", "body_hash"])
    .execute();
  await db.schema
    .createTable("callback_windows")
    .addColumn("transfer_id", "text", (column) => column.primaryKey())
    .addColumn("count", "integer", (column) => column.notNull())
    // Seconds, which an integer of PostgreSQL holds until 2038.
    .addColumn("ends_at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema
    .alterTable("transfers")
    .addColumn("has_dropped_callbacks", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
  await sql`create index transfers_dropped_callbacks on transfers (created_at, id)
    where is_handled = 0 and has_dropped_callbacks = 1`.execute(db);
}
