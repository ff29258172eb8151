import "server-only";
import type { ConfirmInput } from "#lib/contract/people";
import { Problem } from "#lib/problem";
import { appendAudit } from "../audit";
import { type Db, db } from "../db";
import { isAhead } from "../stored-time";
import { inTransaction } from "../transaction";
import type { Actor } from "./actor";
import { countAttempt, forgetAttempts, guessWindowMs } from "./attempts";
import { verifyPassword } from "./password-hash";
import { inTurn, requirePlace } from "./password-line";
import { stepOfCode, takeStep } from "./totp";

/**
 * Invariant: what cannot be taken back is done only by a person who proved within the last five minutes to be there, by
 * the password and, where there is one, the second factor.
 */

/** For how long a proof holds. */
export const confirmedForMs = 5 * 60_000;
/** How many tries a person has. */
export const confirmBudget = { max: 10, windowMs: guessWindowMs };

/** Whether the person proved to be there a short while ago. */
export function isConfirmed({ confirmedAt }: Actor): boolean {
  return Date.now() - Date.parse(confirmedAt) <= confirmedForMs && !isAhead(confirmedAt);
}

/** Takes the proof. Throws `wrong_credentials`, or `too_many_requests` beyond the budget. */
export async function confirm({ password, code }: ConfirmInput, actor: Actor): Promise<void> {
  const ledger = await db();
  const { id, hasSecondFactor } = actor.person;
  await checkPassword(ledger, actor, password);
  const step = hasSecondFactor ? await stepOfCode(ledger, id, code ?? "") : undefined;
  const isProven = await inTransaction(ledger, async (trx) => {
    if (hasSecondFactor && !(await takeStep(trx, id, step))) {
      const { address, userAgent } = actor.from;
      const by = { id, name: actor.person.email };
      await appendAudit(trx, {
        actor: by,
        address,
        userAgent,
        action: "second_factor_failed",
        recordId: id,
        detail: {},
      });
      return false;
    }
    const at = new Date().toISOString();
    await trx
      .updateTable("sessions")
      .set({ confirmed_at: at, last_seen_at: at })
      .where("id", "=", actor.sessionId)
      .execute();
    return true;
  });
  if (!isProven)
    throw new Problem("wrong_credentials", "The code is wrong, or it was used before. Use the next one.", {
      errors: [{ path: "code", message: "The code is wrong, or it was used before. Use the next one." }],
    });
  await forgetAttempts(ledger, keyOf(id));
}

/** Checks the password of a person who is signed in, within the budget. Throws as {@link confirm} does. */
export async function checkPassword(ledger: Db, actor: Actor, password: string): Promise<void> {
  const { id, email } = actor.person;
  requirePlace({ isKnown: true, share: id });
  const { isAllowed, retryAfterSeconds } = await countAttempt(ledger, keyOf(id), confirmBudget);
  if (!isAllowed)
    throw new Problem("too_many_requests", "Too many tries. Nothing was done. Try again in a while.", {
      retryAfterSeconds,
    });
  const credential = await ledger
    .selectFrom("credentials")
    .select("password_hash")
    .where("person_id", "=", id)
    .executeTakeFirst();
  const hash = credential?.password_hash;
  const turn = { isKnown: true, share: id };
  if (hash != null && (await inTurn(turn, () => verifyPassword(hash, password)))) return;
  await inTransaction(ledger, (trx) =>
    appendAudit(trx, {
      actor: { id, name: email },
      ...actor.from,
      action: "sign_in_failed",
      recordId: id,
      detail: {},
    }),
  );
  throw new Problem("wrong_credentials", "The password is wrong. Nothing was done.", {
    errors: [{ path: "password", message: "The password is wrong." }],
  });
}

function keyOf(personId: string): string {
  return `confirm:${personId}`;
}
