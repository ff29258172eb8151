import "server-only";
import { type Kysely, sql } from "kysely";

/**
 * The migration that keeps where a transfer stands: every address that it ever had, why it needs a person and from when, and
 * what an admin says that a service's word means. What needs a person is one table, and no condition on the transfer.
 */
export async function addStanding(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  "alter table transfers add column chip text not null default 'status'",
  "alter table transfers add column is_closed integer not null default 0",
  `create table attention (
    transfer_id text not null references transfers (id),
    place integer not null,
    from_at text not null,
    look_at text,
    look_counts text,
    told_at text,
    primary key (transfer_id, place))`,
  "create index attention_untold on attention (from_at) where told_at is null",
  "alter table chain_cursors add column blind_told text",
  `create table addresses (
    transfer_id text not null references transfers (id),
    address text not null,
    account text not null,
    address_check text not null,
    network text not null,
    created_at text not null,
    seq integer not null,
    is_looked_at integer not null default 0,
    primary key (transfer_id, address))`,
  "create index addresses_account on addresses (account, created_at, transfer_id)",
  "create index addresses_watched on addresses (network, created_at) where address_check = 'valid'",
  `create table service_words (
    word text primary key not null,
    meaning text not null,
    taught_by text not null,
    taught_at text not null)`,
  `create table standing_recipe (
    id integer primary key not null,
    recipe text not null,
    next_recipe text not null,
    last_id text not null)`,
  // Every address that an event names, in the form that the account has once it is read again.
  `insert into addresses (transfer_id, address, account, address_check, network, created_at, seq, is_looked_at)
    select transfers.id, named.address,
      case when named.address like '0x%' then lower(named.address) else named.address end,
      case when named.address = transfers.address then coalesce(transfers.address_check, 'unchecked') else 'valid' end,
      transfers.network, transfers.created_at, named.seq,
      case when named.address = transfers.address and transfers.deposit_label is not null then 1 else 0 end
    from transfers join (
      select transfer_id, address, min(seq) as seq from (
        select transfer_id, address, seq from transfer_events where address is not null
        union all
        select transfer_id, claimed_address, seq from transfer_events
        where claimed_address is not null and source in ('service_answer', 'dashboard', 'person')
      ) as every_address group by transfer_id, address
    ) as named on named.transfer_id = transfers.id`,
  ...[
    ...(["needing", "dropped_callbacks", "withdrawn", "deposit_needing", "asked"] as const),
    ...(["disputed", "watched"] as const),
  ].map((name) => `drop index if exists transfers_${name}`),
  "drop table attention_told",
];
