/** One row each: the database server, whether anything can be written, and what stands at the top of a payment advice. */
export const installationTables: readonly string[] = [
  `create table database_server (
    id integer primary key not null,
    system_id text not null,
    timeline text not null,
    is_synchronous integer not null,
    held_since text,
    held_why text,
    released_at text,
    released_by text)`,
  `create table readiness (
    id integer primary key not null,
    at text not null)`,
  `create table letterhead (
    id text primary key not null,
    version integer not null,
    name text,
    address text,
    rc_number text,
    vat_number text,
    logo_type text,
    logo_hash text,
    logo text)`,
  // The empty identity takes whichever server comes first; a ledger without a row is a copy of another one.
  "insert into database_server (id, system_id, timeline, is_synchronous) values (1, '', '', 0)",
];
