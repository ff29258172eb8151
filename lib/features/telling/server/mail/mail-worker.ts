import * as z from "zod/mini";
import {
  adviceMail,
  type FeatureKind,
  featureKinds,
  isMailKind,
  type MailKind,
  rolesThatAct,
  securityKinds,
} from "#lib/contract/outbox/mail-kinds";
import { env } from "#lib/server/config/env";
import { db } from "#lib/server/database/db";
import { log } from "#lib/server/observe/log";
import { startRounds } from "#lib/server/observe/rounds";
import { featureLetters } from "#lib/server/outbox/feature-letters";
import type { Letter } from "#lib/server/outbox/letter";
import { isChosen } from "#lib/server/outbox/mail-choices";
import { isMailSet } from "#lib/server/outbox/messengers";
import type { OutwardMail } from "#lib/server/outbox/outward";
import { type SecurityFacts, securityLetter } from "#lib/server/outbox/security-letters";
import type { Db, PersonRow } from "#lib/server/tables/schema";
import { dayOf } from "#lib/text/zone-day";
import { type AdminFacts, adminLetter } from "./admin-letters";
import { type ClaimedMail, claimMail, type Outcome, settleMail } from "./claims";
import { appendDaySummaries, dayLetter } from "./day-summary";
import { type HeadlinesOf, needsYouLetter } from "./needs-you-letter";
import { sendLetter } from "./transport";

/** Invariant: who a mail is for, and whether they are still to get it, is read when it is sent. */

const everyMs = 2_000;
/** As many as there are connections. */
const atOnce = 2;
/** So that a stop waits no longer. */
const roundMs = 1_000;
/** Of a mail to somebody else: more than a day has. Where no end can be recorded, a stranger gets no e-mail every minute. */
export const mostTries = 20;

type State = { day: string | undefined; isAway: boolean };

/** Starts sending, where this server sends mail. */
export function startMailing(headlinesOf: HeadlinesOf, outward: OutwardMail): void {
  if (!isMailSet()) return;
  const state: State = { day: undefined, isAway: false };
  const failing = "mail can't be read from the database: trying again";
  startRounds({ name: "mail-worker", everyMs, failing }, () => round(state, headlinesOf, outward));
}

async function round(state: State, headlinesOf: HeadlinesOf, outward: OutwardMail): Promise<void> {
  const start = performance.now();
  const ledger = await db();
  await appendDay(ledger, state);
  while (performance.now() - start < roundMs) {
    const results = await sendDue(ledger, headlinesOf, outward);
    const failed = results.find(({ state: end }) => end === "later");
    say(state, results.length === 0 ? undefined : failed?.code, results.length > 0);
    if (results.length === 0 || failed !== undefined) break;
  }
}

/** The first failure in a row is worth a line. */
function say(state: State, code: string | undefined, hasTried: boolean): void {
  if (code !== undefined && !state.isAway) log().warn({ code }, "mail can't be sent: trying again for a day");
  if (hasTried) state.isAway = code !== undefined;
}

async function appendDay(ledger: Db, state: State): Promise<void> {
  const { timeZone } = env();
  if (state.day !== dayOf(Date.now(), timeZone)) state.day = await appendDaySummaries(ledger, timeZone);
}

/** Sends what is due, a few at once. Returns how each went. */
export async function sendDue(
  ledger: Db,
  headlinesOf: HeadlinesOf,
  outward?: OutwardMail,
): Promise<Outcome[]> {
  const claimed = await claimMail(ledger, atOnce);
  return Promise.all(
    claimed.map(async (mail) => {
      const isOutward = outward !== undefined && mail.kind === outward.kind;
      const posted = isOutward
        ? await outward.post(ledger, mail).catch(unreadable)
        : await postFor(ledger, mail, headlinesOf);
      const isWornOut = isOutward && mail.attempts > mostTries;
      const outcome = isWornOut ? wornOut : await send(mail, posted);
      await settleMail(ledger, mail, outcome, isOutward ? outward.onEnd : undefined);
      return outcome;
    }),
  );
}

const wornOut: Outcome = { state: "given_up", code: "TRIES", ms: 0 };
type Post = { to: string; letter: Letter } | undefined | "unreadable";

/** To whom, as they are now. */
async function postFor(ledger: Db, mail: ClaimedMail, headlinesOf: HeadlinesOf): Promise<Post> {
  const person = await ledger
    .selectFrom("people")
    .selectAll()
    .where("id", "=", mail.person_id ?? "")
    .executeTakeFirst();
  const letter = person && (await letterFor(ledger, mail, person, headlinesOf).catch(unreadable));
  if (letter === undefined || letter === "unreadable") return letter;
  return { to: person?.email ?? "", letter };
}

async function send(mail: ClaimedMail, posted: Post): Promise<Outcome> {
  if (posted === undefined) return { state: "withdrawn", ms: 0 };
  if (posted === "unreadable") return { state: "given_up", code: "UNREADABLE", ms: 0 };
  const start = performance.now();
  const result = await sendLetter(posted.to, mail.id, posted.letter);
  const ms = performance.now() - start;
  if (result.state === "sent") return { state: "delivered", ms };
  return { state: result.state === "never" ? "given_up" : "later", code: result.code, ms };
}

/** A body that is damaged, or of another version, doesn't get better. A fault of the database passes. */
function unreadable(error: unknown): "unreadable" {
  if (error instanceof SyntaxError || error instanceof TypeError || error instanceof z.core.$ZodError)
    return "unreadable";
  throw error;
}

/** `undefined` where this person is not to get it any more. */
async function letterFor(
  ledger: Db,
  { kind, body, created_at }: ClaimedMail,
  person: PersonRow,
  headlinesOf: HeadlinesOf,
): Promise<Letter | undefined> {
  if (!isMailKind(kind)) return undefined;
  // That an account is disabled is the one thing that its person is still told.
  if (person.is_disabled === 1 && kind !== "security.disabled") return undefined;
  if (isOfSecurity(kind)) return securityLetter(kind, JSON.parse(body) as SecurityFacts, created_at);
  if (isOfFeature(kind)) return featureLetter(ledger, { kind, body, at: created_at }, person);
  if (kind === "needs_you" || kind === "day_summary") {
    if (!(await isChosen(ledger, person.id, kind))) return undefined;
    if (kind === "day_summary") return dayLetter(body);
    return rolesThatAct.includes(person.role) ? needsYouLetter(ledger, body, headlinesOf) : undefined;
  }
  if (kind === adviceMail) return undefined;
  return person.role === "admin" ? adminLetter(kind, JSON.parse(body) as AdminFacts, created_at) : undefined;
}

/** Nothing where the feature was taken out meanwhile. */
async function featureLetter(
  ledger: Db,
  mail: { kind: FeatureKind; body: string; at: string },
  person: PersonRow,
): Promise<Letter | undefined> {
  const letters = featureLetters.all().find(({ kinds }) => kinds.includes(mail.kind));
  if (letters === undefined) return undefined;
  const isAlways = letters.always?.includes(mail.kind) === true;
  if (!isAlways && !(await isChosen(ledger, person.id, letters.choice))) return undefined;
  return letters.letterFor(ledger, mail, person);
}

function isOfSecurity(kind: MailKind): kind is keyof typeof securityKinds {
  return Object.hasOwn(securityKinds, kind);
}

function isOfFeature(kind: MailKind): kind is FeatureKind {
  return Object.hasOwn(featureKinds, kind);
}
