import "server-only";
import { type Kysely, sql } from "kysely";

/** The migration that lets the audit log cover payees' accounts. What is there now waits for its line, with an empty key. */
export async function addPayeeCover(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("payee_versions").addColumn("cover_key", "text").execute();
  await sql`update payee_versions set cover_key = ''`.execute(db);
}
