/** Written by `appendAudit` alone, and never changed. */
export type AuditRow = {
  /** Counts from 1 without a gap. */
  seq: number;
  at: string;
  /** Both null where no known person did it. The name is the one at that time. */
  actor_id: string | null;
  actor_name: string | null;
  address: string | null;
  user_agent: string | null;
  action: string;
  record_kind: string | null;
  record_id: string | null;
  /** Canonical JSON: sorted keys; text and booleans. */
  detail: string;
  /** SHA-256 of the entry's `audit_covers`; null where it covers nothing. */
  cover: string | null;
  /** 64 zeros for the first entry. */
  previous_hash: string;
  /** SHA-256 of all other columns. */
  hash: string;
};

/** A line for each transfer or event; see `cover-hash.ts`. */
type AuditCoverRow = { seq: number; lines: string };

/** One row: the last entry's number and hash. */
export type AuditHeadRow = { id: number; seq: number; hash: string };

export type AuditTables = {
  audit_log: AuditRow;
  audit_head: AuditHeadRow;
  audit_covers: AuditCoverRow;
};
