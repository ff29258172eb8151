import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { authSecret } from "#lib/server/credentials/secret";

/**
 * Invariant: only whoever knows AUTH_SECRET can make a probe. It has the form of a callback's token and is answered like
 * a kept callback, so the answer proves that this very dashboard is behind an address; it names no transfer.
 */

const half = 16;

/** A probe that was never used before. */
export function newProbe(): string {
  const nonce = randomBytes(half);
  return Buffer.concat([nonce, sealOf(nonce)]).toString("base64url");
}

/** Whether a token is a probe of this dashboard. */
export function isProbe(token: string): boolean {
  const bytes = Buffer.from(token, "base64url");
  return bytes.length === 2 * half && timingSafeEqual(bytes.subarray(half), sealOf(bytes.subarray(0, half)));
}

function sealOf(nonce: Uint8Array): Buffer {
  return createHmac("sha256", authSecret()).update("callback probe").update(nonce).digest().subarray(0, half);
}
