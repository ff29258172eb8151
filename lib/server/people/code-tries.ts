import { Problem } from "#lib/contract/problem";
import { appendAudit } from "#lib/server/audit/audit";
import { inTransaction } from "#lib/server/audit/transaction";
import type { From } from "#lib/server/auth/actor";
import { type Budget, countAttempt, guessWindowMs, handBackAttempt } from "#lib/server/credentials/attempts";
import { hashToken } from "#lib/server/credentials/token-hash";
import type { Db } from "#lib/server/tables/schema";

/**
 * Invariant: a code counts before it is checked, so that many at once give no extra attempts. A right one is handed back. An
 * open session and a known browser have counts of their own, which nobody else uses up.
 */

export const codeBudget: Budget = { max: 10, windowMs: guessWindowMs };

/** Where a code is typed; neither of both: in a browser of which nothing is known. */
export type CodePlace = { personId: string; sessionId?: string; device?: string | undefined };

/** Throws `too_many_requests`; the first one beyond the budget is logged. */
export async function countCode(ledger: Db, place: CodePlace, from: From): Promise<void> {
  const { isAllowed, count, retryAfterSeconds } = await countAttempt(ledger, keyOf(place), codeBudget);
  if (isAllowed) return;
  const { personId } = place;
  if (count === codeBudget.max + 1)
    await inTransaction(ledger, (trx) =>
      appendAudit(trx, { actor: null, ...from, action: "locked_out", recordId: personId, detail: {} }),
    );
  const minutes = Math.ceil(retryAfterSeconds / 60);
  const isStrange = place.sessionId === undefined && place.device === undefined;
  const elsewhere = isStrange ? ", or use a browser in which you signed in before" : "";
  throw new Problem(
    "too_many_requests",
    `Too many wrong codes. Try again in ${minutes} ${minutes === 1 ? "minute" : "minutes"}${elsewhere}.`,
    { retryAfterSeconds, extra: { isOver: true } },
  );
}

/** For a code that was not wrong. */
export async function handBackCode(ledger: Db, place: CodePlace): Promise<void> {
  await handBackAttempt(ledger, keyOf(place));
}

function keyOf({ personId, sessionId, device }: CodePlace): string {
  if (sessionId !== undefined) return `second-factor:session:${personId}:${sessionId}`;
  if (device !== undefined) return `second-factor:device:${personId}:${hashToken(device)}`;
  return `second-factor:person:${personId}`;
}
