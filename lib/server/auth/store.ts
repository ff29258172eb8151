import "server-only";
import { createHash } from "node:crypto";
import { kyselyAdapter } from "@better-auth/kysely-adapter";
import { APIError } from "better-auth";
import { appendAudit } from "../audit";
import type { Db } from "../db";
import type { PersonRow } from "../schema";
import { inTransaction } from "../transaction";
import type { Trx } from "../transfer-ledger";
import { type AuthRequest, authRequest } from "./actor";
import { idleSince } from "./session-life";
import { stepOfCode, takeStep } from "./totp";

/**
 * Invariant: what the sign-in library writes is written with its audit row in one transaction, and a session's token
 * stands in the database as its hash only.
 */

type Factory = ReturnType<typeof kyselyAdapter>;
type Options = Parameters<Factory>[0];
type Adapter = ReturnType<Factory>;
type Where = { field: string; value: unknown };

// Dates as text and facts as 0 or 1 on both engines.
const dialect = { type: "sqlite" as const };

/** The store for the library: its own adapter over our tables, with tokens hashed and acts recorded. */
export function authStore(ledger: Db): (options: Options) => Adapter {
  return (options) => {
    const plain = kyselyAdapter(ledger, dialect)(options);
    const within = (trx: Db) => kyselyAdapter(trx, dialect)(options);
    const store: Adapter = {
      ...plain,
      transaction: (run) => run(store),
      create: async (input) => {
        if (input.model !== "session") return plain.create(input);
        const token = String(input.data.token);
        const data = { ...input.data, token: hashToken(token) };
        const allow = await prepareSession(ledger, String(input.data.userId));
        const created = await inTransaction(ledger, async (trx) => {
          await allow(trx);
          return within(trx).create({ ...input, data });
        });
        return { ...created, token } as never;
      },
      findOne: async (input) => {
        const token = tokenIn(input);
        const found = await plain.findOne<Record<string, unknown>>(hashed(input));
        return (found === null || token === undefined ? found : { ...found, token }) as never;
      },
      findMany: (input) => plain.findMany(hashed(input)),
      update: async (input) => {
        const { model, update } = input as { model: string; update: Record<string, unknown> };
        const action = changeOf(authRequest.getStore(), model, update);
        if (action === undefined) return plain.update(hashed(input));
        return inTransaction(ledger, async (trx) => {
          const updated = await within(trx).update<Record<string, unknown>>(hashed(input));
          if (updated !== null)
            await record(trx, String(model === "user" ? updated.id : updated.userId), action);
          return updated as never;
        });
      },
      delete: async (input) => {
        const isSignOut = input.model === "session" && authRequest.getStore()?.path === "/sign-out";
        if (!isSignOut) return plain.delete(hashed(input));
        const ended = await plain.findOne<{ userId: string }>(hashed(input));
        await inTransaction(ledger, async (trx) => {
          await within(trx).delete(hashed(input));
          if (ended !== null) await record(trx, ended.userId, "signed_out");
        });
      },
      deleteMany: (input) => plain.deleteMany(hashed(input)),
    };
    return store;
  };
}

/** What stands in the database for a token. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}

/** Reads what a new session depends on; gives what has to be done in its transaction, a write first. */
async function prepareSession(ledger: Db, personId: string): Promise<(trx: Db) => Promise<void>> {
  const request = authRequest.getStore();
  const person = await findPerson(ledger, personId);
  const isCode = request?.path === "/two-factor/verify-totp";
  const step = isCode ? await stepOfCode(ledger, personId, request.code ?? "") : undefined;
  return async (trx) => {
    if (request?.path === "/sign-in/email") await endHeld(trx, request.heldToken);
    if (signsIn(request, person)) await record(trx, personId, "signed_in");
    if (isCode && !(await takeStep(trx, personId, step)))
      throw APIError.from("UNAUTHORIZED", { code: "CODE_USED", message: "This code was used before" });
    if ((await findPerson(trx, personId)).is_disabled === 1)
      throw APIError.from("UNAUTHORIZED", { code: "DISABLED", message: "Disabled" });
  };
}

/** Whoever signs in leaves the session that the browser held, their own or another person's. */
async function endHeld(trx: Db, token: string | undefined): Promise<void> {
  if (token === undefined) return;
  const held = await trx
    .deleteFrom("sessions")
    .where("token_hash", "=", hashToken(token))
    .returning(["person_id", "expires_at", "last_seen_at"])
    .executeTakeFirst();
  const isOver =
    held === undefined || held.expires_at <= new Date().toISOString() || held.last_seen_at <= idleSince();
  if (!isOver) await record(trx, held.person_id, "signed_out");
}

function findPerson(ledger: Db, id: string): Promise<PersonRow> {
  return ledger.selectFrom("people").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
}

/** With a second factor the password alone signs nobody in: the library takes that session away again. */
function signsIn(request: AuthRequest | undefined, person: PersonRow): boolean {
  if (request?.path === "/sign-in/email") return person.two_factor_enabled === 0;
  // With a session the code is the first one of a new second factor.
  return request?.hasSession === false && request.path.startsWith("/two-factor/verify-");
}

type Recorded =
  | "signed_in"
  | "signed_out"
  | "password_changed"
  | "second_factor_enabled"
  | "second_factor_disabled"
  | "recovery_codes_made";

function changeOf(
  request: AuthRequest | undefined,
  model: string,
  update: Record<string, unknown>,
): Recorded | undefined {
  if (model === "user" && update.twoFactorEnabled === true) return "second_factor_enabled";
  if (model === "user" && update.twoFactorEnabled === false) return "second_factor_disabled";
  if (model === "account" && typeof update.password === "string") return "password_changed";
  if (request?.path === "/two-factor/generate-backup-codes" && "backupCodes" in update)
    return "recovery_codes_made";
  return undefined;
}

async function record(trx: Db, personId: string, action: Recorded): Promise<void> {
  const { email } = await findPerson(trx, personId);
  const { address = null, userAgent = null } = authRequest.getStore()?.from ?? {};
  const actor = { id: personId, name: email };
  await appendAudit(trx as Trx, { actor, address, userAgent, action, recordId: personId, detail: {} });
}

function tokenIn(input: { model: string; where?: readonly Where[] | undefined }): string | undefined {
  if (input.model !== "session") return undefined;
  const value = input.where?.find(({ field }) => field === "token")?.value;
  return typeof value === "string" ? value : undefined;
}

/** The same question with the token's hash in its place. */
function hashed<Input extends { model: string; where?: readonly Where[] | undefined }>(input: Input): Input {
  const token = tokenIn(input);
  if (token === undefined || input.where === undefined) return input;
  const where = input.where.map((clause) =>
    clause.field === "token" ? { ...clause, value: hashToken(token) } : clause,
  );
  return { ...input, where };
}
