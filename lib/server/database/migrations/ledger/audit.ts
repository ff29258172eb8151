/** The audit log, and the lines by which it covers the ledger. */
export const auditTables: readonly string[] = [
  `create table audit_log (
    seq integer primary key not null,
    at text not null,
    actor_id text,
    actor_name text,
    address text,
    user_agent text,
    action text not null,
    record_kind text,
    record_id text,
    detail text not null,
    previous_hash text not null,
    hash text not null,
    cover text)`,
  "create index audit_log_action on audit_log (action, seq)",
  "create index audit_log_actor_id on audit_log (actor_id, seq)",
  "create index audit_log_actor_name on audit_log (actor_name, seq)",
  // A person reads what people did: there are many more entries that only cover events.
  "create index audit_log_acts on audit_log (seq) where action <> 'events_recorded'",
  "create index audit_log_at on audit_log (at)",
  "create index audit_log_record_id on audit_log (record_id, seq)",
  `create table audit_covers (
    seq integer primary key not null,
    lines text not null)`,
  `create table audit_head (
    id integer primary key not null,
    seq integer not null,
    hash text not null)`,
  `insert into audit_head (id, seq, hash) values (1, 0, '${"0".repeat(64)}')`,
];
