import type { Act } from "#lib/contract/roles";
import { type AuditEntry, appendAudit } from "#lib/server/audit/audit";
import { inTransaction } from "#lib/server/audit/transaction";
import { once } from "#lib/server/config/once";
import { db } from "#lib/server/database/db";
import type { Actor } from "./actor";
import { judgeAgain } from "./judge-again";

/** Invariant: seeing what is told to few is logged first, once an hour for a session and a record. */

const oneViewMs = 60 * 60_000;
const mostRemembered = 10_000;

/** Throws as `judgeAgain` does where the person may not see it any more. */
export async function recordView(actor: Actor, act: Act, view: AuditEntry): Promise<void> {
  const seen = once("views", () => new Map<string, number>());
  const key = `${actor.sessionId} ${view.action} ${view.recordId}`;
  const now = performance.now();
  if (now - (seen.get(key) ?? Number.NEGATIVE_INFINITY) < oneViewMs) return;
  await inTransaction(await db(), async (trx) => {
    await judgeAgain(trx, actor, act);
    await appendAudit(trx, view);
  });
  if (seen.size >= mostRemembered) seen.clear();
  seen.set(key, now);
}
