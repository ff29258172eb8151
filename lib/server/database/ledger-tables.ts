import "server-only";
import type { Schema } from "#lib/server/tables/schema";

/** Invariant: every table of the schema is named here, so a copy can forget none; a table that is not is a type error. */

/** The columns that name a row, and whether what it holds ends by itself within a day. */
type Table = { key: readonly [string, ...string[]]; isPassing: boolean };

const tables: { readonly [Name in keyof Schema]: Table } = {
  // In this order: a row comes after those that it refers to.
  transfers: { key: ["id"], isPassing: false },
  transfer_events: { key: ["transfer_id", "seq"], isPassing: false },
  transfer_names: { key: ["term", "created_at", "transfer_id"], isPassing: false },
  received: { key: ["transfer_id", "body_hash"], isPassing: false },
  people: { key: ["id"], isPassing: false },
  credentials: { key: ["id"], isPassing: false },
  second_factors: { key: ["id"], isPassing: false },
  audit_log: { key: ["seq"], isPassing: false },
  audit_head: { key: ["id"], isPassing: false },
  audit_covers: { key: ["seq"], isPassing: false },
  uncovered: { key: ["transfer_id"], isPassing: false },
  sessions: { key: ["id"], isPassing: true },
  challenges: { key: ["id"], isPassing: true },
  one_time_links: { key: ["token_hash"], isPassing: true },
  callback_windows: { key: ["transfer_id"], isPassing: true },
  attempts: { key: ["key"], isPassing: true },
  // Not part of a backup: a restored ledger may have been read by an earlier version, so it is read again.
  reading: { key: ["id"], isPassing: true },
  // Not part of a backup: a ledger that lacks it is a copy, older than what was sent.
  database_server: { key: ["id"], isPassing: true },
};

export type LedgerTable = { name: keyof Schema } & Table;

/** Every table. */
export const allTables: readonly LedgerTable[] = Object.entries(tables).map(([name, table]) => ({
  ...table,
  name: name as keyof Schema,
}));

/**
 * The tables whose rows are kept for good. The others open doors for hours: sessions, half sign-ins, one-time links, and
 * how often somebody tried. Restored, they would open doors that were shut since.
 */
export const lastingTables: readonly LedgerTable[] = allTables.filter(({ isPassing }) => !isPassing);
