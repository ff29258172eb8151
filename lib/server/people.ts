import "server-only";
import { sql } from "kysely";
import type { InvitationInput, OneTimeLink, People, PersonChange, PersonEntry } from "#lib/contract/people";
import { Problem } from "#lib/problem";
import type { Role } from "#lib/roles";
import { appendAudit } from "./audit";
import { type Actor, originOf } from "./auth/actor";
import { makeLink } from "./auth/links";
import { endSessions } from "./auth/session";
import { idleSince } from "./auth/session-life";
import { db } from "./db";
import type { PersonRow } from "./schema";
import { inTransaction } from "./transaction";
import type { Trx } from "./transfer-ledger";

/** Invariant: there is always an admin who can sign in, and every change of a person stands in the audit log with it. */

/** How many people are listed, and how many of them may sign in or be invited. */
const mostPeople = 300;
/** How many invitations may wait at once. */
const mostInvitations = 100;

/** Who can sign in, then who is disabled, and the invitations that wait. */
export async function listPeople(): Promise<People> {
  const ledger = await db();
  const now = new Date().toISOString();
  const [people, invitations] = await Promise.all([
    ledger
      .selectFrom("people")
      .leftJoin("sessions", (join) =>
        join.onRef("sessions.person_id", "=", "people.id").on("sessions.expires_at", ">", now),
      )
      .selectAll("people")
      .select(({ fn }) => [
        fn.max("sessions.last_seen_at").as("seen_at"),
        // One that is idle for too long has ended, though it still says when the person was seen.
        fn
          .count<number | string>("sessions.id")
          .filterWhere("sessions.last_seen_at", ">", idleSince())
          .as("session_count"),
      ])
      .groupBy("people.id")
      .orderBy("people.is_disabled")
      .orderBy("people.name")
      .limit(mostPeople)
      .execute(),
    ledger
      .selectFrom("one_time_links")
      .selectAll()
      .where("kind", "=", "invitation")
      .where("expires_at", ">", now)
      .orderBy("created_at")
      .limit(mostInvitations)
      .execute(),
  ]);
  return {
    people: people.map(({ seen_at, session_count, ...person }) => entryOf(person, seen_at, session_count)),
    invitations: invitations.map(({ id, email, role, expires_at }) => ({
      id,
      email: email ?? "",
      role: role ?? "support",
      expiresAt: expires_at,
    })),
  };
}

/** Invites somebody by a link that works once. Throws `person_exists`, and `not_possible_now` where there are too many. */
export async function invite({ email, role }: InvitationInput, actor: Actor): Promise<OneTimeLink> {
  const ledger = await db();
  const known = await ledger.selectFrom("people").select("id").where("email", "=", email).executeTakeFirst();
  if (known !== undefined)
    throw new Problem("person_exists", "This address has an account already.", {
      errors: [{ path: "email", message: "This address has an account already." }],
    });
  return inTransaction(ledger, async (trx) => {
    const { id, path, expiresAt } = await makeLink(trx, {
      kind: "invitation",
      email,
      role,
      person_id: null,
      created_by: actor.person.id,
    });
    await requireRoom(trx);
    const detail = { email, role };
    await appendAudit(trx, { ...originOf(actor), action: "person_invited", recordId: id, detail });
    return { path, expiresAt };
  });
}

/** After the link is made, which on SQLite holds the database: two admins at once must not both take the last place. */
async function requireRoom(trx: Trx): Promise<void> {
  const count = sql<number | string>`count(*)`.as("count");
  const waiting = await trx
    .selectFrom("one_time_links")
    .select(count)
    .where("kind", "=", "invitation")
    .where("expires_at", ">", new Date().toISOString())
    .executeTakeFirstOrThrow();
  const active = await trx
    .selectFrom("people")
    .select(count)
    .where("is_disabled", "=", 0)
    .executeTakeFirstOrThrow();
  const invitations = Number(waiting.count);
  if (invitations > mostInvitations)
    throw new Problem(
      "not_possible_now",
      `${mostInvitations} invitations are waiting. Revoke one first. Nobody was invited.`,
    );
  if (Number(active.count) + invitations > mostPeople)
    throw new Problem(
      "not_possible_now",
      `At most ${mostPeople} people can sign in or be invited. Disable somebody first. Nobody was invited.`,
    );
}

/** Takes an invitation back: its link works no more. Throws `not_found`. */
export async function revokeInvitation(id: string, actor: Actor): Promise<void> {
  const ledger = await db();
  const isGone = await inTransaction(ledger, async (trx) => {
    const gone = await trx
      .deleteFrom("one_time_links")
      .where("id", "=", id)
      .where("kind", "=", "invitation")
      .returning(["email", "role"])
      .executeTakeFirst();
    if (gone === undefined) return false;
    const detail = { ...(gone.email && { email: gone.email }), ...(gone.role && { role: gone.role }) };
    await appendAudit(trx, { ...originOf(actor), action: "invitation_revoked", recordId: id, detail });
    return true;
  });
  if (!isGone) throw new Problem("not_found", "This invitation was used, or it has ended.");
}

/** Changes a person's role, disables or enables them, or takes their second factor away. Throws `last_admin`, `not_found`. */
export async function changePerson(id: string, change: PersonChange, actor: Actor): Promise<PersonEntry> {
  const ledger = await db();
  return inTransaction(ledger, async (trx) => {
    const person = await takePerson(trx, id);
    if ("role" in change) await changeRole(trx, person, change.role, actor);
    else if ("isDisabled" in change) await setDisabled(trx, person, change.isDisabled, actor);
    else await resetSecondFactor(trx, person, actor);
    // Counted after the change, with the row of every admin locked by it or by the audit log's head.
    if (!(await hasAdmin(trx)))
      throw new Problem(
        "last_admin",
        "Nobody could manage people any more. Make somebody else an admin first.",
      );
    return entryOf(await takePerson(trx, id), null, 0);
  });
}

/** Makes a link by which a person sets a new password. Throws `not_found`. */
export async function makePasswordLink(id: string, actor: Actor): Promise<OneTimeLink> {
  const ledger = await db();
  return inTransaction(ledger, async (trx) => {
    const { email } = await takePerson(trx, id);
    const { path, expiresAt } = await makeLink(trx, {
      kind: "password",
      email: null,
      role: null,
      person_id: id,
      created_by: actor.person.id,
    });
    const detail = { email, by: "an_administrator" as const };
    await appendAudit(trx, { ...originOf(actor), action: "password_reset", recordId: id, detail });
    return { path, expiresAt };
  });
}

/** Signs a person out everywhere. Throws `not_found`. */
export async function signOutPerson(id: string, actor: Actor): Promise<void> {
  const ledger = await db();
  await inTransaction(ledger, async (trx) => {
    await takePerson(trx, id);
    const sessions = await endSessions(trx, id, id === actor.person.id ? actor.sessionId : undefined);
    const detail = { by: "an_administrator" as const, sessions: String(sessions) };
    await appendAudit(trx, { ...originOf(actor), action: "session_revoked", recordId: id, detail });
  });
}

async function changeRole(trx: Trx, person: PersonRow, to: Role, actor: Actor): Promise<void> {
  if (person.role === to) return;
  await trx.updateTable("people").set({ role: to }).where("id", "=", person.id).execute();
  const detail = { email: person.email, from: person.role, to };
  await appendAudit(trx, { ...originOf(actor), action: "role_changed", recordId: person.id, detail });
}

async function setDisabled(trx: Trx, person: PersonRow, isDisabled: boolean, actor: Actor): Promise<void> {
  if ((person.is_disabled === 1) === isDisabled) return;
  await trx
    .updateTable("people")
    .set({ is_disabled: isDisabled ? 1 : 0 })
    .where("id", "=", person.id)
    .execute();
  const { email } = person;
  if (isDisabled) {
    const detail = { email, sessionsEnded: String(await endSessions(trx, person.id)) };
    await appendAudit(trx, { ...originOf(actor), action: "person_disabled", recordId: person.id, detail });
    return;
  }
  await appendAudit(trx, {
    ...originOf(actor),
    action: "person_enabled",
    recordId: person.id,
    detail: { email },
  });
}

async function resetSecondFactor(trx: Trx, person: PersonRow, actor: Actor): Promise<void> {
  await trx.deleteFrom("second_factors").where("person_id", "=", person.id).execute();
  await trx.updateTable("people").set({ two_factor_enabled: 0 }).where("id", "=", person.id).execute();
  await endSessions(trx, person.id, person.id === actor.person.id ? actor.sessionId : undefined);
  const detail = { email: person.email, by: "an_administrator" as const };
  await appendAudit(trx, { ...originOf(actor), action: "second_factor_reset", recordId: person.id, detail });
}

/** The person, with the row taken for this transaction. Throws `not_found`. */
async function takePerson(trx: Trx, id: string): Promise<PersonRow> {
  const person = await trx
    .updateTable("people")
    .set({ updated_at: new Date().toISOString() })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();
  if (person === undefined) throw new Problem("not_found", "There is no such person.");
  return person;
}

async function hasAdmin(trx: Trx): Promise<boolean> {
  const admin = await trx
    .selectFrom("people")
    .select("id")
    .where("role", "=", "admin")
    .where("is_disabled", "=", 0)
    .limit(1)
    .executeTakeFirst();
  return admin !== undefined;
}

function entryOf(person: PersonRow, seenAt: string | null, sessions: number | string): PersonEntry {
  return {
    id: person.id,
    name: person.name,
    email: person.email,
    role: person.role,
    isDisabled: person.is_disabled === 1,
    hasSecondFactor: person.two_factor_enabled === 1,
    createdAt: person.created_at,
    lastSeenAt: seenAt,
    sessionCount: Number(sessions),
  };
}
