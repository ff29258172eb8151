import "server-only";
import { type Kysely, sql } from "kysely";

/** The migration that keeps which wallets were asked to send. */
export async function addFundings(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table fundings (
    id text primary key not null,
    transfer_id text not null references transfers (id),
    state text not null,
    person_id text not null references people (id),
    wallet text not null,
    from_address text not null,
    chain_id text not null,
    contract text not null,
    to_address text not null,
    units text not null,
    hash text,
    asked_at text not null,
    changed_at text not null)`,
  // The lock: a second wallet is never asked while the first may send.
  "create unique index fundings_live on fundings (transfer_id) where state in ('asked', 'unsure', 'sent')",
  "create index fundings_transfer on fundings (transfer_id, asked_at)",
  // What a wallet may have sent is read in the order of the list.
  "alter table transfers add column has_live_funding integer not null default 0",
  `create index transfers_asked on transfers (created_at, id)
    where is_handled = 0 and has_live_funding = 1`,
];
