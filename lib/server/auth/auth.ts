import { betterAuth } from "better-auth";
import { twoFactor } from "better-auth/plugins/two-factor";
import { passwordLength } from "#lib/contract/password";
import { roles } from "#lib/contract/roles";
import { once } from "#lib/server/config/once";
import { hashPassword, verifyPassword } from "#lib/server/credentials/password-hash";
import { makeRecoveryCodes, recoveryCodeStore } from "#lib/server/credentials/recovery-codes";
import { authSecret } from "#lib/server/credentials/secret";
import { db } from "#lib/server/database/db";
import type { Db } from "#lib/server/tables/schema";
import { authRequest } from "./actor";
import { cookieRules } from "./cookies";
import { sessionLifeMs } from "./session-life";
import { authStore } from "./store";

/**
 * Invariant: the library checks passwords, second factors and cookies, over our tables; the rest of it is off or
 * unreachable. Our own code judges origins, limits, roles and the length of a session.
 */

/** Made once. Throws `database_unavailable` when the tables can't be reached. */
export async function auth(): Promise<ReturnType<typeof makeAuth>> {
  const ledger = await db();
  return once("auth", () => makeAuth(ledger));
}

/** What an authenticator app calls the dashboard. */
export const appName = "Offramp Dashboard";

/** Our column names for the library's session. */
const sessions = {
  modelName: "sessions",
  expiresIn: sessionLifeMs / 1000,
  disableSessionRefresh: true,
  freshAge: 0,
  cookieCache: { enabled: false },
  fields: {
    token: "token_hash",
    userId: "person_id",
    expiresAt: "expires_at",
    ipAddress: "address",
    userAgent: "user_agent",
    createdAt: "created_at",
    updatedAt: "updated_at",
  },
  additionalFields: {
    lastSeenAt: { type: "string", fieldName: "last_seen_at", input: false, required: true },
    confirmedAt: { type: "string", fieldName: "confirmed_at", input: false, required: true },
    signInVersion: { type: "number", fieldName: "sign_in_version", input: false, required: true },
    hasSecondFactor: { type: "number", fieldName: "has_second_factor", input: false, required: true },
  },
} as const;

function secondFactors() {
  return twoFactor({
    issuer: appName,
    twoFactorCookieMaxAge: 600,
    // Our own code counts wrong codes, before they are judged.
    accountLockout: { enabled: false },
    backupCodeOptions: {
      customBackupCodesGenerate: makeRecoveryCodes,
      storeBackupCodes: {
        encrypt: async (list) => recoveryCodeStore.encrypt(list, judgedPerson()),
        decrypt: (kept) => recoveryCodeStore.decrypt(kept, judgedPerson()),
      },
    },
    schema: {
      user: { fields: { twoFactorEnabled: "two_factor_enabled" } },
      twoFactor: {
        modelName: "second_factors",
        fields: {
          userId: "person_id",
          secret: "encrypted_secret",
          backupCodes: "encrypted_recovery_codes",
          verified: "is_verified",
          failedVerificationCount: "failed_count",
          lockedUntil: "locked_until",
        },
      },
    },
  });
}

/** Whose sign-in it is: the library asks for nobody else's recovery codes. */
function judgedPerson(): string {
  return authRequest.getStore()?.judged?.personId ?? "";
}

/** Ours, of a session that begins with this request. */
function newSessionFields() {
  const at = new Date().toISOString();
  const request = authRequest.getStore();
  return {
    lastSeenAt: at,
    confirmedAt: at,
    ipAddress: request?.from.address ?? null,
    userAgent: request?.from.userAgent ?? null,
    signInVersion: request?.judged?.version,
    hasSecondFactor: request?.judged?.factor === undefined ? 0 : 1,
  };
}

function makeAuth(ledger: Db) {
  const cookies = cookieRules();
  const { attributes } = cookies;
  return betterAuth({
    appName,
    // Only our own handler makes requests to it.
    baseURL: "http://dashboard.internal",
    basePath: "/api/auth",
    secret: authSecret(),
    database: authStore(ledger),
    telemetry: { enabled: false },
    logger: { disabled: true },
    rateLimit: { enabled: false },
    advanced: {
      useSecureCookies: false,
      disableCSRFCheck: true,
      disableOriginCheck: true,
      ipAddress: { disableIpTracking: true },
      cookiePrefix: "auth",
      cookies: {
        session_token: { name: cookies.session, attributes },
        two_factor: { name: cookies.secondFactor, attributes },
      },
      defaultCookieAttributes: attributes,
      database: { generateId: () => crypto.randomUUID() },
    },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: passwordLength.least,
      maxPasswordLength: passwordLength.most,
      password: { hash: hashPassword, verify: ({ hash, password }) => verifyPassword(hash, password) },
    },
    user: {
      modelName: "people",
      fields: { emailVerified: "email_verified", createdAt: "created_at", updatedAt: "updated_at" },
      additionalFields: {
        role: { type: [...roles], input: false, required: true },
        isDisabled: { type: "boolean", fieldName: "is_disabled", input: false, required: true },
      },
    },
    session: sessions,
    account: {
      modelName: "credentials",
      fields: {
        userId: "person_id",
        accountId: "account_id",
        providerId: "provider_id",
        password: "password_hash",
        createdAt: "created_at",
        updatedAt: "updated_at",
      },
    },
    verification: {
      modelName: "challenges",
      storeIdentifier: "hashed",
      fields: { expiresAt: "expires_at", createdAt: "created_at", updatedAt: "updated_at" },
    },
    databaseHooks: {
      session: {
        create: {
          before: async () => ({ data: newSessionFields() }),
        },
      },
    },
    plugins: [secondFactors()],
  });
}
