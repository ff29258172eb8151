import { passwordFault } from "#lib/contract/password";
import type {
  ConfirmInput,
  NewPasswordInput,
  NewSecondFactor,
  SecondFactorEnd,
  SessionEntry,
} from "#lib/contract/people";
import { Problem } from "#lib/contract/problem";
import { appendAudit } from "#lib/server/audit/audit";
import { inTransaction } from "#lib/server/audit/transaction";
import { type Actor, originOf } from "#lib/server/auth/actor";
import { judgeAgain } from "#lib/server/auth/judge-again";
import { callLibrary } from "#lib/server/auth/library-call";
import { makeSecondFactor, takeSecondFactor } from "#lib/server/auth/second-factor";
import { idleSince, isSessionOfPerson, mostSessions } from "#lib/server/auth/session-life";
import { renewToken } from "#lib/server/auth/session-token";
import { newPasswordFault } from "#lib/server/credentials/new-password";
import { hashPassword } from "#lib/server/credentials/password-hash";
import { inTurn } from "#lib/server/credentials/password-line";
import { makeRecoveryCodes, recoveryCodeStore } from "#lib/server/credentials/recovery-codes";
import { growVersion, writePassword } from "#lib/server/credentials/sign-in-version";
import { judgeCode, takeCode } from "#lib/server/credentials/totp";
import { db } from "#lib/server/database/db";
import { tellPerson } from "#lib/server/outbox/tell-people";
import { requireApproversLeft } from "./approvers-left";
import { countCode, handBackCode } from "./code-tries";
import { forgetTries, judgePassword, requireProof, turnOf, whenProven, wrongCode } from "./proof";

/** What a person does with their own account. Each returns the browser's new cookies. */

export async function signOut({ from }: Actor, cookie: string | null): Promise<string[]> {
  const answer = await callLibrary({ path: "/sign-out", from }, cookie, {});
  return answer.cookies;
}

/** Ends every other session. Throws `wrong_credentials` or `invalid_input`. */
export async function changePassword(
  { currentPassword, newPassword }: NewPasswordInput,
  actor: Actor,
): Promise<string[]> {
  const { name, email, id } = actor.person;
  const fault = passwordFault(newPassword, [name, email]);
  if (fault !== undefined) throw fieldFault("newPassword", fault);
  const ledger = await db();
  const judged = await judgePassword(ledger, actor, currentPassword);
  const guessed = await newPasswordFault(newPassword, [name, email]);
  if (guessed !== undefined) throw fieldFault("newPassword", guessed);
  const hash = await inTurn(turnOf(actor), () => hashPassword(newPassword));
  const renewed = await inTransaction(ledger, async (trx) => {
    await requireProof(trx, actor, judged);
    const sessionsEnded = String(await writePassword(trx, id, hash, actor.sessionId));
    const cookie = await renewToken(trx, actor.sessionId);
    await tellPerson(trx, id, "security.password_changed", {}, actor.from);
    await appendAudit(trx, { ...own(actor), action: "password_changed", detail: { sessionsEnded } });
    return [cookie];
  });
  // Only now: each refused password has cost an attempt.
  await forgetTries(ledger, actor);
  return renewed;
}

/** It is on once its first code was entered. Throws `not_possible_now` when there is one. */
export async function beginSecondFactor(password: string, actor: Actor): Promise<NewSecondFactor> {
  const { id, hasSecondFactor } = actor.person;
  if (hasSecondFactor)
    throw new Problem("not_possible_now", "A second factor is already set up. Turn it off first.");
  const ledger = await db();
  const judged = await judgePassword(ledger, actor, password);
  if (judged.hasSecondFactor) throw new Problem("not_possible_now", "A second factor is already set up.");
  const { uri, recoveryCodes, row } = makeSecondFactor(actor.person);
  await inTransaction(ledger, async (trx) => {
    await requireProof(trx, actor, judged);
    await trx.deleteFrom("second_factors").where("person_id", "=", id).where("is_verified", "=", 0).execute();
    // Had one been completed meanwhile, the person's version would have grown.
    await trx.insertInto("second_factors").values(row).execute();
    await appendAudit(trx, { ...own(actor), action: "second_factor_begun", detail: {} });
  });
  await forgetTries(ledger, actor);
  return { uri, recoveryCodes };
}

/** Ends every other session. Throws `wrong_credentials`. */
export async function completeSecondFactor(code: string, actor: Actor): Promise<string[]> {
  const { id, hasSecondFactor } = actor.person;
  if (hasSecondFactor) throw new Problem("not_possible_now", "A second factor is already set up.");
  const ledger = await db();
  const place = { personId: id, sessionId: actor.sessionId };
  await countCode(ledger, place, actor.from);
  const right = await judgeCode(ledger, id, code);
  const cookie = await inTransaction(ledger, async (trx) => {
    await judgeAgain(trx, actor, "keep_own_account");
    if (!(await takeCode(trx, id, right))) {
      await appendAudit(trx, { ...own(actor), action: "second_factor_failed", detail: {} });
      return undefined;
    }
    await trx.updateTable("second_factors").set({ is_verified: 1 }).where("person_id", "=", id).execute();
    await trx.updateTable("people").set({ two_factor_enabled: 1 }).where("id", "=", id).execute();
    await growVersion(trx, id, actor.sessionId);
    await trx
      .updateTable("sessions")
      .set({ has_second_factor: 1 })
      .where("id", "=", actor.sessionId)
      .execute();
    const made = await renewToken(trx, actor.sessionId);
    await tellPerson(trx, id, "security.second_factor_on", {}, actor.from);
    await appendAudit(trx, { ...own(actor), action: "second_factor_enabled", detail: {} });
    return made;
  });
  if (cookie === undefined) throw wrongCode("The code is wrong, or it is out of date. Use the newest one.");
  await handBackCode(ledger, place);
  return [cookie];
}

/** Ends every other session. Throws `nobody_approves` for what wasn’t confirmed. */
export async function endSecondFactor(proof: SecondFactorEnd, actor: Actor): Promise<string[]> {
  const { id } = actor.person;
  const isConfirmed = proof.confirmNobodyApproves === true;
  return whenProven(proof, actor, async (trx) => {
    await requireApproversLeft(trx, { id, hasSecondFactor: false }, isConfirmed);
    await takeSecondFactor(trx, id, actor.sessionId);
    const cookie = await renewToken(trx, actor.sessionId);
    await tellPerson(trx, id, "security.second_factor_off", {}, actor.from);
    await appendAudit(trx, { ...own(actor), action: "second_factor_disabled", detail: {} });
    return [cookie];
  });
}

/** The old codes stop working. Throws `not_possible_now` without a second factor. */
export async function renewRecoveryCodes(proof: ConfirmInput, actor: Actor): Promise<string[]> {
  const codes = makeRecoveryCodes();
  const encrypted_recovery_codes = recoveryCodeStore.encrypt(JSON.stringify(codes), actor.person.id);
  await whenProven(proof, actor, async (trx) => {
    const renewed = await trx
      .updateTable("second_factors")
      .set({ encrypted_recovery_codes })
      .where("person_id", "=", actor.person.id)
      .where("is_verified", "=", 1)
      .executeTakeFirst();
    if (renewed.numUpdatedRows === 0n)
      throw new Problem("not_possible_now", "Nothing was changed. Reload the page and try again.");
    await appendAudit(trx, { ...own(actor), action: "recovery_codes_made", detail: {} });
  });
  return codes;
}

/** Newest activity first. */
export async function listSessions({ person, sessionId }: Actor): Promise<SessionEntry[]> {
  const ledger = await db();
  const rows = await ledger
    .selectFrom("people")
    .innerJoin("sessions", isSessionOfPerson)
    .selectAll("sessions")
    .where("people.id", "=", person.id)
    .where("sessions.expires_at", ">", new Date().toISOString())
    .where("sessions.last_seen_at", ">", idleSince())
    .orderBy("sessions.last_seen_at", "desc")
    .limit(mostSessions)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    isCurrent: row.id === sessionId,
    address: row.address,
    userAgent: row.user_agent,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    expiresAt: row.expires_at,
  }));
}

/** Throws `not_found` for anybody else's. */
export async function revokeSession(id: string, actor: Actor): Promise<void> {
  const { person } = actor;
  const ledger = await db();
  const isGone = await inTransaction(ledger, async (trx) => {
    await judgeAgain(trx, actor, "keep_own_account");
    const ended = await trx
      .deleteFrom("sessions")
      .where("id", "=", id)
      .where("person_id", "=", person.id)
      .executeTakeFirst();
    if (ended.numDeletedRows === 0n) return false;
    await appendAudit(trx, {
      ...own(actor),
      action: "session_revoked",
      detail: { by: "the_person", sessions: "1" },
    });
    return true;
  });
  if (!isGone) throw new Problem("not_found", "This session has already ended.");
}

/** As the audit log takes it. */
function own(actor: Actor) {
  return { ...originOf(actor), recordId: actor.person.id };
}

function fieldFault(path: string, message: string): Problem {
  return new Problem("invalid_input", message, { errors: [{ path, message }] });
}
