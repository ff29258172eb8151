import "server-only";
import { type Kysely, sql } from "kysely";

/** The migration that keeps what is seen of deposits on a chain. */
export async function addDeposits(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  "alter table transfers add column deposit_label text",
  `create table deposits (
    transfer_id text not null references transfers (id),
    network text not null,
    tx text not null,
    contract text not null,
    ordinal integer not null,
    symbol text not null,
    decimals integer not null,
    is_own_token integer not null,
    from_address text not null,
    to_address text not null,
    units text not null,
    block integer not null,
    block_hash text not null,
    block_time text not null,
    state text not null,
    changes integer not null,
    node text not null,
    primary key (transfer_id, network, tx, contract, to_address, ordinal))`,
  "create index deposits_tx on deposits (tx)",
  "create index deposits_block on deposits (network, block)",
  `create table chain_cursors (
    network text primary key not null,
    watched_since text not null,
    settled integer,
    settled_hash text,
    settled_time text,
    head integer,
    head_time text,
    read_at text,
    audited_at text,
    lease_by text,
    lease_until text)`,
  // Those whose address is watched, by age.
  `create index transfers_watched on transfers (network, created_at) where submission = 'accepted' and address_check = 'valid'`,
  `create index transfers_deposit_needing on transfers (created_at, id) where is_handled = 0 and (
    deposit_label in ('short', 'over', 'wrong_token', 'gone')
    or (deposit_label = 'exact' and status in ('accepted', 'awaiting_deposit'))
    or (deposit_label = 'none' and status in ('deposit_received', 'processing', 'paid')))`,
];

/** The migration that keeps which wallets were asked to send. */
export async function addFundings(db: Kysely<unknown>): Promise<void> {
  for (const statement of ofFundings) await sql.raw(statement).execute(db);
}

const ofFundings = [
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

/** The migration that keeps that two nodes of a network disagree. */
export async function addNodeDisputes(db: Kysely<unknown>): Promise<void> {
  for (const statement of ofDisputes) await sql.raw(statement).execute(db);
}

const ofDisputes = [
  "alter table transfers add column has_node_dispute integer not null default 0",
  `create index transfers_disputed on transfers (created_at, id)
    where is_handled = 0 and has_node_dispute = 1`,
];
