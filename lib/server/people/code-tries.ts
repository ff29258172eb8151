import "server-only";
import { Problem } from "#lib/contract/problem";
import { appendAudit } from "#lib/server/audit/audit";
import { inTransaction } from "#lib/server/audit/transaction";
import type { From } from "#lib/server/auth/actor";
import { type Budget, countAttempt, guessWindowMs } from "#lib/server/credentials/attempts";
import type { Db } from "#lib/server/tables/schema";

/**
 * Invariant: a code counts before it is checked, so that many at once give no extra attempts. A right one is handed back.
 */

export const codeBudget: Budget = { max: 10, windowMs: guessWindowMs };

/** Throws `too_many_requests`; the first one beyond the budget is logged. */
export async function countCode(ledger: Db, personId: string, from: From): Promise<void> {
  const { isAllowed, count, retryAfterSeconds } = await countAttempt(ledger, keyOf(personId), codeBudget);
  if (isAllowed) return;
  if (count === codeBudget.max + 1)
    await inTransaction(ledger, (trx) =>
      appendAudit(trx, { actor: null, ...from, action: "locked_out", recordId: personId, detail: {} }),
    );
  const minutes = Math.ceil(retryAfterSeconds / 60);
  throw new Problem(
    "too_many_requests",
    `Too many wrong codes. Try again in ${minutes} ${minutes === 1 ? "minute" : "minutes"}.`,
    { retryAfterSeconds, extra: { isOver: true } },
  );
}

/** For a code that was not wrong. */
export async function handBackCode(ledger: Db, personId: string): Promise<void> {
  await ledger
    .updateTable("attempts")
    .set(({ eb }) => ({ count: eb("count", "-", 1) }))
    .where("key", "=", keyOf(personId))
    .where("count", ">", 0)
    .execute();
}

function keyOf(personId: string): string {
  return `second-factor:person:${personId}`;
}
