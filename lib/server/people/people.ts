import type { People, PersonChange, PersonEntry } from "#lib/contract/people";
import { Problem } from "#lib/contract/problem";
import { type Role, roles } from "#lib/contract/roles";
import { appendAudit } from "#lib/server/audit/audit";
import { inTransaction } from "#lib/server/audit/transaction";
import { type Actor, originOf } from "#lib/server/auth/actor";
import { judgeAgain } from "#lib/server/auth/judge-again";
import { takeSecondFactor } from "#lib/server/auth/second-factor";
import { idleSince, isSessionOfPerson } from "#lib/server/auth/session-life";
import { growVersion } from "#lib/server/credentials/sign-in-version";
import { db } from "#lib/server/database/db";
import { tellPerson } from "#lib/server/outbox/tell-people";
import type { OneTimeLinkRow, PersonRow, Trx } from "#lib/server/tables/schema";
import { holdApprovals } from "./approval-hold";
import { type PersonAfter, requireApproversLeft } from "./approvers-left";
import { endLinksOf, openLinks } from "./links";

/** Invariant: there is always an admin who can sign in, and every change of a person is in the audit log. */

/** Listed; and able to sign in, or invited. */
export const mostPeople = 300;
export const mostInvitations = 100;
/** Active people, then disabled ones, and unused links. */
export async function listPeople(): Promise<People> {
  const ledger = await db();
  const now = new Date().toISOString();
  const linksOf = (kind: OneTimeLinkRow["kind"], most: number) =>
    openLinks(ledger)
      .where("one_time_links.kind", "=", kind)
      .orderBy("one_time_links.created_at")
      .limit(most)
      .execute();
  const [people, invitations, passwordLinks] = await Promise.all([
    ledger
      .selectFrom("people")
      .leftJoin("sessions", (join) => isSessionOfPerson(join).on("sessions.expires_at", ">", now))
      .selectAll("people")
      .select(({ fn }) => [
        fn.max("sessions.last_seen_at").as("seen_at"),
        // An idle session has ended, but still says when the person was seen.
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
    linksOf("invitation", mostInvitations),
    // A person has one at most.
    linksOf("password", mostPeople),
  ]);
  return {
    people: people.map(({ seen_at, session_count, ...person }) => entryOf(person, seen_at, session_count)),
    invitations: invitations.map(({ id, email, role, maker, expires_at }) => ({
      id,
      email: email ?? "",
      role: role ?? "support",
      madeBy: maker,
      expiresAt: expires_at,
    })),
    passwordLinks: passwordLinks.map(({ id, person_email, maker, expires_at }) => ({
      id,
      email: person_email ?? "",
      madeBy: maker,
      expiresAt: expires_at,
    })),
  };
}

/** Throws `last_admin`, `not_found`, and `nobody_approves` for what wasn’t confirmed. */
export async function changePerson(id: string, change: PersonChange, actor: Actor): Promise<PersonEntry> {
  const ledger = await db();
  return inTransaction(ledger, async (trx) => {
    await judgeAgain(trx, actor, "manage_people", true);
    const person = await takePerson(trx, id);
    await requireApproversLeft(trx, afterOf(id, change), change.confirmNobodyApproves === true);
    if ("role" in change) await changeRole(trx, person, change.role, actor);
    else if ("isDisabled" in change) await setDisabled(trx, person, change.isDisabled, actor);
    else await resetSecondFactor(trx, person, actor);
    // Counted after the change, with every admin's row locked.
    if (!(await hasAdmin(trx)))
      throw new Problem("last_admin", "Nobody else could manage people. Make somebody else an admin first.");
    return entryOf(await takePerson(trx, id), null, 0);
  });
}

function afterOf(id: string, change: PersonChange): PersonAfter {
  if ("role" in change) return { id, role: change.role };
  return "isDisabled" in change ? { id, isDisabled: change.isDisabled } : { id, hasSecondFactor: false };
}

/** Throws `not_found`. */
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
  else await holdApprovals(trx, person.id, "role_raised");
  const linksEnded = isLower ? String(await endLinksOf(trx, person.id, actor.person.id)) : undefined;
  const detail = { email: person.email, from: person.role, to, linksEnded };
  await tellPerson(trx, person.id, "security.role_changed", { from: person.role, to });
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
    const detail = {
      email,
      sessionsEnded,
      linksEnded: String(await endLinksOf(trx, person.id, actor.person.id)),
    };
    await tellPerson(trx, person.id, "security.disabled");
    await appendAudit(trx, { ...originOf(actor), action: "person_disabled", recordId: person.id, detail });
    return;
  }
  await holdApprovals(trx, person.id, "enabled");
  await appendAudit(trx, {
    ...originOf(actor),
    action: "person_enabled",
    recordId: person.id,
    detail: { email },
  });
}

async function resetSecondFactor(trx: Trx, person: PersonRow, actor: Actor): Promise<void> {
  await takeSecondFactor(trx, person.id, person.id === actor.person.id ? actor.sessionId : undefined);
  await holdApprovals(trx, person.id, "factor_reset");
  const detail = { email: person.email, by: "an_administrator" as const };
  await tellPerson(trx, person.id, "security.second_factor_reset");
  await appendAudit(trx, { ...originOf(actor), action: "second_factor_reset", recordId: person.id, detail });
}

/** Locks the row. Throws `not_found`. */
export async function takePerson(trx: Trx, id: string): Promise<PersonRow> {
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
