import { may } from "#lib/contract/roles";
import type { StatementLine } from "#lib/features/books/books-answers";
import { koboText, toKobo } from "#lib/features/books/statement/kobo";
import type { Amount } from "#lib/money/money";
import type { Actor } from "#lib/server/auth/actor";
import type { StatementLineRow } from "#lib/server/tables/books/book-rows";
import { isOneOf } from "#lib/server/tables/prepared";
import type { Db, Trx } from "#lib/server/tables/schema";
import { cut } from "#lib/text/visible-text";

/** Lines as they are stored, and what of them is matched. */

/** How much of each of these lines is matched, in kobo; those of which nothing is are left out. */
export async function matchedOf(ledger: Db | Trx, lineIds: readonly string[]): Promise<Map<string, bigint>> {
  const sums = new Map<string, bigint>();
  if (lineIds.length === 0) return sums;
  const rows = await ledger
    .selectFrom("line_matches")
    .select(["line_id", "amount"])
    .where(isOneOf(ledger, "line_id", lineIds))
    .where("withdrawn_at", "is", null)
    .execute();
  for (const { line_id, amount } of rows)
    sums.set(line_id, (sums.get(line_id) ?? 0n) + (toKobo(amount) ?? 0n));
  return sums;
}

export function leftOf({ id, amount }: StatementLineRow, matched: ReadonlyMap<string, bigint>): string {
  return koboText((toKobo(amount) ?? 0n) - (matched.get(id) ?? 0n));
}

/** Narrations hold other people's names: finance sees them. */
export function shownLine(line: StatementLineRow, left: string, { person }: Actor): StatementLine {
  const { id, statement_id, n, day, side, amount, reference, narration } = line;
  const isSeen = may(person.role, "keep_books");
  return {
    ...{ id, statementId: statement_id, n, day, side, amount: amount as Amount, left: left as Amount },
    // A bank’s own texts are shorter.
    reference: isSeen ? cut(reference, 100) : null,
    narration: isSeen ? cut(narration, 300) : null,
  };
}
