import type { Schema } from "#lib/server/tables/schema";

/** Invariant: every table is named here, so a copy can forget none: a missing one is a type error. */

/** Its key, and whether its rows pass by themselves, so that a backup leaves them out. */
type Table = { key: readonly [string, ...string[]]; isPassing: boolean };

const tables: { readonly [Name in keyof Schema]: Table } = {
  // In this order: a row comes after those that it refers to.
  transfers: { key: ["id"], isPassing: false },
  transfer_events: { key: ["transfer_id", "seq"], isPassing: false },
  transfer_names: { key: ["term", "created_at", "transfer_id"], isPassing: false },
  payees: { key: ["id"], isPassing: false },
  payee_versions: { key: ["payee_id", "n"], isPassing: false },
  payee_decisions: { key: ["id"], isPassing: false },
  addresses: { key: ["transfer_id", "address"], isPassing: false },
  service_words: { key: ["word"], isPassing: false },
  letterhead: { key: ["id"], isPassing: false },
  views: { key: ["id"], isPassing: false },
  payee_names: { key: ["payee_id", "name_key"], isPassing: false },
  deposits: { key: ["transfer_id", "network", "tx", "contract", "to_address", "ordinal"], isPassing: false },
  chain_cursors: { key: ["network"], isPassing: false },
  received: { key: ["transfer_id", "body_hash"], isPassing: false },
  people: { key: ["id"], isPassing: false },
  fundings: { key: ["id"], isPassing: false },
  name_confirmations: { key: ["id"], isPassing: false },
  control_rules: { key: ["id"], isPassing: false },
  requests: { key: ["id"], isPassing: false },
  approvals: { key: ["id"], isPassing: false },
  own_accounts: { key: ["id"], isPassing: false },
  statements: { key: ["id"], isPassing: false },
  statement_lines: { key: ["id"], isPassing: false },
  line_matches: { key: ["id"], isPassing: false },
  movements: { key: ["transfer_id", "seq", "kind"], isPassing: false },
  movement_totals: { key: ["month", "token", "kind", "source"], isPassing: false },
  closings: { key: ["id"], isPassing: false },
  batches: { key: ["id"], isPassing: false },
  batch_rows: { key: ["id"], isPassing: false },
  funding_files: { key: ["id"], isPassing: false },
  credentials: { key: ["id"], isPassing: false },
  second_factors: { key: ["id"], isPassing: false },
  audit_log: { key: ["seq"], isPassing: false },
  audit_head: { key: ["id"], isPassing: false },
  audit_covers: { key: ["seq"], isPassing: false },
  rate_samples: { key: ["asset", "currency", "minute"], isPassing: false },
  rate_days: { key: ["asset", "currency", "day"], isPassing: false },
  endpoints: { key: ["id"], isPassing: false },
  mail_choices: { key: ["person_id", "kind"], isPassing: false },
  sessions: { key: ["id"], isPassing: true },
  // What a form held: it ends with its session.
  drafts: { key: ["person_id", "form_id"], isPassing: true },
  challenges: { key: ["id"], isPassing: true },
  one_time_links: { key: ["token_hash"], isPassing: true },
  // Restored, one would open again that a person has ended since.
  pay_links: { key: ["id"], isPassing: true },
  callback_windows: { key: ["transfer_id"], isPassing: true },
  attempts: { key: ["key"], isPassing: true },
  // Not in a backup: a restored ledger is read again.
  reading: { key: ["id"], isPassing: true },
  // Not in a backup: a restored ledger is counted again.
  happenings: { key: ["seq"], isPassing: true },
  counting: { key: ["id"], isPassing: true },
  amount_totals: { key: ["period", "asset", "status"], isPassing: true },
  bank_totals: { key: ["period", "bank_code", "status"], isPassing: true },
  paid_times: { key: ["period", "kind", "code", "bucket"], isPassing: true },
  payee_months: { key: ["period", "bank_code", "account_number"], isPassing: true },
  // Not in a backup: nobody is told again what was told before.
  deliveries: { key: ["seq"], isPassing: true },
  delivery_attempts: { key: ["delivery_seq", "n"], isPassing: true },
  // Not in a backup: where each transfer stands is computed again, and what stands then was told before.
  attention: { key: ["transfer_id", "place"], isPassing: true },
  standing_recipe: { key: ["id"], isPassing: true },
  // Not in a backup: a ledger without it is recognised as a copy.
  database_server: { key: ["id"], isPassing: true },
};

export type LedgerTable = { name: keyof Schema } & Table;

export const allTables: readonly LedgerTable[] = Object.entries(tables).map(([name, table]) => ({
  ...table,
  name: name as keyof Schema,
}));

/** Without sessions, links and attempts: restored, they would give access that was ended since. */
export const lastingTables: readonly LedgerTable[] = allTables.filter(({ isPassing }) => !isPassing);
