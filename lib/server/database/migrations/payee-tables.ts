import "server-only";
import { type Kysely, sql } from "kysely";

/** The migration that gives a transfer a reference and a purpose of our own. */
export async function addPayees(db: Kysely<unknown>): Promise<void> {
  for (const column of ["reference", "purpose"])
    await db.schema.alterTable("transfers").addColumn(column, "text").execute();
  // In the order of the list; a transfer without a reference costs it nothing.
  await sql
    .raw(
      "create index transfers_reference on transfers (lower(reference), created_at, id) where reference is not null",
    )
    .execute(db);
}
