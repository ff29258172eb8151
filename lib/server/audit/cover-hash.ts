import "server-only";
import { createHash } from "node:crypto";
import type { TransferEventRow, TransferRow } from "#lib/server/tables/schema";
import { toStorableText } from "#lib/server/tables/storable-text";

/**
 * Invariant: a line names its recipe, which columns are hashed and in which order, and a recipe never changes: a column
 * that comes later makes the next one, and old lines are checked by theirs. A hash is the SHA-256, in small hexadecimal
 * digits, of the UTF-8 of a JSON list without spaces: the recipe's name, then the columns.
 *
 * Each list holds the transfer's idempotency key, a random UUID that no page, list or export shows: whoever reads the
 * audit log alone cannot try account numbers or notes until a hash fits.
 */

const factsRecipes = {
  "facts-1": [
    ...([
      "id",
      "idempotency_key",
      "content_hash",
      "created_at",
      "replaces",
      "asset",
      "from_currency",
    ] as const),
    ...(["network", "amount", "currency", "country", "bank_code", "bank_name", "account_number"] as const),
    ...(["account_name", "callback_url", "accepted_output", "accepted_quoted_at", "quote_rate"] as const),
    ...(["quote_output", "quote_fee", "quoted_at"] as const),
  ],
} satisfies Record<string, readonly (keyof TransferRow)[]>;

/** An address and a transaction ID come with the event that brings them. What is read out of `raw` again is not among these. */
const eventRecipes = {
  "event-1": [
    ...([
      "transfer_id",
      "seq",
      "at",
      "source",
      "person_name",
      "kind",
      "text",
      "raw",
      "raw_encoding",
    ] as const),
    ...(["is_truncated", "body_hash", "address", "transaction_id", "claimed_address"] as const),
  ],
} satisfies Record<string, readonly (keyof TransferEventRow)[]>;

type FactsRecipe = keyof typeof factsRecipes;
type EventRecipe = keyof typeof eventRecipes;

/** A line: what is covered, and by which hash. The facts of a transfer have no number. */
export type CoverLine = { recipe: string; transferId: string; seq: number | null; hash: string };

/** The line of a transfer's facts. */
export function factsLine(row: TransferRow, recipe: FactsRecipe = "facts-1"): string {
  return `${recipe} ${row.id} ${factsHash(row, recipe) ?? ""}`;
}

/** The line of an event, of a transfer with this idempotency key. */
export function eventLine(key: string, row: TransferEventRow, recipe: EventRecipe = "event-1"): string {
  return `${recipe} ${row.transfer_id} ${row.seq} ${eventHash(key, row, recipe) ?? ""}`;
}

/** The hash of a transfer's facts; `undefined` for a recipe that nobody knows. */
export function factsHash(row: TransferRow, recipe: string): string | undefined {
  return isKey(factsRecipes, recipe)
    ? hashOf([recipe, ...factsRecipes[recipe].map((name) => row[name])])
    : undefined;
}

/** The hash of an event; `undefined` for a recipe that nobody knows. */
export function eventHash(key: string, row: TransferEventRow, recipe: string): string | undefined {
  return isKey(eventRecipes, recipe)
    ? hashOf([recipe, key, ...eventRecipes[recipe].map((name) => row[name])])
    : undefined;
}

/** The lines of an entry; one that cannot be read has an unknown recipe. */
export function readLines(lines: string): CoverLine[] {
  return lines.split("\n").map((line) => {
    const parts = line.split(" ");
    const [recipe = "", transferId = ""] = parts;
    const seq = parts.length === 4 ? Number.parseInt(parts[2] ?? "", 10) : null;
    return { recipe, transferId, seq, hash: parts.at(-1) ?? "" };
  });
}

/** The hash of all lines of an entry, which the entry's own hash covers. */
export function linesHash(lines: string): string {
  return createHash("sha256").update(lines, "utf8").digest("hex");
}

/** As it is read once it is stored. */
function hashOf(values: readonly (string | number | null)[]): string {
  const stored = values.map((value) => (typeof value === "string" ? toStorableText(value) : value));
  return linesHash(JSON.stringify(stored));
}

function isKey<Known extends object>(known: Known, name: string): name is Extract<keyof Known, string> {
  return Object.hasOwn(known, name);
}
