import type { MonthTables } from "./month-rows";

/** What the feature of books keeps: the business's own accounts, the statements of them, and which line is which payout. */

/** An account of the business itself. One row an account, whichever version of a payee it is known by. */
export type OwnAccountRow = {
  id: string;
  bank_code: string;
  account_number: string;
  /** The payee's version by which it was marked last. */
  payee_id: string;
  n: number;
  marked_at: string;
  marked_by: string;
  /** Null while it is marked. */
  ended_at: string | null;
  ended_by: string | null;
  /** JSON of `StatementForm`: how its last statement was read; null before the first. */
  form: string | null;
};

/** A file that was brought. Never changes, but that its lines can be taken out. */
export type StatementRow = {
  id: string;
  idempotency_key: string;
  /** SHA-256 of what was asked for under the key. */
  content_hash: string;
  account_id: string;
  name: string;
  file_hash: string;
  brought_at: string;
  brought_by: string;
  first_day: string;
  last_day: string;
  /** Lines that were new, and those that were here already. */
  fresh: number;
  known: number;
  /** SHA-256 of the lines that were new, in their order. */
  lines_hash: string;
  opening: string | null;
  closing: string | null;
  /** Places where its balance doesn’t add up, and rows that could not be read. */
  doubts: number;
  /** JSON of `BroughtStatement`: what else there is to know of the file. */
  brought: string;
  removed_at: string | null;
  removed_by: string | null;
};

export type StatementLineRow = {
  /** The statement's ID, a point and the number of its line in the file. */
  id: string;
  statement_id: string;
  account_id: string;
  n: number;
  /** SHA-256 of what makes it the same line in another file; with `occurrence` it is once in an account. */
  identity: string;
  occurrence: number;
  day: string;
  value_day: string | null;
  side: "credit" | "debit";
  /** Naira with two decimals. */
  amount: string;
  balance: string | null;
  reference: string;
  narration: string;
};

/** What a person said belongs together. The transfer's own event names it, and says the same. */
export type LineMatchRow = {
  id: string;
  line_id: string;
  account_id: string;
  transfer_id: string;
  amount: string;
  rule: "E1" | "E2" | "S1" | "S2" | "S3";
  matched_at: string;
  matched_by: string;
  withdrawn_at: string | null;
  withdrawn_by: string | null;
};

export type BookTables = MonthTables & {
  own_accounts: OwnAccountRow;
  statements: StatementRow;
  statement_lines: StatementLineRow;
  line_matches: LineMatchRow;
};
