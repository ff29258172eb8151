import type { Act } from "#lib/contract/roles";
import { isPostgres } from "#lib/server/tables/engine";
import type { Trx } from "#lib/server/tables/schema";
import type { Actor } from "./actor";
import { requireRights } from "./require-actor";
import { findSessions, livingActor } from "./session";

/**
 * Invariant: a person is judged when a request comes, and again by the transaction that acts, on locked rows. So anyone
 * disabled, demoted or signed out in between does nothing.
 */

/**
 * Judges the session, role, second factor and confirmation as they are now. Call it first in the transaction. Returns the
 * current actor; throws as `requireActor` does.
 */
export async function judgeAgain(trx: Trx, actor: Actor, act: Act, mustConfirm = false): Promise<Actor> {
  const { sessionId, from } = actor;
  const locks = isPostgres(trx);
  // On SQLite a transaction must write before it reads; then it is the only writer.
  if (!locks)
    await trx
      .updateTable("sessions")
      .set(({ ref }) => ({ last_seen_at: ref("last_seen_at") }))
      .where("id", "=", sessionId)
      .execute();
  const found = await findSessions(trx)
    .where("sessions.id", "=", sessionId)
    .$if(locks, (query) => query.forShare())
    .executeTakeFirst();
  return requireRights(livingActor(found, from), act, mustConfirm);
}
