import "server-only";
import { type Kysely, sql } from "kysely";

/** The migration that keeps names for lists. Of one owner each name is there once, however it is written. */
export async function addViews(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`create table views (
      id text primary key not null,
      owner text not null,
      name text not null,
      name_key text not null,
      query text not null,
      created_at text not null,
      unique (owner, name_key))`)
    .execute(db);
}
