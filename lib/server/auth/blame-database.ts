import "server-only";
import { sql } from "kysely";
import { db } from "#lib/server/database/db";

/**
 * Tells a database that is away from a fault of the sign-in library, which hides what its store threw: the database is
 * asked once more. Throws as it fails, else the error that was given.
 */
export async function blameDatabase(error: unknown): Promise<never> {
  await sql`select 1`.execute(await db());
  throw error;
}
