import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

/**
 * The hash of what is approved. An approval counts for this hash alone, so nothing that an approver saw can change after it.
 *
 * Invariant: a recipe names its fields in their order, and never changes: another field makes a new recipe. A hash is the
 * SHA-256, in lower-case hex, of a JSON list without spaces in UTF-8: the recipe's name, then the values as they are stored,
 * text as text, numbers as numbers, `null` for none.
 */

const transfer1 = [
  ...(["amount", "asset", "fromCurrency", "network", "currency", "country"] as const),
  ...(["bankCode", "bankName", "accountNumber", "accountName", "payeeId", "payeeVersion"] as const),
  ...(["reference", "purpose", "callbackUrl", "makerId", "replaces"] as const),
] as const;

/** Of one row; a row in naira has its wish, and as `amount` the largest that it may take. */
const batchRow1 = [
  ...(["key", "amount", "askedOutput", "asset", "fromCurrency", "network", "currency", "country"] as const),
  ...(["bankCode", "bankName", "accountNumber", "accountName", "payeeId", "payeeVersion"] as const),
  ...(["reference", "purpose", "callbackUrl", "replaces"] as const),
] as const;

const payeeVersion1 = [
  ...(["payeeId", "payeeVersion", "bankCode", "bankName", "accountNumber", "accountName"] as const),
  ...(["howChecked", "makerId"] as const),
] as const;

type Values<Fields extends readonly string[]> = {
  readonly [Field in Fields[number]]: Field extends "payeeVersion" ? number | null : string | null;
};

export type TransferSubject = Values<typeof transfer1>;
/** Its rows in their order, and the agreed rate of each token. */
export type BatchSubject = {
  makerId: string;
  rates: Readonly<Record<string, string>>;
  rows: readonly Values<typeof batchRow1>[];
};

/** Recipe `transfer-1`. */
export function transferHash(transfer: TransferSubject): string {
  return sha256Of(transferText(transfer));
}

/** The text whose hash it is. */
export function transferText(transfer: TransferSubject): string {
  return textOf(["transfer-1", ...transfer1.map((field) => transfer[field])]);
}

/** Recipe `batch-1`: the maker, a list of `[token, rate]` in the order of the tokens' text, and a list a row. */
export function batchHash(batch: BatchSubject): string {
  return sha256Of(batchText(batch));
}

/** The text whose hash it is. */
export function batchText({ makerId, rates, rows }: BatchSubject): string {
  const sorted = Object.entries(rates).sort(([a], [b]) => (a < b ? -1 : 1));
  return textOf(["batch-1", makerId, sorted, rows.map((row) => batchRow1.map((field) => row[field]))]);
}

/** A row of a batch by itself, recipe `batch-row-1`: by which its transfer is known as what was approved. */
export function batchRowHash(row: BatchSubject["rows"][number]): string {
  return sha256Of(textOf(["batch-row-1", ...batchRow1.map((field) => row[field])]));
}

export type PayeeVersionSubject = Values<typeof payeeVersion1>;

/** Recipe `payee_version-1`. What the payee is called is no part of it: nobody can rename one whose account waits. */
export function payeeVersionHash(version: PayeeVersionSubject): string {
  return sha256Of(payeeVersionText(version));
}

/** The text whose hash it is. */
export function payeeVersionText(version: PayeeVersionSubject): string {
  return textOf(["payee_version-1", ...payeeVersion1.map((field) => version[field])]);
}

export type RulesSubject = { n: number; rules: string; makerId: string };

/** Recipe `rules-1`: the number, the text as it is stored, and who set it. */
export function rulesHash(subject: RulesSubject): string {
  return sha256Of(rulesText(subject));
}

/** The text whose hash it is. */
export function rulesText({ n, rules, makerId }: RulesSubject): string {
  return textOf(["rules-1", n, rules, makerId]);
}

type Json = string | number | null | readonly Json[];

/** A list of JSON can be read back, so two lists never have one text. */
function textOf(values: readonly Json[]): string {
  return JSON.stringify(values);
}

function sha256Of(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}
