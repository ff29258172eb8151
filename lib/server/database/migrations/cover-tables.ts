import "server-only";
import { type Kysely, sql } from "kysely";

/** The migration that lets the chain of the audit log cover the transfers' facts and their events. */
export async function addCover(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("audit_log").addColumn("cover", "text").execute();
  await db.schema
    .createTable("audit_covers")
    .addColumn("seq", "integer", (column) => column.primaryKey())
    .addColumn("lines", "text", (column) => column.notNull())
    .execute();
  // A person reads what people did: there are many more entries that only cover events.
  await sql`create index audit_log_acts on audit_log (seq) where action not in ('events_recorded', 'ledger_covered')`.execute(
    db,
  );
  for (const column of ["address", "transaction_id"])
    await db.schema.alterTable("transfer_events").addColumn(column, "text").execute();
  await sql`create index transfer_events_address on transfer_events (transfer_id, seq) where address is not null`.execute(
    db,
  );
  // What is there now has no entry yet.
  await db.schema
    .createTable("uncovered")
    .addColumn("transfer_id", "text", (column) => column.primaryKey())
    .addColumn("events", "integer", (column) => column.notNull())
    .execute();
  await sql`insert into uncovered (transfer_id, events)
    select id, (select count(*) from transfer_events where transfer_id = transfers.id) from transfers`.execute(
    db,
  );
}
