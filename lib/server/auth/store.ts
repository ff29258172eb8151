import { kyselyAdapter } from "@better-auth/kysely-adapter";
import { APIError } from "better-auth";
import { symmetricEncrypt } from "better-auth/crypto";
import { appendAudit } from "#lib/server/audit/audit";
import { inTransaction } from "#lib/server/audit/transaction";
import { openSecret } from "#lib/server/credentials/bound-secret";
import { authSecret } from "#lib/server/credentials/secret";
import { endedVersion, holdJudged } from "#lib/server/credentials/sign-in-version";
import { hashToken } from "#lib/server/credentials/token-hash";
import { judgeCode, takeCode } from "#lib/server/credentials/totp";
import { tellOfPassword, tellPerson, untellOfPassword } from "#lib/server/outbox/tell-people";
import type { Db, Trx } from "#lib/server/tables/schema";
import { holdValue } from "#lib/server/tables/value-lock";
import { authRequest, type JudgedSignIn } from "./actor";
import { idleSince, isSessionOfPerson, mostSessions } from "./session-life";

/**
 * Invariant: a session is made in the transaction that judges the sign-in again, with its audit row. The database has its
 * token's hash only. Our own code writes all other changes of a person.
 */

type Factory = ReturnType<typeof kyselyAdapter>;
type Options = Parameters<Factory>[0];
type Adapter = ReturnType<Factory>;
type Where = { field: string; value: unknown };

// Dates as text and facts as 0 or 1 on both engines.
const dialect = { type: "sqlite" as const };

/** The library's own adapter over our tables, with tokens hashed and acts recorded. */
export function authStore(ledger: Db): (options: Options) => Adapter {
  return (options) => {
    const plain = kyselyAdapter(ledger, dialect)(options);
    const within = (trx: Db) => kyselyAdapter(trx, dialect)(options);
    const store: Adapter = {
      ...plain,
      transaction: (run) => run(store),
      create: async (input) => {
        const { model } = input as { model: string };
        if (model === "session") return makeSession(ledger, input, within) as never;
        if (model === "verification") return makeChallenge(ledger, input, within) as never;
        return plain.create(input);
      },
      findOne: async (input) => {
        const token = tokenIn(input);
        const found = await plain.findOne<Record<string, unknown>>(hashed(input));
        if (found !== null && input.model === "twoFactor")
          return { ...found, ...(await ofFactor(found)) } as never;
        return (found === null || token === undefined ? found : { ...found, token }) as never;
      },
      findMany: (input) => plain.findMany(hashed(input)),
      update: (input) => plain.update(hashed(input)),
      delete: async (input) => {
        const isSignOut = input.model === "session" && authRequest.getStore()?.path === "/sign-out";
        if (!isSignOut) return plain.delete(hashed(input));
        const ended = await plain.findOne<{ userId: string }>(hashed(input));
        await inTransaction(ledger, async (trx) => {
          await within(trx).delete(hashed(input));
          if (ended !== null) await recordSignOut(trx, ended.userId);
        });
      },
      deleteMany: (input) => plain.deleteMany(hashed(input)),
    };
    return store;
  };
}

/** The library decrypts an app's secret by itself, and only what isn't bound to a row. */
async function ofFactor({ userId, secret }: Record<string, unknown>) {
  const data = await openSecret(`${secret}`, "second factor", `${userId}`);
  return { secret: await symmetricEncrypt({ key: authSecret(), data }) };
}

type Within = (trx: Db) => Adapter;
type Creation = Parameters<Adapter["create"]>[0];

/** Only if nothing changed since the sign-in was judged. */
async function makeSession(ledger: Db, input: Creation, within: Within) {
  const request = authRequest.getStore();
  const judged = request?.judged;
  const token = String(input.data.token);
  if (judged === undefined || judged.personId !== input.data.userId)
    throw new Error("A session was asked for that nobody was judged for.");
  const { personId, factor } = judged;
  const right = factor?.kind === "app" ? await judgeCode(ledger, personId, factor.code) : undefined;
  const created = await inTransaction(ledger, async (trx) => {
    const person = await holdJudged(trx, judged);
    if (person === undefined)
      throw APIError.from("UNAUTHORIZED", { code: "CHANGED", message: "What it was judged by has changed" });
    if (factor?.kind === "app" && !(await takeCode(trx, personId, right)))
      throw APIError.from("UNAUTHORIZED", { code: "CODE_USED", message: "This code was used before" });
    if (factor === undefined) await endHeld(trx, request?.heldToken);
    // With a second factor the password alone signs nobody in: the library removes that session again.
    if (factor !== undefined || person.two_factor_enabled === 0)
      await recordSignIn(trx, judged, await makeRoom(trx, personId));
    return within(trx).create({ ...input, data: { ...input.data, token: hashToken(token) } });
  });
  return { ...created, token };
}

/** A sign-in that waits for its second factor, with the version that its password was judged under. */
async function makeChallenge(ledger: Db, input: Creation, within: Within) {
  const request = authRequest.getStore();
  const judged = request?.judged;
  if (request === undefined || judged === undefined)
    throw new Error("A sign-in is to wait that nobody was judged for.");
  return inTransaction(ledger, async (trx) => {
    const created = await within(trx).create<Record<string, unknown>>(input);
    const id = String(created.id);
    await trx
      .updateTable("challenges")
      .set({ sign_in_version: judged.version })
      .where("id", "=", id)
      .execute();
    const { personId: recordId } = judged;
    // The library keeps how often a code was wrong in a row of its own.
    if (created.value !== recordId) return created;
    if (request.isKnownBrowser !== true) await tellOfPassword(trx, recordId, id, request.from);
    await appendAudit(trx, {
      ...request.from,
      actor: null,
      action: "password_accepted",
      recordId,
      detail: {},
    });
    return created;
  });
}

/** Signing in ends the session that the browser had, whoever's it was. */
async function endHeld(trx: Trx, token: string | undefined): Promise<void> {
  if (token === undefined) return;
  const held = await trx
    .deleteFrom("sessions")
    .where("token_hash", "=", hashToken(token))
    // What was typed in one that ended by itself is still its person's.
    .where("sign_in_version", "!=", endedVersion)
    .returning(["person_id", "expires_at", "last_seen_at"])
    .executeTakeFirst();
  const isOver =
    held === undefined || held.expires_at <= new Date().toISOString() || held.last_seen_at <= idleSince();
  if (!isOver) await recordSignOut(trx, held.person_id);
}

/** For one more session. Ends those used longest ago, and returns how many of them were still good. */
async function makeRoom(trx: Trx, personId: string): Promise<number> {
  await holdValue(trx, "sessions", personId);
  const open = await trx
    .selectFrom("people")
    .innerJoin("sessions", isSessionOfPerson)
    .select(["sessions.id", "sessions.last_seen_at"])
    .where("people.id", "=", personId)
    .orderBy("sessions.last_seen_at", "desc")
    .orderBy("sessions.created_at", "desc")
    .execute();
  const beyond = open.slice(mostSessions - 1);
  const ids = beyond.map(({ id }) => id);
  if (ids.length > 0) await trx.deleteFrom("sessions").where("id", "in", ids).execute();
  return beyond.filter(({ last_seen_at }) => last_seen_at > idleSince()).length;
}

async function recordSignIn(trx: Trx, { personId, factor }: JudgedSignIn, ended: number): Promise<void> {
  const kinds = { app: "authenticator_code", recovery: "recovery_code" } as const;
  const detail = {
    ...(factor !== undefined && { secondFactor: kinds[factor.kind] }),
    ...(ended > 0 && { sessionsEnded: `${ended}` }),
  };
  const request = authRequest.getStore();
  if (request?.challengeId !== undefined) await untellOfPassword(trx, request.challengeId);
  if (factor?.kind === "recovery")
    await tellPerson(trx, personId, "security.recovery_code_used", {}, request?.from);
  else if (request?.isKnownBrowser !== true)
    await tellPerson(trx, personId, "security.signed_in", {}, request?.from);
  await appendAudit(trx, { ...(await originOfPerson(trx, personId)), action: "signed_in", detail });
}

async function recordSignOut(trx: Trx, personId: string): Promise<void> {
  await appendAudit(trx, { ...(await originOfPerson(trx, personId)), action: "signed_out", detail: {} });
}

async function originOfPerson(trx: Trx, personId: string) {
  const { email } = await trx
    .selectFrom("people")
    .select("email")
    .where("id", "=", personId)
    .executeTakeFirstOrThrow();
  const { address = null, userAgent = null } = authRequest.getStore()?.from ?? {};
  return { actor: { id: personId, name: email }, address, userAgent, recordId: personId };
}

function tokenIn(input: { model: string; where?: readonly Where[] | undefined }): string | undefined {
  if (input.model !== "session") return undefined;
  const value = input.where?.find(({ field }) => field === "token")?.value;
  return typeof value === "string" ? value : undefined;
}

/** The same query with the token's hash. */
function hashed<Input extends { model: string; where?: readonly Where[] | undefined }>(input: Input): Input {
  const token = tokenIn(input);
  if (token === undefined || input.where === undefined) return input;
  const where = input.where.map((clause) =>
    clause.field === "token" ? { ...clause, value: hashToken(token) } : clause,
  );
  return { ...input, where };
}
