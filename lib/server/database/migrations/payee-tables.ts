import "server-only";
import { type Kysely, sql } from "kysely";

/** The migration that gives a transfer a reference, a purpose and a payee, and payees their versions. */
export async function addPayees(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  "alter table transfers add column reference text",
  "alter table transfers add column purpose text",
  "alter table transfers add column payee_id text",
  "alter table transfers add column payee_version integer",
  // In the order of the list; a transfer without one costs them nothing.
  `create index transfers_reference on transfers (lower(reference), created_at, id) where reference is not null`,
  `create index transfers_of_payee on transfers (payee_id, created_at) where payee_id is not null`,
  `create table payees (
    id text primary key not null,
    name text not null,
    created_at text not null,
    archived_at text)`,
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
    primary key (payee_id, n))`,
  `create unique index payee_versions_current on payee_versions (payee_id) where state = 'current'`,
  `create index payee_versions_account on payee_versions (account_number)`,
];
