import "server-only";
import type { Act } from "#lib/contract/roles";
import { isPostgres } from "#lib/server/tables/engine";
import type { Trx } from "#lib/server/tables/schema";
import type { Actor } from "./actor";
import { requireRights } from "./require-actor";
import { findSessions, livingActor } from "./session";

/**
 * Invariant: a person is judged when a request comes, and again by the transaction that acts, on rows that no other one
 * changes before it ends. Anyone who was disabled, lowered or signed out in between does nothing.
 */

/**
 * Judges the actor's session, state, role, second factor and, where it is asked for, confirmation as they are now. Call it
 * first in the transaction. Gives the actor of now; throws as `requireActor` does.
 */
export async function judgeAgain(trx: Trx, actor: Actor, act: Act, mustConfirm = false): Promise<Actor> {
  const { sessionId, from } = actor;
  const locks = isPostgres(trx);
  // A transaction on SQLite must write before it reads; from there it is the only one that writes.
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
