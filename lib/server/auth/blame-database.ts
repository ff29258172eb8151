import { sql } from "kysely";
import { db } from "#lib/server/database/db";

/** The library hides what its store threw, so this asks the database once more: throws its failure, else the given error. */
export async function blameDatabase(error: unknown): Promise<never> {
  await sql`select 1`.execute(await db());
  throw error;
}
