import "server-only";
import type { EventKind, EventSource, Submission, TransferStatus } from "#lib/transfer-status";

/** Invariant: text and integers only, so that one set of migrations and queries serves SQLite and PostgreSQL. */

/** Times are ISO 8601 in UTC, which sort as text; amounts are decimal text; facts are 0 or 1. */
export type TransferRow = {
  id: string;
  idempotency_key: string;
  /** SHA-256 of the checked content, to tell a repeat from another transfer under the same key. */
  content_hash: string;
  created_at: string;
  updated_at: string;
  replaces: string | null;
  asset: string;
  from_currency: string;
  network: string;
  amount: string;
  currency: string;
  country: string;
  bank_code: string;
  bank_name: string;
  account_number: string;
  account_name: string;
  callback_url: string | null;
  /** The output that the person accepted, and when it was quoted; null when the caller gave none. */
  accepted_output: string | null;
  accepted_quoted_at: string | null;
  /** The quote that the server fetched inside the submission; null when none could be had. */
  quote_rate: string | null;
  quote_output: string | null;
  quote_fee: string | null;
  quoted_at: string | null;
  transaction_id: string | null;
  address: string | null;
  address_check: "valid" | "invalid" | "unchecked" | null;
  /** SHA-256 of the token in the callback URL that was sent with this transfer; null when none was sent. */
  callback_token_hash: string | null;
  /** Every callback that arrived, kept or only counted. */
  callback_count: number;
  /** When a claim that is still `dispatching` counts as lost. */
  dispatch_deadline: string | null;
  /** The server that claimed it, where servers know of each other by a lock in the database. */
  dispatched_by: number | null;
  /** Caches of `fold(events)`. */
  is_handled: number;
  has_late_deposit: number;
  submission: Submission;
  status: TransferStatus;
};

export type TransferEventRow = {
  transfer_id: string;
  /** Counts from 1 within a transfer. */
  seq: number;
  at: string;
  source: EventSource;
  kind: EventKind;
  text: string | null;
  raw: string | null;
  /** `base64` where the bytes are not text that both engines can hold. */
  raw_encoding: "utf8" | "base64" | null;
  /** 1 when only the first part of what arrived was kept. */
  is_truncated: number;
  /** SHA-256 of a callback's method, query and body: the same again is counted and has no second effect. */
  body_hash: string | null;
  deliveries: number;
  /** The transaction ID that a callback names. */
  claimed_id: string | null;
  /** The status word of a callback. */
  word: string | null;
  is_quarantined: number;
};

export type Schema = { transfers: TransferRow; transfer_events: TransferEventRow };
