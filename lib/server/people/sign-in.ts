import { parseCookie, stringifyCookie } from "cookie";
import type { Entered, SignedIn, SignInInput } from "#lib/contract/people";
import { Problem } from "#lib/contract/problem";
import { appendAudit } from "#lib/server/audit/audit";
import { inTransaction } from "#lib/server/audit/transaction";
import type { From } from "#lib/server/auth/actor";
import { noteMark } from "#lib/server/auth/asker";
import { cookieRules } from "#lib/server/auth/cookies";
import { deviceOf, type Mark, markDevice } from "#lib/server/auth/device";
import { callLibrary } from "#lib/server/auth/library-call";
import { readActor } from "#lib/server/auth/session";
import { signedValueOf } from "#lib/server/auth/session-token";
import {
  allTries,
  type Budget,
  countAttempt,
  forgetAttempts,
  guessWindowMs,
  handBackAttempt,
} from "#lib/server/credentials/attempts";
import { inTurn, requirePlace } from "#lib/server/credentials/password-line";
import { hashRecoveryCode } from "#lib/server/credentials/recovery-codes";
import { hashToken } from "#lib/server/credentials/token-hash";
import { db } from "#lib/server/database/db";
import { log } from "#lib/server/observe/log";
import type { Db } from "#lib/server/tables/schema";
import { networkOf } from "#lib/text/network.mjs";
import { countCode, handBackCode } from "./code-tries";

/**
 * Invariant: a guess counts for its account and its network before it is judged. Beyond the budget even the right password
 * is refused, and an unknown address is answered like a known one.
 */

/** Attempts of an account, and of a network. */
export const ofAccount: Budget = { max: 10, windowMs: guessWindowMs };
export const ofNetwork: Budget = { max: 100, windowMs: guessWindowMs };

/** The e-mail address' form in the keys of attempts. */
export function accountDigest(email: string): string {
  return hashToken(email);
}

/** Where the browser goes next, and the cookies it gets. */
export type SignInAnswer = { body: SignedIn; cookies: string[] };

/** Throws `wrong_credentials`, or `too_many_requests` beyond the budget. */
export async function signIn(input: SignInInput, from: From, cookie: string | null): Promise<SignInAnswer> {
  const { email, password } = input;
  const ledger = await db();
  // Read before the password's hash, so that a later change of either is noticed.
  const person = await findPerson(ledger, email);
  const device = knownDevice(person, deviceOf(cookie, email));
  const account = accountDigest(email);
  const network = networkOf(from.address);
  const isKnown = device !== undefined;
  const turn = { isKnown, share: isKnown ? account : network };
  requirePlace(turn);
  const guess = { from, email, isKnown };
  // Others of its network don't count against a known browser.
  if (!isKnown) await spend(ledger, `sign-in:network:${network}`, ofNetwork, guess);
  const key = guessKey(account, device);
  await spend(ledger, key, ofAccount, guess);
  await spend(ledger, `sign-ins:${isKnown ? "known" : "new"}:${account}`, allTries, guess);
  const judged = person && { personId: person.id, version: person.sign_in_version };
  const request = { path: "/sign-in/email", from, judged, isKnownBrowser: isKnown };
  const answer = await inTurn(turn, () => callLibrary(request, cookie, { email, password }));
  if (!answer.isOk) {
    await recordFailure(ledger, from, person?.id, "sign_in_failed");
    throw new Problem(
      "wrong_credentials",
      "The e-mail address or the password is wrong, or the account is disabled. Try again, or ask an admin for a new link.",
    );
  }
  if (answer.body.twoFactorRedirect === true) {
    // It was no guess, and it forgives none: that takes the second factor, which also makes a browser known.
    await handBackAttempt(ledger, key);
    log().info({ isKnownBrowser: isKnown }, "a right password waits for its second factor");
    return { body: { next: "second_factor" }, cookies: answer.cookies };
  }
  await forgetAttempts(ledger, key);
  return { body: { next: "done" }, cookies: [...answer.cookies, ...(isKnown ? [] : [markDevice(email)])] };
}

/**
 * With the password that a link has just set, as if it had been typed: the same limits, and the second factor as always. In
 * a browser in which somebody is signed in, and wherever it fails, the sign-in is left to the person: the link was used.
 */
export async function enterByLink(
  input: SignInInput,
  from: From,
  cookie: string | null,
): Promise<{ body: Entered; cookies: string[] }> {
  const isTaken = await readActor(new Headers({ cookie: cookie ?? "" }), false).catch(() => undefined);
  const entered = isTaken === undefined && (await signIn(input, from, cookie).catch(() => undefined));
  return entered || { body: { next: "login" }, cookies: [] };
}

/** Wrong passwords count for each known browser, and for all others of an account together. */
function guessKey(account: string, device: Mark | undefined): string {
  return device === undefined
    ? `sign-in:account:${account}`
    : `sign-in:device:${account}:${hashToken(device.nonce)}`;
}

/** A browser is nobody's once its person is disabled. */
function knownDevice(person: { is_disabled: number } | undefined, device: Mark | undefined) {
  if (device === undefined) return undefined;
  const isActive = person?.is_disabled === 0;
  noteMark(device, isActive);
  return isActive ? device : undefined;
}

/** The second factor of a waiting sign-in. An app's code or recovery code works once. */
export async function signInWithCode(
  code: string,
  kind: "app" | "recovery",
  from: From,
  cookie: string | null,
): Promise<SignInAnswer> {
  const ledger = await db();
  const waiting = await findChallenge(ledger, cookie);
  // After the right password only the person's own attempts count.
  if (waiting === undefined) {
    // Nothing was guessed. An entry for each try would let anybody fill the log, which is never emptied.
    await spend(ledger, `second-factor:network:${networkOf(from.address)}`, ofNetwork, { from });
    throw overRefusal();
  }
  const { personId } = waiting.judged;
  const device = deviceOf(cookie, waiting.email);
  const place = { personId, device: device?.nonce };
  await countCode(ledger, place, from);
  const path = kind === "app" ? "/two-factor/verify-totp" : "/two-factor/verify-backup-code";
  const known = kind === "app" ? code : hashRecoveryCode(code);
  const judged = { ...waiting.judged, factor: { kind, code } };
  const request = { path, from, judged, isKnownBrowser: device !== undefined, challengeId: waiting.id };
  const answer = await callLibrary(request, waiting.cookie, { code: known });
  const fault = answer.isOk ? undefined : String(answer.body.code ?? "");
  const isWrong = fault === "INVALID_CODE" || fault === "INVALID_BACKUP_CODE";
  if (!isWrong) await handBackCode(ledger, place);
  if (fault === undefined) {
    await forgetAttempts(ledger, guessKey(accountDigest(waiting.email), device));
    const mark = device === undefined ? [markDevice(waiting.email)] : [];
    return { body: { next: "done" }, cookies: [...answer.cookies, ...mark] };
  }
  await recordFailure(ledger, from, personId, "second_factor_failed");
  if (fault === "CODE_USED")
    throw new Problem("wrong_credentials", `This code was used before: each works once. ${again}`, {
      extra: { isOver: true },
    });
  if (isWrong && answer.cookies.length === 0)
    throw new Problem("wrong_credentials", "The code is wrong, or it is out of date. Use the newest one.");
  throw overRefusal();
}

const again = "Sign in with your password again, then use a new code.";

function overRefusal(): Problem {
  return new Problem("wrong_credentials", `This sign-in has ended. ${again}`, { extra: { isOver: true } });
}

/** The browser's waiting sign-in, and its cookie; an existing session has no say. */
async function findChallenge(ledger: Db, header: string | null) {
  const name = cookieRules().secondFactor;
  const identifier = signedValueOf(header, name);
  if (identifier === undefined) return undefined;
  const row = await ledger
    .selectFrom("challenges")
    .innerJoin("people", "people.id", "challenges.value")
    .select(["challenges.id", "challenges.value", "challenges.sign_in_version", "people.email"])
    .where("challenges.identifier", "=", hashToken(identifier))
    .where("challenges.expires_at", ">", new Date().toISOString())
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const cookie = stringifyCookie({ [name]: parseCookie(header ?? "")[name] });
  const judged = { personId: row.value, version: row.sign_in_version };
  return { id: row.id, judged, email: row.email, cookie };
}

function findPerson(ledger: Db, email: string) {
  return ledger
    .selectFrom("people")
    .select(["id", "sign_in_version", "is_disabled"])
    .where("email", "=", email)
    .executeTakeFirst();
}

/** `email` where a password is guessed; `isKnown`: a known browser for it. */
type Guess = { from: From; email?: string; isKnown?: boolean };

/** Throws `too_many_requests`; the first one beyond the budget is logged. */
async function spend(
  ledger: Db,
  key: string,
  budget: Budget,
  { from, email, isKnown }: Guess,
): Promise<void> {
  const { isAllowed, count, retryAfterSeconds } = await countAttempt(ledger, key, budget);
  if (isAllowed) return;
  if (count === budget.max + 1) {
    const person = email === undefined ? undefined : await findPerson(ledger, email);
    await recordFailure(ledger, from, person?.id, "locked_out");
  }
  const minutes = Math.ceil(retryAfterSeconds / 60);
  const elsewhere = email === undefined || isKnown ? "" : ", or from a browser in which you signed in before";
  throw new Problem(
    "too_many_requests",
    `Too many tries. Try again in ${minutes} ${minutes === 1 ? "minute" : "minutes"}${elsewhere}.`,
    { retryAfterSeconds },
  );
}

/** What a stranger typed is not kept: it may be a password in the wrong field. */
async function recordFailure(
  ledger: Db,
  from: From,
  personId: string | undefined,
  action: "sign_in_failed" | "second_factor_failed" | "locked_out",
): Promise<void> {
  await inTransaction(ledger, (trx) =>
    appendAudit(trx, { actor: null, ...from, action, recordId: personId ?? null, detail: {} }),
  );
}
