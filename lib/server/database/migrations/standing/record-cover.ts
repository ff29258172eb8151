import "server-only";
import { type Kysely, sql } from "kysely";

/**
 * The migration that lets the audit log cover payees' names and payers' links, and a network's cursor its own place. What is
 * there now waits for that, with an empty key.
 */
export async function addRecordCover(db: Kysely<unknown>): Promise<void> {
  for (const [table, column] of covered) {
    await db.schema.alterTable(table).addColumn(column, "text").execute();
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ''`.execute(db);
  }
}

const covered = [
  ["payees", "cover_key"],
  ["pay_links", "cover_key"],
  ["chain_cursors", "seal"],
] as const;
