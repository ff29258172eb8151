import { createHash } from "node:crypto";
import type { StatementLineRow } from "./book-rows";

/** Of the lines that a file brought, in their order: the audit log covers it with the statement. */
export function linesHashOf(lines: readonly StatementLineRow[]): string {
  const texts = [...lines]
    .sort((a, b) => a.n - b.n)
    .map((line) => [
      ...[line.id, line.account_id, line.n, line.identity, line.occurrence, line.day, line.value_day],
      ...[line.side, line.amount, line.balance, line.reference, line.narration],
    ]);
  return createHash("sha256").update(JSON.stringify(texts)).digest("hex");
}
