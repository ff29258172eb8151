import "server-only";
import type { ConfirmInput, NewPasswordInput, NewSecondFactor, SessionEntry } from "#lib/contract/people";
import { passwordFault } from "#lib/password";
import { Problem } from "#lib/problem";
import { appendAudit } from "../audit";
import { db } from "../db";
import { inTransaction } from "../transaction";
import type { Actor } from "./actor";
import { forgetAttempts } from "./attempts";
import { checkPassword, confirm } from "./confirm";
import { callLibrary } from "./library-call";
import { newPasswordFault } from "./new-password";
import { idleSince } from "./session-life";

/** What a person does with their own account. Each gives the cookies that the browser gets in place of its own. */

/** Ends this session. */
export async function signOut({ from }: Actor, cookie: string | null): Promise<string[]> {
  const answer = await callLibrary(
    { path: "/sign-out", from, code: undefined, hasSession: true },
    cookie,
    {},
  );
  return answer.cookies;
}

/** Changes the password and ends every other session. Throws `wrong_credentials` or `invalid_input`. */
export async function changePassword(
  { currentPassword, newPassword }: NewPasswordInput,
  actor: Actor,
  cookie: string | null,
): Promise<string[]> {
  const { name, email, id } = actor.person;
  const fault = passwordFault(newPassword, [name, email]);
  if (fault !== undefined) throw fieldFault("newPassword", fault);
  const ledger = await db();
  await checkPassword(ledger, actor, currentPassword);
  await forgetAttempts(ledger, `confirm:${id}`);
  const guessed = await newPasswordFault(newPassword, [name, email]);
  if (guessed !== undefined) throw fieldFault("newPassword", guessed);
  const body = { currentPassword, newPassword, revokeOtherSessions: true };
  return own("/change-password", actor, cookie, body).then(({ cookies }) => cookies);
}

/** Begins a second factor: it holds once its first code was given. Throws `not_possible_now` when there is one. */
export async function beginSecondFactor(
  password: string,
  actor: Actor,
  cookie: string | null,
): Promise<NewSecondFactor> {
  if (actor.person.hasSecondFactor)
    throw new Problem("not_possible_now", "A second factor is set up already. Turn it off first.");
  await checkPassword(await db(), actor, password);
  const { body } = await own("/two-factor/enable", actor, cookie, { password });
  return { uri: String(body.totpURI), recoveryCodes: codesOf(body.backupCodes) };
}

/** Completes the second factor with its first code. Throws `wrong_credentials` for another one. */
export async function completeSecondFactor(
  code: string,
  actor: Actor,
  cookie: string | null,
): Promise<string[]> {
  if (actor.person.hasSecondFactor)
    throw new Problem("not_possible_now", "A second factor is set up already.");
  const request = { path: "/two-factor/verify-totp", from: actor.from, code, hasSession: true };
  const answer = await callLibrary(request, cookie, { code });
  if (answer.isOk) return answer.cookies;
  const message = "The code is wrong, or it is out of date. Use the newest one.";
  throw new Problem("wrong_credentials", message, { errors: [{ path: "code", message }] });
}

/** Turns the second factor off. */
export async function endSecondFactor(
  proof: ConfirmInput,
  actor: Actor,
  cookie: string | null,
): Promise<string[]> {
  await confirm(proof, actor);
  const { password } = proof;
  const { cookies } = await own("/two-factor/disable", actor, cookie, { password });
  return cookies;
}

/** Replaces the recovery codes; the old ones work no more. */
export async function renewRecoveryCodes(
  proof: ConfirmInput,
  actor: Actor,
  cookie: string | null,
): Promise<string[]> {
  await confirm(proof, actor);
  const { password } = proof;
  const { body } = await own("/two-factor/generate-backup-codes", actor, cookie, { password });
  return codesOf(body.backupCodes);
}

/** How many sessions are listed; what ends all others ends those too that are not. */
const mostSessions = 100;

/** The person's sessions, the newest act first. */
export async function listSessions({ person, sessionId }: Actor): Promise<SessionEntry[]> {
  const ledger = await db();
  const rows = await ledger
    .selectFrom("sessions")
    .selectAll()
    .where("person_id", "=", person.id)
    .where("expires_at", ">", new Date().toISOString())
    .where("last_seen_at", ">", idleSince())
    .orderBy("last_seen_at", "desc")
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

/** Ends one of the person's own sessions. Throws `not_found` for any other. */
export async function revokeSession(id: string, { person, from }: Actor): Promise<void> {
  const ledger = await db();
  const isGone = await inTransaction(ledger, async (trx) => {
    const ended = await trx
      .deleteFrom("sessions")
      .where("id", "=", id)
      .where("person_id", "=", person.id)
      .executeTakeFirst();
    if (ended.numDeletedRows === 0n) return false;
    await appendAudit(trx, {
      actor: { id: person.id, name: person.email },
      ...from,
      action: "session_revoked",
      recordId: person.id,
      detail: { by: "the_person", sessions: "1" },
    });
    return true;
  });
  if (!isGone) throw new Problem("not_found", "This session has ended already.");
}

async function own(path: string, { from }: Actor, cookie: string | null, body: Record<string, unknown>) {
  const answer = await callLibrary({ path, from, code: undefined, hasSession: true }, cookie, body);
  if (!answer.isOk)
    throw new Problem("not_possible_now", "Nothing was changed. Reload the page and try again.");
  return answer;
}

function codesOf(codes: unknown): string[] {
  return Array.isArray(codes) ? codes.map(String) : [];
}

function fieldFault(path: string, message: string): Problem {
  return new Problem("invalid_input", message, { errors: [{ path, message }] });
}
