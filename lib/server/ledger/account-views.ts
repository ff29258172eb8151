import "server-only";
import type { Transfer } from "#lib/contract/api";
import { appendAudit } from "#lib/server/audit/audit";
import { inTransaction } from "#lib/server/audit/transaction";
import { type Actor, originOf } from "#lib/server/auth/actor";
import { judgeAgain } from "#lib/server/auth/judge-again";
import { once } from "#lib/server/config/once";
import { db } from "#lib/server/database/db";

/** Invariant: seeing a full account number is logged first, once an hour for a session and a transfer. */

const oneViewMs = 60 * 60_000;
const mostRemembered = 10_000;

/** Throws as `judgeAgain` does where the person may not see it any more. */
export async function recordAccountView(
  { id, accountNumber }: Pick<Transfer, "id" | "accountNumber">,
  actor: Actor,
): Promise<void> {
  const seen = once("account-views", () => new Map<string, number>());
  const key = `${actor.sessionId} ${id}`;
  const now = performance.now();
  if (now - (seen.get(key) ?? Number.NEGATIVE_INFINITY) < oneViewMs) return;
  const detail = { accountLastFour: accountNumber.slice(-4) };
  await inTransaction(await db(), async (trx) => {
    await judgeAgain(trx, actor, "read");
    await appendAudit(trx, { ...originOf(actor), action: "account_number_shown", recordId: id, detail });
  });
  if (seen.size >= mostRemembered) seen.clear();
  seen.set(key, now);
}

/** For a list: only the last four digits. */
export function withoutAccountNumber<Any extends { accountNumber: string }>(transfer: Any): Any {
  const { accountNumber } = transfer;
  return { ...transfer, accountNumber: accountNumber.slice(-4).padStart(accountNumber.length, "*") };
}
