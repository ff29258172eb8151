import "server-only";
import type { AskedHeaders } from "../answer";
import { type Db, db } from "../db";
import { prepared } from "../prepared";
import { hasEnded, isAhead } from "../stored-time";
import { type Actor, fromOf } from "./actor";
import { idleMs, sessionLifeMs } from "./session-life";
import { sessionTokenOf } from "./session-token";
import { hashToken } from "./store";

/**
 * Invariant: a session is asked of the database at every request, so that signing out, disabling a person or changing a
 * role holds from the next request on. It ends 12 hours after sign-in, and 30 minutes after the last act; one whose times lie in the future is over.
 */

const noteEveryMs = 60_000;

/**
 * Who sends a request; `undefined` when nobody is signed in. `isAct` says that a person did something, and not a page
 * that refreshes by itself.
 */
export async function readActor(headers: AskedHeaders, isAct: boolean): Promise<Actor | undefined> {
  const token = sessionTokenOf(headers.get("cookie"));
  if (token === undefined) return undefined;
  const ledger = await db();
  const found = await findSession(ledger, token);
  if (found === undefined || found.is_disabled === 1) return undefined;
  const now = Date.now();
  const idle = now - Date.parse(found.last_seen_at);
  const isOver = idle > idleMs || hasEnded(found.expires_at, sessionLifeMs);
  if (isOver || isAhead(found.last_seen_at) || isAhead(found.created_at)) {
    await endSession(ledger, found.session_id);
    return undefined;
  }
  if (isAct && idle > noteEveryMs)
    await ledger
      .updateTable("sessions")
      .set({ last_seen_at: new Date(now).toISOString() })
      .where("id", "=", found.session_id)
      .execute();
  const { id, name, email, role } = found;
  return {
    person: { id, name, email, role, hasSecondFactor: found.two_factor_enabled === 1 },
    from: fromOf(headers),
    sessionId: found.session_id,
    confirmedAt: found.confirmed_at,
  };
}

/** A session with its person, by its token. */
function findSession(ledger: Db, token: string) {
  return ledger
    .selectFrom("sessions")
    .innerJoin("people", "people.id", "sessions.person_id")
    .modifyFront(prepared)
    .select(["people.id", "people.name", "people.email", "people.role"])
    .select(["people.is_disabled", "people.two_factor_enabled"])
    .select(["sessions.id as session_id", "sessions.last_seen_at", "sessions.expires_at"])
    .select(["sessions.confirmed_at", "sessions.created_at"])
    .where("sessions.token_hash", "=", hashToken(token))
    .executeTakeFirst();
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
