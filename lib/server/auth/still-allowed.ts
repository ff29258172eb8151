import "server-only";
import type { Act } from "#lib/contract/roles";
import { db } from "#lib/server/database/db";
import type { Actor } from "./actor";
import { requireRights } from "./require-actor";
import { findSessions, livingActor } from "./session";

/**
 * Judges an actor again after a wait for a body or for the reader of an export. For writes use `judgeAgain`. Returns the
 * current actor; throws as `requireActor` does.
 */
export async function requireStillAllowed(actor: Actor, act: Act, mustConfirm = false): Promise<Actor> {
  const found = await findSessions(await db())
    .where("sessions.id", "=", actor.sessionId)
    .executeTakeFirst();
  return requireRights(livingActor(found, actor.from), act, mustConfirm);
}
