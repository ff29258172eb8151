import "server-only";
import { type Kysely, sql } from "kysely";
import { isPostgres } from "#lib/server/tables/engine";

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

/**
 * The migration that keeps the order in which callbacks came, and by which SQLite writes each once, in the order of its key,
 * and not into an index besides.
 */
export async function addArrivals(db: Kysely<unknown>): Promise<void> {
  if (isPostgres(db)) {
    await sql`alter table received add column arrival bigint not null default 0`.execute(db);
    return;
  }
  await sql`create table keyed (
    transfer_id text not null, body_hash text not null, received_at text not null, last_at text not null,
    repeats integer not null, arrival integer not null default 0, query text not null, content_type text not null,
    raw text not null, raw_encoding text not null, is_truncated integer not null, primary key (transfer_id, body_hash)
  ) without rowid`.execute(db);
  await sql`insert into keyed select transfer_id, body_hash, received_at, last_at, repeats, 0, query, content_type, raw,
    raw_encoding, is_truncated from received`.execute(db);
  await sql`drop table received`.execute(db);
  await sql`alter table keyed rename to received`.execute(db);
  await sql`create table keyed (
    transfer_id text primary key not null, count integer not null, ends_at bigint not null
  ) without rowid`.execute(db);
  await sql`insert into keyed select transfer_id, count, ends_at from callback_windows`.execute(db);
  await sql`drop table callback_windows`.execute(db);
  await sql`alter table keyed rename to callback_windows`.execute(db);
}
