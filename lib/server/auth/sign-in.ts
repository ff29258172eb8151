import "server-only";
import { createHash } from "node:crypto";
import type { SignedIn, SignInInput } from "#lib/contract/people";
import { Problem } from "#lib/problem";
import { appendAudit } from "../audit";
import { type Db, db } from "../db";
import { inTransaction } from "../transaction";
import type { From } from "./actor";
import { type Budget, countAttempt, forgetAttempts, guessWindowMs, networkOf } from "./attempts";
import { cookieRules } from "./auth";
import { deviceOf, markDevice } from "./device";
import { callLibrary } from "./library-call";
import { inTurn, requirePlace } from "./password-line";
import { hashRecoveryCode } from "./recovery-codes";

/**
 * Invariant: a guess is counted before it is judged, for the account and for the network it comes from; beyond the budget
 * even the right password is refused, and an unknown address is answered like a known one.
 */

/** How many tries an account has, and a network. */
export const ofAccount: Budget = { max: 10, windowMs: guessWindowMs };
export const ofNetwork: Budget = { max: 100, windowMs: guessWindowMs };

/** What stands for an e-mail address in the keys of what is counted. */
export function accountDigest(email: string): string {
  return digest(email);
}

/** What a sign-in step gives: where the browser goes next, and the cookies it gets. */
export type SignInAnswer = { body: SignedIn; cookies: string[] };

/** Checks the password. Throws `wrong_credentials`, or `too_many_requests` beyond the budget. */
export async function signIn(input: SignInInput, from: From, cookie: string | null): Promise<SignInAnswer> {
  const { email, password } = input;
  const ledger = await db();
  const device = deviceOf(cookie, email);
  const account = accountDigest(email);
  const network = networkOf(from.address);
  const isKnown = device !== undefined;
  const turn = { isKnown, share: isKnown ? account : network };
  requirePlace(turn);
  // What others of its network do is not held against a browser that is known.
  if (!isKnown) await spend(ledger, `sign-in:network:${network}`, ofNetwork, from, email);
  const key = isKnown ? `sign-in:device:${account}:${digest(device)}` : `sign-in:account:${account}`;
  await spend(ledger, key, ofAccount, from, email);
  const request = { path: "/sign-in/email", from, code: undefined, hasSession: false };
  const answer = await inTurn(turn, () => callLibrary(request, cookie, { email, password }));
  if (!answer.isOk) {
    await recordFailure(ledger, from, email, "sign_in_failed");
    throw new Problem(
      "wrong_credentials",
      "The e-mail address or the password is wrong, or the account is disabled. Try again, or ask an admin for a new link.",
    );
  }
  await forgetAttempts(ledger, key);
  const mark = isKnown ? [] : [markDevice(email)];
  const isHalf = answer.body.twoFactorRedirect === true;
  return { body: { next: isHalf ? "second_factor" : "done" }, cookies: [...answer.cookies, ...mark] };
}

/** Checks the second factor of a sign-in that waits for it. A code, and a recovery code, works once. */
export async function signInWithCode(
  code: string,
  kind: "app" | "recovery",
  from: From,
  cookie: string | null,
): Promise<SignInAnswer> {
  const ledger = await db();
  // Whoever has given the password has the tries of that sign-in, whatever others of the network do.
  if (!(await hasGivenPassword(ledger, cookie)))
    await spend(ledger, `second-factor:network:${networkOf(from.address)}`, ofNetwork, from, null);
  const path = kind === "app" ? "/two-factor/verify-totp" : "/two-factor/verify-backup-code";
  const known = kind === "app" ? code : hashRecoveryCode(code);
  const answer = await callLibrary({ path, from, code, hasSession: false }, cookie, { code: known });
  if (answer.isOk) return { body: { next: "done" }, cookies: answer.cookies };
  await recordFailure(ledger, from, null, "second_factor_failed");
  throw refusal(String(answer.body.code ?? ""), answer.cookies);
}

/** Whether a sign-in waits for the second factor of whoever holds this cookie. Its random part is not to be guessed. */
async function hasGivenPassword(ledger: Db, cookie: string | null): Promise<boolean> {
  const start = `${cookieRules().secondFactor}=`;
  const pair = cookie?.split(";").find((part) => part.trim().startsWith(start));
  const token = pair?.trim().slice(start.length).split(/[.%]/)[0] ?? "";
  const waiting = await ledger
    .selectFrom("challenges")
    .select("id")
    .where("identifier", "=", digest(token))
    .where("expires_at", ">", new Date().toISOString())
    .executeTakeFirst();
  return waiting !== undefined;
}

function refusal(code: string, cookies: string[]): Problem {
  const again = "Sign in with your password again, then use a new code.";
  if (code === "CODE_USED")
    return new Problem("wrong_credentials", `This code was used before: each works once. ${again}`, {
      extra: { isOver: true },
    });
  if (code === "ACCOUNT_TEMPORARILY_LOCKED")
    return new Problem("too_many_requests", "Too many wrong codes. Try again in 15 minutes.", {
      retryAfterSeconds: guessWindowMs / 1000,
      extra: { isOver: true },
    });
  const isWrongOnly = code === "INVALID_CODE" || code === "INVALID_BACKUP_CODE";
  if (isWrongOnly && cookies.length === 0)
    return new Problem("wrong_credentials", "The code is wrong, or it is out of date. Use the newest one.");
  return new Problem("wrong_credentials", `This sign-in is over. ${again}`, { extra: { isOver: true } });
}

/** Counts a try, or throws `too_many_requests`; the first one beyond the budget is recorded. */
async function spend(
  ledger: Db,
  key: string,
  budget: Budget,
  from: From,
  email: string | null,
): Promise<void> {
  const { isAllowed, count, retryAfterSeconds } = await countAttempt(ledger, key, budget);
  if (isAllowed) return;
  if (count === budget.max + 1) await recordFailure(ledger, from, email, "locked_out");
  const minutes = Math.ceil(retryAfterSeconds / 60);
  throw new Problem(
    "too_many_requests",
    `Too many tries. Try again in ${minutes} ${minutes === 1 ? "minute" : "minutes"}, or from a browser in which you signed in before.`,
    { retryAfterSeconds },
  );
}

/** Records a failure. What a stranger typed is not kept: it may be a password in the wrong field. */
async function recordFailure(
  ledger: Db,
  from: From,
  email: string | null,
  action: "sign_in_failed" | "second_factor_failed" | "locked_out",
): Promise<void> {
  const person =
    email === null
      ? undefined
      : await ledger.selectFrom("people").select("id").where("email", "=", email).executeTakeFirst();
  await inTransaction(ledger, (trx) =>
    appendAudit(trx, { actor: null, ...from, action, recordId: person?.id ?? null, detail: {} }),
  );
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}
