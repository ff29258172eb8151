import { createHash } from "node:crypto";
import type { LineMatchRow, OwnAccountRow, StatementRow } from "#lib/server/tables/books/book-rows";
import type { ClosingRow } from "#lib/server/tables/books/month-rows";
import type { BatchRowRow, BatchTableRow, FundingFileRow } from "#lib/server/tables/bulk/batch-rows";
import type { ApprovalRow, ControlRulesRow, RequestRow } from "#lib/server/tables/controls/control-rows";
import type { LetterheadRow } from "#lib/server/tables/letterhead/letterhead-row";
import type { PayLinkRow } from "#lib/server/tables/passing-rows";
import type {
  NameConfirmationRow,
  PayeeDecisionRow,
  PayeeRow,
  PayeeVersionRow,
} from "#lib/server/tables/payee-rows";
import type { TransferEventRow, TransferRow } from "#lib/server/tables/schema";
import { toStorableText } from "#lib/server/tables/storable-text";

/**
 * Invariant: a line names its recipe (which columns, in which order), and a recipe never changes: a new column makes a new
 * one. A hash is the SHA-256, in lower-case hex, of a JSON list without spaces in UTF-8. Each list has a random key that is
 * shown nowhere (the transfer's idempotency key, or a version's own), so nobody can guess account numbers by hash.
 */

const facts1 = [
  ...(["id", "idempotency_key", "content_hash", "created_at", "replaces", "asset", "from_currency"] as const),
  ...(["network", "amount", "currency", "country", "bank_code", "bank_name", "account_number"] as const),
  ...(["account_name", "callback_url", "accepted_output", "accepted_quoted_at", "quote_rate"] as const),
  ...(["quote_output", "quote_fee", "quoted_at", "reference", "purpose", "payee_id"] as const),
  ...(["payee_version", "asked_output", "created_by", "asked_day"] as const),
] as const;

const factsRecipes = {
  "facts-1": facts1,
} satisfies Record<string, readonly (keyof TransferRow)[]>;

/** An event that brings an address or a transaction ID has it. */
const event1 = [
  ...(["transfer_id", "seq", "at", "source", "person_name", "kind", "text", "raw", "raw_encoding"] as const),
  ...(["is_truncated", "body_hash", "address", "transaction_id", "claimed_address"] as const),
] as const;

const eventRecipes = {
  "event-1": event1,
  "event-2": [...event1, "claimed_id", "word", "arrived", "paid_out", "unread", "memo"],
} satisfies Record<string, readonly (keyof TransferEventRow)[]>;

/** A version's state changes: `verify-ledger` computes it. */
const payeeRecipes = {
  "payee-1": [
    ...(["payee_id", "n", "cover_key", "bank_code", "bank_name", "account_number", "account_name"] as const),
    ...(["how_checked", "at", "person_name", "needs_agreement"] as const),
  ],
} satisfies Record<string, readonly (keyof PayeeVersionRow)[]>;

/** Of what may change: each change writes a line, and the newest one counts. */
const recordRecipes = {
  "name-1": ["id", "cover_key", "name", "created_at", "archived_at"] satisfies (keyof PayeeRow)[],
  "agreement-1": [
    ...(["id", "payee_id", "n", "outcome", "at", "person_name", "reason"] as const),
  ] satisfies (keyof PayeeDecisionRow)[],
  "confirmation-1": [
    ...(["id", "payee_id", "n", "how", "shown_name", "note", "person_id", "at"] as const),
  ] satisfies (keyof NameConfirmationRow)[],
  "link-1": [
    ...(["id", "cover_key", "token_hash", "transfer_id", "payee_name", "reference", "shows_bank"] as const),
    ...(["created_by", "created_at", "expires_at", "ended_at", "ended_by"] as const),
  ] satisfies (keyof PayLinkRow)[],
  "letterhead-1": [
    ...(["id", "version", "name", "address", "rc_number", "vat_number"] as const),
    ...(["logo_type", "logo_hash", "logo"] as const),
  ] satisfies (keyof LetterheadRow)[],
  "rules-1": [
    ...(["id", "n", "rules", "by", "reason", "made_at", "effective_at", "state"] as const),
  ] satisfies (keyof ControlRulesRow)[],
  "request-1": [
    ...(["id", "kind", "subject_id", "subject_hash", "maker_id", "rules_n", "requirement", "naira"] as const),
    ...(["asked_at", "expires_at", "state", "ended_at", "ended_by", "reason"] as const),
  ] satisfies (keyof RequestRow)[],
  "approval-1": [
    ...(["id", "request_id", "person_id", "person_name", "role", "decision", "at", "subject_hash"] as const),
    ...(["output", "eligible_since", "voided_why"] as const),
  ] satisfies (keyof ApprovalRow)[],
  "batch-1": [
    ...(["id", "idempotency_key", "content_hash", "name", "made_at", "made_by", "file_hash"] as const),
    ...(["rows_hash", "brought", "said", "seen", "agreed", "agreed_at", "agreed_by", "stopped"] as const),
    ...(["discarded_at", "discarded_by"] as const),
  ] satisfies (keyof BatchTableRow)[],
  "batch-row-1": [
    ...(["id", "batch_id", "n", "key", "cells", "line", "said", "agreed"] as const),
  ] satisfies (keyof BatchRowRow)[],
  "funding-file-1": [
    ...(["id", "batch_id", "n", "name", "kind", "asset", "made_at", "made_by", "rows", "count"] as const),
    ...(["sum", "hash"] as const),
  ] satisfies (keyof FundingFileRow)[],
  "own-account-1": [
    ...(["id", "bank_code", "account_number", "payee_id", "n", "marked_at", "marked_by"] as const),
    ...(["ended_at", "ended_by", "form"] as const),
  ] satisfies (keyof OwnAccountRow)[],
  "statement-1": [
    ...(["id", "idempotency_key", "content_hash", "account_id", "name", "file_hash", "brought_at"] as const),
    ...(["brought_by", "first_day", "last_day", "fresh", "known", "lines_hash", "opening"] as const),
    ...(["closing", "doubts", "brought", "removed_at", "removed_by"] as const),
  ] satisfies (keyof StatementRow)[],
  "match-1": [
    ...(["id", "line_id", "account_id", "transfer_id", "amount", "rule", "matched_at"] as const),
    ...(["matched_by", "withdrawn_at", "withdrawn_by"] as const),
  ] satisfies (keyof LineMatchRow)[],
  "closing-1": [
    ...(["id", "closed_at", "closed_by", "note", "movements", "hash", "figures"] as const),
  ] satisfies (keyof ClosingRow)[],
};
type CoveredRecord = {
  "name-1": PayeeRow;
  "agreement-1": PayeeDecisionRow;
  "confirmation-1": NameConfirmationRow;
  "link-1": PayLinkRow;
  "letterhead-1": LetterheadRow;
  "rules-1": ControlRulesRow;
  "request-1": RequestRow;
  "approval-1": ApprovalRow;
  "batch-1": BatchTableRow;
  "batch-row-1": BatchRowRow;
  "funding-file-1": FundingFileRow;
  "own-account-1": OwnAccountRow;
  "statement-1": StatementRow;
  "match-1": LineMatchRow;
  "closing-1": ClosingRow;
};
export type RecordRecipe = keyof CoveredRecord;
/** Of every record that is covered: the newest line of each counts. */
export const recordRecipeNames = Object.keys(recordRecipes) as RecordRecipe[];

type FactsRecipe = keyof typeof factsRecipes;
type EventRecipe = keyof typeof eventRecipes;

/** A transfer's facts have no number. */
export type TransferLine = { recipe: string; transferId: string; seq: number | null; hash: string };
export type PayeeLine = { recipe: string; payeeId: string; n: number; hash: string };
export type RecordLine = { recipe: RecordRecipe; recordId: string; hash: string };
type Line = TransferLine | PayeeLine | RecordLine;

export function factsLine(row: TransferRow, recipe: FactsRecipe = "facts-1"): string {
  return `${recipe} ${row.id} ${factsHash(row, recipe) ?? ""}`;
}

/** `key` is the transfer's idempotency key. */
export function eventLine(key: string, row: TransferEventRow, recipe = eventRecipeOf(row)): string {
  return `${recipe} ${row.transfer_id} ${row.seq} ${eventHash(key, row, recipe) ?? ""}`;
}

/** A later version may read more out of a body: `verify-ledger` reads it again, and compares. */
function eventRecipeOf(row: TransferEventRow): EventRecipe {
  return row.kind === "callback" && isKeptWhole(row) ? "event-1" : "event-2";
}

/**
 * Whether all that was read of a callback is kept. Beside a blank body, or bytes that are no text, a query was read, which is
 * not: what it said is covered as it was read.
 */
export function isKeptWhole({ raw, unread }: Pick<TransferEventRow, "raw" | "unread">): boolean {
  return raw !== null && raw.trim() !== "" && unread !== "encoding";
}

/** The row has its key already. */
export function payeeLine(row: PayeeVersionRow): string {
  return `payee-1 ${row.payee_id} ${row.n} ${payeeHash(row, "payee-1") ?? ""}`;
}

/** The row has its key already. */
export function recordLine<Recipe extends RecordRecipe>(recipe: Recipe, row: CoveredRecord[Recipe]): string {
  return `${recipe} ${row.id} ${recordHash(recipe, row)}`;
}

export function recordHash<Recipe extends RecordRecipe>(recipe: Recipe, row: CoveredRecord[Recipe]): string {
  const columns: readonly string[] = recordRecipes[recipe];
  const values = new Map<string, string | number | null>(Object.entries(row));
  return hashOf([recipe, ...columns.map((name) => values.get(name) ?? null)]);
}

/** `undefined` for an unknown recipe. */
export function payeeHash(row: PayeeVersionRow, recipe: string): string | undefined {
  return isKey(payeeRecipes, recipe)
    ? hashOf([recipe, ...payeeRecipes[recipe].map((name) => row[name])])
    : undefined;
}

/** `undefined` for an unknown recipe. */
export function factsHash(row: TransferRow, recipe: string): string | undefined {
  return isKey(factsRecipes, recipe)
    ? hashOf([recipe, ...factsRecipes[recipe].map((name) => row[name])])
    : undefined;
}

/** `undefined` for an unknown recipe. */
export function eventHash(key: string, row: TransferEventRow, recipe: string): string | undefined {
  return isKey(eventRecipes, recipe)
    ? hashOf([recipe, key, ...eventRecipes[recipe].map((name) => row[name])])
    : undefined;
}

/** An unreadable line has an unknown recipe. */
export function readLines(lines: string): Line[] {
  return lines.split("\n").map((line) => {
    const parts = line.split(" ");
    const [recipe = "", id = "", number = ""] = parts;
    const hash = parts.at(-1) ?? "";
    if (recipe.startsWith("payee-")) return { recipe, payeeId: id, n: Number.parseInt(number, 10), hash };
    if (isKey(recordRecipes, recipe)) return { recipe, recordId: id, hash };
    return { recipe, transferId: id, seq: parts.length === 4 ? Number.parseInt(number, 10) : null, hash };
  });
}

export function isTransferLine(line: Line): line is TransferLine {
  return "transferId" in line;
}

export function isPayeeLine(line: Line): line is PayeeLine {
  return "payeeId" in line;
}

export function isRecordLine(line: Line): line is RecordLine {
  return "recordId" in line;
}

/** The entry's own hash covers it. */
export function linesHash(lines: string): string {
  return createHash("sha256").update(lines, "utf8").digest("hex");
}

/** As it is read back from the database. */
function hashOf(values: readonly (string | number | null)[]): string {
  const stored = values.map((value) => (typeof value === "string" ? toStorableText(value) : value));
  return linesHash(JSON.stringify(stored));
}

function isKey<Known extends object>(known: Known, name: string): name is Extract<keyof Known, string> {
  return Object.hasOwn(known, name);
}
