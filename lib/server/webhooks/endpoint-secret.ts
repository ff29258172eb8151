import "server-only";
import { randomBytes } from "node:crypto";
import { symmetricDecrypt, symmetricEncrypt } from "better-auth/crypto";
import { authSecret } from "#lib/server/credentials/secret";

/** Invariant: an endpoint's secret is stored encrypted with AUTH_SECRET, and is shown once. */

const bytes = 32;

/** As the libraries of Standard Webhooks take it. */
export function newSecret(): string {
  return `whsec_${randomBytes(bytes).toString("base64")}`;
}

export function encryptSecret(secret: string): Promise<string> {
  return symmetricEncrypt({ key: authSecret(), data: secret });
}

/** Throws where it was encrypted with another AUTH_SECRET. */
export function decryptSecret(encrypted: string): Promise<string> {
  return symmetricDecrypt({ key: authSecret(), data: encrypted });
}
