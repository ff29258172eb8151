import { dirname, resolve } from "node:path";
import Database from "libsql";
import { makeFile, makeFolder } from "#lib/secret/own-files";

const schema = `
  create table if not exists transfers (
    transaction_id text primary key,
    address text not null unique,
    amount text not null,
    asset text not null,
    from_currency text not null,
    network text not null,
    bank_code text not null,
    to_currency text not null,
    country text not null,
    account_number text not null,
    account_name text not null,
    callback_url text,
    status text not null,
    plan text not null,
    steps_taken integer not null,
    step_due_ms integer,
    created_ms integer not null
  ) strict;
  create index if not exists transfers_step_due on transfers (step_due_ms) where step_due_ms is not null;
  create table if not exists callbacks (
    id integer primary key autoincrement,
    transaction_id text not null references transfers,
    url text not null,
    body text not null,
    tries integer not null default 0,
    outcome text not null default 'waiting' check (outcome in ('waiting', 'delivered', 'given_up')),
    due_ms integer not null,
    last_error text
  ) strict;
  create index if not exists callbacks_due on callbacks (due_ms) where outcome = 'waiting';
  create index if not exists callbacks_transfer on callbacks (transaction_id);
  create table if not exists chain_reorgs (
    id integer primary key autoincrement,
    network text not null,
    from_block integer not null,
    at_ms integer not null
  ) strict;
  create index if not exists chain_reorgs_block on chain_reorgs (network, from_block);
  create table if not exists chain_logs (
    network text not null,
    block integer not null,
    log_index integer not null,
    tx text not null,
    tx_index integer not null,
    contract text not null,
    from_address text not null,
    to_address text not null,
    units text not null,
    transaction_id text not null references transfers,
    dropped_by integer references chain_reorgs,
    primary key (network, block, log_index)
  ) strict;
  create index if not exists chain_logs_tx on chain_logs (tx);
  create index if not exists chain_logs_transfer on chain_logs (transaction_id);
`;
const schemaVersion = 2;

export type Store = Database.Database;

/** Makes a missing file with mode 0600 (as SQLite's side files) and a missing folder with 0700. */
export function openStore(databaseFile: string): Store {
  if (databaseFile !== ":memory:") {
    makeFolder(dirname(resolve(databaseFile)));
    makeFile(databaseFile);
  }
  const store = new Database(databaseFile);
  store.exec("pragma journal_mode = wal; pragma synchronous = full; pragma busy_timeout = 5000");
  const { user_version: version } = store.prepare("pragma user_version").get() as { user_version: number };
  if (version > schemaVersion) {
    store.close();
    throw new Error(
      `${databaseFile} was written by a newer sandbox (version ${version}). Name another file.`,
    );
  }
  store.exec(`begin immediate; ${schema} pragma user_version = ${schemaVersion}; commit`);
  return store;
}
