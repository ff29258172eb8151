import "server-only";
import type { InvitationInput, OneTimeLink, People, PersonChange, PersonEntry } from "#lib/contract/people";
import { Problem } from "#lib/problem";
import { type Role, roles } from "#lib/roles";
import { appendAudit } from "./audit";
import { type Actor, originOf } from "./auth/actor";
import { judgeAgain } from "./auth/judge-again";
import { makeLink } from "./auth/links";
import { takeSecondFactor } from "./auth/second-factor";
import { isSessionOfPerson } from "./auth/session";
import { idleSince } from "./auth/session-life";
import { growVersion } from "./auth/sign-in-version";
import { db } from "./db";
import type { PersonRow } from "./schema";
import { inTransaction } from "./transaction";
import type { Trx } from "./transfer-ledger";

/** Invariant: there is always an admin who can sign in, and every change of a person stands in the audit log with it. */

/** Everybody, and the invitations that wait. */
export async function listPeople(): Promise<People> {
  const ledger = await db();
  const now = new Date().toISOString();
  const [people, invitations] = await Promise.all([
    ledger
      .selectFrom("people")
      .leftJoin("sessions", (join) => isSessionOfPerson(join).on("sessions.expires_at", ">", now))
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
      .orderBy("people.name")
      .execute(),
    ledger
      .selectFrom("one_time_links")
      .selectAll()
      .where("kind", "=", "invitation")
      .where("expires_at", ">", now)
      .orderBy("created_at")
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

/** Invites somebody by a link that works once. Throws `person_exists`. */
export async function invite({ email, role }: InvitationInput, actor: Actor): Promise<OneTimeLink> {
  return inTransaction(await db(), async (trx) => {
    await judgeAgain(trx, actor, "manage_people", true);
    const known = await trx.selectFrom("people").select("id").where("email", "=", email).executeTakeFirst();
    if (known !== undefined)
      throw new Problem("person_exists", "This address has an account already.", {
        errors: [{ path: "email", message: "This address has an account already." }],
      });
    const { id, path, expiresAt } = await makeLink(trx, {
      kind: "invitation",
      email,
      role,
      person_id: null,
      created_by: actor.person.id,
    });
    const detail = { email, role };
    await appendAudit(trx, { ...originOf(actor), action: "person_invited", recordId: id, detail });
    return { path, expiresAt };
  });
}

/** Takes an invitation back: its link works no more. Throws `not_found`. */
export async function revokeInvitation(id: string, actor: Actor): Promise<void> {
  const ledger = await db();
  const isGone = await inTransaction(ledger, async (trx) => {
    await judgeAgain(trx, actor, "manage_people");
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
    await judgeAgain(trx, actor, "manage_people", true);
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
    await judgeAgain(trx, actor, "manage_people", true);
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
    await judgeAgain(trx, actor, "manage_people");
    await takePerson(trx, id);
    const sessions = await growVersion(trx, id, id === actor.person.id ? actor.sessionId : undefined);
    const detail = { by: "an_administrator" as const, sessions: String(sessions) };
    await appendAudit(trx, { ...originOf(actor), action: "session_revoked", recordId: id, detail });
  });
}

async function changeRole(trx: Trx, person: PersonRow, to: Role, actor: Actor): Promise<void> {
  if (person.role === to) return;
  await trx.updateTable("people").set({ role: to }).where("id", "=", person.id).execute();
  const isLower = roles.indexOf(to) < roles.indexOf(person.role);
  if (isLower) await growVersion(trx, person.id, "all");
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
  const sessionsEnded = String(await growVersion(trx, person.id));
  if (isDisabled) {
    const detail = { email, sessionsEnded };
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
  await takeSecondFactor(trx, person.id, person.id === actor.person.id ? actor.sessionId : undefined);
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
