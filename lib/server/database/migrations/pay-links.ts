import "server-only";
import { type Kysely, sql } from "kysely";

/** The migration that keeps the links by which somebody else pays a transfer. One of a transfer is live at most. */
export async function addPayLinks(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table pay_links (
    id text primary key not null,
    token_hash text not null unique,
    transfer_id text not null references transfers (id),
    payee_name text not null,
    reference text,
    shows_bank integer not null,
    created_by text not null references people (id),
    created_at text not null,
    expires_at text not null,
    ended_at text,
    ended_by text references people (id))`,
  "create unique index pay_links_live on pay_links (transfer_id) where ended_at is null",
  "create index pay_links_transfer on pay_links (transfer_id)",
  "create index pay_links_expiry on pay_links (expires_at)",
];
