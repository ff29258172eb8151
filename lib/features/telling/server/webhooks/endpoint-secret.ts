import { randomBytes } from "node:crypto";
import { openSecret, sealSecret } from "#lib/server/credentials/bound-secret";

/** Invariant: an endpoint's secret is stored encrypted with AUTH_SECRET for it alone, and is shown once. */

const bytes = 32;

/** As the libraries of Standard Webhooks take it. */
export function newSecret(): string {
  return `whsec_${randomBytes(bytes).toString("base64")}`;
}

export function encryptSecret(secret: string, endpointId: string): string {
  return sealSecret(secret, "webhook", endpointId);
}

/** Throws where it is another endpoint's, or was encrypted with another AUTH_SECRET. */
export function decryptSecret(encrypted: string, endpointId: string): Promise<string> {
  return openSecret(encrypted, "webhook", endpointId);
}
