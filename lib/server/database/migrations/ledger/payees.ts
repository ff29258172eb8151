/** Payees, the accounts that they had, and the names under which they are known. */
export const payeeTables: readonly string[] = [
  `create table payees (
    id text primary key not null,
    name text not null,
    created_at text not null,
    archived_at text,
    cover_key text)`,
  `create table payee_versions (
    payee_id text not null references payees (id),
    n integer not null,
    bank_code text not null,
    bank_name text not null,
    account_number text not null,
    account_name text not null,
    how_checked text,
    state text not null,
    at text not null,
    person_name text not null,
    cover_key text,
    primary key (payee_id, n))`,
  "create index payee_versions_account on payee_versions (account_number)",
  "create UNIQUE index payee_versions_current on payee_versions (payee_id) where state = 'current'",
  `create table payee_names (
    payee_id text not null references payees (id),
    name_key text not null,
    primary key (payee_id, name_key))`,
  "create index payee_names_key on payee_names (name_key)",
];
