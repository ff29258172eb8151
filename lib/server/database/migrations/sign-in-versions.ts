import "server-only";
import type { Kysely } from "kysely";

/**
 * What a sign-in was judged by has a number that only grows; a session, and a sign-in that waits for its second factor,
 * keep the one they were judged under. Part of a migration that never changes.
 */
export async function addSignInVersions(db: Kysely<unknown>): Promise<void> {
  for (const table of ["people", "sessions", "challenges"])
    await db.schema
      .alterTable(table)
      .addColumn("sign_in_version", "integer", (column) => column.notNull().defaultTo(0))
      .execute();
  // How the sessions of before were made is not known: whoever has a second factor signs in once more.
  await db.schema
    .alterTable("sessions")
    .addColumn("has_second_factor", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema
    .createIndex("one_time_links_created_by")
    .on("one_time_links")
    .column("created_by")
    .execute();
}
