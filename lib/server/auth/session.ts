import type { InferResult } from "kysely";
import { endedVersion } from "#lib/server/credentials/sign-in-version";
import { hashToken } from "#lib/server/credentials/token-hash";
import { db } from "#lib/server/database/db";
import type { RequestHeaders } from "#lib/server/http/answer";
import { prepared } from "#lib/server/tables/prepared";
import type { Db } from "#lib/server/tables/schema";
import { hasEnded, isAhead } from "#lib/server/tables/stored-time";
import { type Actor, type From, fromOf } from "./actor";
import { noteSession } from "./asker";
import { idleMs, isSessionOfPerson, sessionLifeMs } from "./session-life";
import { sessionTokenOf } from "./session-token";

/**
 * Invariant: every request asks the database for its session, so that signing out or changing a role applies at once. A
 * session ends 12 hours after sign-in or 30 minutes after the last act, and if its times are in the future.
 */

const noteEveryMs = 60_000;

type FoundSession = InferResult<ReturnType<typeof findSessions>>[number];

/** `undefined` when nobody is signed in. `isAct`: a person did something; a page that refreshes doesn't count. */
export async function readActor(headers: RequestHeaders, isAct: boolean): Promise<Actor | undefined> {
  const token = sessionTokenOf(headers.get("cookie"));
  if (token === undefined) return undefined;
  const ledger = await db();
  const tokenHash = hashToken(token);
  const found = await findSessions(ledger)
    .modifyFront(prepared)
    .where("sessions.token_hash", "=", tokenHash)
    .executeTakeFirst();
  const now = Date.now();
  const isNobodys = found === undefined || found.is_disabled === 1 || isOver(found, now);
  noteSession(tokenHash, isNobodys ? undefined : found.id);
  if (found === undefined || found.is_disabled === 1) return undefined;
  if (isNobodys) {
    await endSession(ledger, found);
    return undefined;
  }
  if (isAct && now - Date.parse(found.last_seen_at) > noteEveryMs)
    await ledger
      .updateTable("sessions")
      .set({ last_seen_at: new Date(now).toISOString() })
      .where("id", "=", found.session_id)
      .execute();
  return actorIn(found, fromOf(headers));
}

/** Of a session that was just judged; `endsInMs` is 0 where it has ended since. */
export async function timeLeftOf(sessionId: string): Promise<{ endsInMs: number }> {
  const ledger = await db();
  const session = await ledger
    .selectFrom("sessions")
    .select(["last_seen_at", "expires_at"])
    .where("id", "=", sessionId)
    .executeTakeFirst();
  if (session === undefined) return { endsInMs: 0 };
  const end = Math.min(Date.parse(session.last_seen_at) + idleMs, Date.parse(session.expires_at));
  return { endsInMs: Math.max(0, end - Date.now()) };
}

/** `undefined` when the person or the session is no longer valid. */
export function livingActor(found: FoundSession | undefined, from: From): Actor | undefined {
  if (found === undefined || found.is_disabled === 1 || isOver(found, Date.now())) return undefined;
  return actorIn(found, from);
}

function actorIn(found: FoundSession, from: From): Actor {
  const { id, name, email, role } = found;
  return {
    person: { id, name, email, role, hasSecondFactor: found.two_factor_enabled === 1 },
    from,
    sessionId: found.session_id,
    confirmedAt: found.confirmed_at,
  };
}

function isOver(found: FoundSession, now: number): boolean {
  const isIdle = now - Date.parse(found.last_seen_at) > idleMs;
  const isAheadOfClocks = isAhead(found.last_seen_at) || isAhead(found.created_at);
  return isIdle || isAheadOfClocks || hasEnded(found.expires_at, sessionLifeMs);
}

/** Sessions with their person, as of now. */
export function findSessions(ledger: Db) {
  // The person comes first: every transaction locks in this order.
  return ledger
    .selectFrom("people")
    .innerJoin("sessions", isSessionOfPerson)
    .select(["people.id", "people.name", "people.email", "people.role"])
    .select(["people.is_disabled", "people.two_factor_enabled"])
    .select(["sessions.id as session_id", "sessions.last_seen_at", "sessions.expires_at"])
    .select(["sessions.confirmed_at", "sessions.created_at"]);
}

/**
 * One that ended by itself is kept until its twelve hours are over, as a name and no key: the sign-in knows whose it was, and
 * what they had typed. A wrong clock leaves nothing.
 */
async function endSession(ledger: Db, found: FoundSession): Promise<void> {
  const ending =
    isAhead(found.last_seen_at) || isAhead(found.created_at)
      ? ledger.deleteFrom("sessions").where("id", "=", found.session_id)
      : ledger
          .updateTable("sessions")
          .set({ sign_in_version: endedVersion })
          .where("id", "=", found.session_id);
  await ending.execute();
}

/** Whose session this browser had, where that ended; without the e-mail address where nothing else is known. */
export async function readEnded(headers: RequestHeaders): Promise<{ email?: string } | undefined> {
  const token = sessionTokenOf(headers.get("cookie"));
  if (token === undefined) return undefined;
  const ledger = await db();
  const ended = await ledger
    .selectFrom("sessions")
    .innerJoin("people", "people.id", "sessions.person_id")
    .select("people.email")
    .where("sessions.token_hash", "=", hashToken(token))
    .where("sessions.sign_in_version", "=", endedVersion)
    .where("people.is_disabled", "=", 0)
    .executeTakeFirst();
  return ended ?? {};
}
