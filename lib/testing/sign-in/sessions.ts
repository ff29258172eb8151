import { randomBytes, randomUUID } from "node:crypto";
import { makeSignature } from "better-auth/crypto";
import type { Role } from "#lib/contract/roles";
import { hashToken } from "#lib/server/credentials/token-hash";
import type { Db } from "#lib/server/tables/schema";

/** What is unusual of a session or its person. Times are milliseconds from now. */
export type SessionTraits = {
  role?: Role;
  isDisabled?: boolean;
  email?: string;
  expiresIn?: number;
  lastSeen?: number;
  confirmed?: number;
  name?: string;
  hasSecondFactor?: boolean;
};

/** What signs cookies in the tests. */

const hour = 3_600_000;

/** Writes a person and a session of theirs into the database. Gives the cookie and what it belongs to. */
export async function writeSession(ledger: Db, secret: string, traits: SessionTraits = {}) {
  const { role = "admin", isDisabled = false, expiresIn = hour, lastSeen = 0, confirmed = 0 } = traits;
  const now = Date.now();
  const at = (offset: number) => new Date(now + offset).toISOString();
  const personId = randomUUID();
  const email = traits.email ?? `${role}-${personId.slice(0, 8)}@example.com`;
  const times = { created_at: at(0), updated_at: at(0) };
  await ledger
    .insertInto("people")
    .values({
      id: personId,
      name: traits.name ?? `A person of ${role}`,
      email,
      email_verified: 0,
      image: null,
      role,
      is_disabled: isDisabled ? 1 : 0,
      two_factor_enabled: traits.hasSecondFactor ? 1 : 0,
      sign_in_version: 0,
      ...times,
    })
    .execute();
  const token = randomBytes(24).toString("base64url");
  const sessionId = randomUUID();
  await ledger
    .insertInto("sessions")
    .values({
      id: sessionId,
      token_hash: hashToken(token),
      person_id: personId,
      expires_at: at(expiresIn),
      last_seen_at: at(lastSeen),
      confirmed_at: at(confirmed),
      address: null,
      user_agent: null,
      sign_in_version: 0,
      has_second_factor: traits.hasSecondFactor ? 1 : 0,
      ...times,
    })
    .execute();
  const signed = encodeURIComponent(`${token}.${await makeSignature(token, secret)}`);
  return { cookie: `session=${signed}`, personId, sessionId, email };
}
