import "server-only";
import { type Kysely, sql } from "kysely";

/** The migration that keeps what a person types into a form. It ends with its session, whoever ends that. */
export async function addDrafts(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`create table drafts (
      person_id text primary key not null references people (id),
      session_id text not null references sessions (id) on delete cascade,
      encrypted_content text not null,
      updated_at text not null)`)
    .execute(db);
  await sql.raw("create index drafts_session on drafts (session_id)").execute(db);
}
