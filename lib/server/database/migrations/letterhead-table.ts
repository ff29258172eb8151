import "server-only";
import { type Kysely, sql } from "kysely";

/** The migration that keeps what stands at the top of each payment advice. */
export async function addLetterhead(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`create table letterhead (
      id text primary key not null,
      version integer not null,
      name text,
      address text,
      rc_number text,
      vat_number text,
      logo_type text,
      logo_hash text,
      logo text)`)
    .execute(db);
}
