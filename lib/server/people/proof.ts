import type { ConfirmInput } from "#lib/contract/people";
import { Problem } from "#lib/contract/problem";
import { appendAudit } from "#lib/server/audit/audit";
import { inTransaction } from "#lib/server/audit/transaction";
import { type Actor, originOf } from "#lib/server/auth/actor";
import { confirmBudget } from "#lib/server/auth/confirm";
import { judgeAgain } from "#lib/server/auth/judge-again";
import { allTries, countAttempt, forgetAttempts } from "#lib/server/credentials/attempts";
import { verifyPassword } from "#lib/server/credentials/password-hash";
import { inTurn, requirePlace, type Turn } from "#lib/server/credentials/password-line";
import { holdJudged, type Judged } from "#lib/server/credentials/sign-in-version";
import { judgeCode, takeCode } from "#lib/server/credentials/totp";
import { db } from "#lib/server/database/db";
import type { Db, Trx } from "#lib/server/tables/schema";
import { countCode, handBackCode } from "./code-tries";
import { accountDigest } from "./sign-in";

/**
 * Invariant: a confirmation (password, and second factor where there is one) is taken in the act's transaction, and counts
 * only if nothing it was judged by has changed.
 */

/** Throws `wrong_credentials`, or `too_many_requests` beyond the budget. */
export async function confirm(proof: ConfirmInput, actor: Actor): Promise<void> {
  await whenProven(proof, actor, async (trx) => {
    const at = new Date().toISOString();
    await trx
      .updateTable("sessions")
      .set({ confirmed_at: at, last_seen_at: at })
      .where("id", "=", actor.sessionId)
      .execute();
    const detail = actor.person.hasSecondFactor ? { secondFactor: "authenticator_code" as const } : {};
    const entry = { action: "confirmed" as const, recordId: actor.person.id, detail };
    await appendAudit(trx, { ...originOf(actor), ...entry });
  });
}

/** Acts in the transaction that takes the proof. Throws as {@link confirm} does. */
export async function whenProven<Result>(
  { password, code }: ConfirmInput,
  actor: Actor,
  work: (trx: Trx) => Promise<Result>,
): Promise<Result> {
  const ledger = await db();
  const { id } = actor.person;
  const judged = await judgePassword(ledger, actor, password);
  const place = { personId: id, sessionId: actor.sessionId };
  if (judged.hasSecondFactor) await countCode(ledger, place, actor.from);
  const right = judged.hasSecondFactor ? await judgeCode(ledger, id, code ?? "") : undefined;
  const done = await inTransaction(ledger, async (trx) => {
    await requireProof(trx, actor, judged);
    if (!judged.hasSecondFactor || (await takeCode(trx, id, right))) return { result: await work(trx) };
    const entry = { ...originOf(actor), action: "second_factor_failed" as const, recordId: id, detail: {} };
    await appendAudit(trx, entry);
    return undefined;
  });
  if (done === undefined) throw wrongCode("The code is wrong, or it was used before. Use the next one.");
  if (judged.hasSecondFactor) await handBackCode(ledger, place);
  await forgetTries(ledger, actor);
  return done.result;
}

/** A right password, and whether a second factor is needed besides. */
export type JudgedPassword = Judged & { hasSecondFactor: boolean };

/** Within the budget. Throws as {@link confirm} does. */
export async function judgePassword(ledger: Db, actor: Actor, password: string): Promise<JudgedPassword> {
  const { id } = actor.person;
  const turn = turnOf(actor);
  requirePlace(turn);
  for (const [key, budget] of [
    [keyOf(actor), confirmBudget],
    [`confirms:${ownKey(actor)}`, allTries],
  ] as const) {
    const { isAllowed, retryAfterSeconds } = await countAttempt(ledger, key, budget);
    if (!isAllowed)
      throw new Problem("too_many_requests", "Too many tries. Nothing was done. Try again later.", {
        retryAfterSeconds,
      });
  }
  const found = await ledger
    .selectFrom("people")
    .innerJoin("credentials", "credentials.person_id", "people.id")
    .select(["password_hash", "sign_in_version", "two_factor_enabled"])
    .where("people.id", "=", id)
    .executeTakeFirst();
  const hash = found?.password_hash;
  const isRight = hash != null && (await inTurn(turn, () => verifyPassword(hash, password)));
  if (found !== undefined && isRight)
    return { personId: id, version: found.sign_in_version, hasSecondFactor: found.two_factor_enabled === 1 };
  await inTransaction(ledger, (trx) =>
    appendAudit(trx, { ...originOf(actor), action: "sign_in_failed", recordId: id, detail: {} }),
  );
  throw new Problem("wrong_credentials", "The password is wrong. Nothing was done.", {
    errors: [{ path: "password", message: "The password is wrong." }],
  });
}

/** In the act's transaction: the person still may, and the proof still counts. */
export async function requireProof(trx: Trx, actor: Actor, judged: Judged): Promise<void> {
  await judgeAgain(trx, actor, "keep_own_account");
  if ((await holdJudged(trx, judged)) === undefined)
    throw new Problem("not_possible_now", "Nothing was changed. Reload the page and try again.");
}

export function wrongCode(message: string): Problem {
  return new Problem("wrong_credentials", message, { errors: [{ path: "code", message }] });
}

export async function forgetTries(ledger: Db, actor: Actor): Promise<void> {
  await forgetAttempts(ledger, keyOf(actor));
}

/** A person shares the line of hashes with nobody, and has one share of it, signed in or signing in. */
export function turnOf({ person }: Actor): Turn {
  return { isKnown: true, share: accountDigest(person.email) };
}

/** Of each session: nobody who is signed in elsewhere uses up its tries. */
function keyOf(actor: Actor): string {
  return `confirm:${ownKey(actor)}`;
}

function ownKey({ person, sessionId }: Actor): string {
  return `${person.id}:${sessionId}`;
}
