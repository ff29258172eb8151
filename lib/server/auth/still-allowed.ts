import "server-only";
import type { Act } from "#lib/contract/roles";
import { db } from "#lib/server/database/db";
import type { Actor } from "./actor";
import { requireRights } from "./require-actor";
import { findSessions, livingActor } from "./session";

/**
 * Judges an actor as they are now, after a wait for the rest of a body or for the reader of an export. What is
 * written is judged by `judgeAgain` in its transaction. Gives the actor of now; throws as `requireActor` does.
 */
export async function requireStillAllowed(actor: Actor, act: Act, mustConfirm = false): Promise<Actor> {
  const found = await findSessions(await db())
    .where("sessions.id", "=", actor.sessionId)
    .executeTakeFirst();
  return requireRights(livingActor(found, actor.from), act, mustConfirm);
}
