import "server-only";
import { type Db, db } from "../db";
import { type Actor, fromOf } from "./actor";
import { auth, cookieRules } from "./auth";
import { blameDatabase } from "./blame-database";
import { idleMs } from "./session-life";

/**
 * Invariant: a session is asked of the database at every request, so that signing out, disabling a person or changing a
 * role holds from the next request on. It ends 12 hours after sign-in, and 30 minutes after the last act.
 */

const noteEveryMs = 60_000;

/**
 * Who sends a request; `undefined` when nobody is signed in. `isAct` says that a person did something, and not a page
 * that refreshes by itself.
 */
export async function readActor(headers: Headers, isAct: boolean): Promise<Actor | undefined> {
  const cookie = headers.get("cookie");
  if (cookie === null || !cookie.includes(`${cookieRules().session}=`)) return undefined;
  const library = await auth();
  const found = await library.api.getSession({ headers: new Headers({ cookie }) }).catch(blameDatabase);
  if (found === null || found.user.isDisabled) return undefined;
  const { session, user } = found;
  const now = Date.now();
  const idle = now - Date.parse(session.lastSeenAt);
  const ledger = await db();
  if (idle > idleMs) {
    await endSession(ledger, session.id);
    return undefined;
  }
  if (isAct && idle > noteEveryMs)
    await ledger
      .updateTable("sessions")
      .set({ last_seen_at: new Date(now).toISOString() })
      .where("id", "=", session.id)
      .execute();
  return {
    person: {
      id: user.id,
      name: user.name,
      email: user.email,
      role: user.role,
      hasSecondFactor: user.twoFactorEnabled === true,
    },
    from: fromOf(headers),
    sessionId: session.id,
    confirmedAt: session.confirmedAt,
  };
}

/** Ends one session. */
async function endSession(ledger: Db, id: string): Promise<void> {
  await ledger.deleteFrom("sessions").where("id", "=", id).execute();
}

/** Ends every session of a person but the one that is kept. Gives how many. */
export async function endSessions(ledger: Db, personId: string, kept?: string): Promise<number> {
  const ended = await ledger
    .deleteFrom("sessions")
    .where("person_id", "=", personId)
    .$if(kept !== undefined, (query) => query.where("id", "<>", kept ?? ""))
    .executeTakeFirst();
  return Number(ended.numDeletedRows);
}
