import { Problem } from "#lib/contract/problem";
import { type Act, may, type Person, roleFor, roleWords } from "#lib/contract/roles";
import { env } from "#lib/server/config/env";
import { db } from "#lib/server/database/db";
import type { ApiRequest } from "#lib/server/http/answer";
import type { Actor } from "./actor";
import { isConfirmed } from "./confirm";
import { findSessions, livingActor, readActor } from "./session";

/** Returns who sends a request. Throws `signed_out`, `second_factor_required`, `not_allowed`, or `confirmation_needed`. */
export async function requireActor(request: ApiRequest, act: Act, mustConfirm: boolean): Promise<Actor> {
  // An open page reads on its own, also by a POST, and renews its quote: only what else is sent is a person's act.
  const isRead = ["GET", "HEAD"].includes(request.method) || act === "read" || act === "quote";
  const actor = await readActor(request.headers, !isRead);
  return requireRights(actor, act, mustConfirm);
}

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

/** The same for an actor that is already known. */
export function requireRights(actor: Actor | undefined, act: Act, mustConfirm: boolean): Actor {
  if (actor === undefined) throw new Problem("signed_out", "Sign in, then try again. Nothing was done.");
  if (needsSecondFactor(actor.person, act))
    throw new Problem("second_factor_required", "Set up a second factor under Your account first.");
  if (!may(actor.person.role, act))
    throw new Problem(
      "not_allowed",
      `This needs the role ${roleWords[roleFor(act)].name}. Nothing was done. Ask an admin.`,
    );
  if (mustConfirm && !isConfirmed(actor))
    throw new Problem("confirmation_needed", "Enter your password again. Nothing was done yet.", {
      extra: { needsCode: actor.person.hasSecondFactor },
    });
  return actor;
}

/** Whether the person must set up a second factor before this act. */
export function needsSecondFactor({ hasSecondFactor }: Person, act: Act): boolean {
  return env().requiresSecondFactor && !hasSecondFactor && act !== "keep_own_account";
}
