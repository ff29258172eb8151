import { createHash, randomBytes } from "node:crypto";
import { env } from "#lib/server/config/env";

/** Invariant: the URL is the secret. Only its token's SHA-256 is stored; the token leaves once, to the service. */

export type OwnCallback = { url: string; token: string; tokenHash: string };

/** `undefined` when the service could not reach it, by the configuration alone. */
export function newOwnCallback(): OwnCallback | undefined {
  const { callbackBaseUrl } = env();
  if (callbackBaseUrl === undefined) return undefined;
  const token = randomBytes(32).toString("base64url");
  return { url: `${callbackBaseUrl}${callbackPath}${token}`, token, tokenHash: hashCallbackToken(token) };
}

export function hashCallbackToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

/** What the event of a request keeps of its token, so that one which was put in later is known. */
export function tokenMark(tokenHash: string | null): string {
  return tokenHash ?? hashCallbackToken("");
}

/** For a text that somebody sent. */
export function hideToken(text: string, token: string): string {
  return text.replaceAll(token, "[callback token]");
}

/** What comes before the token in the URL's path. */
export const callbackPath = "/api/callbacks/";

/** Anything else is not looked up. */
export const tokenPattern = /^[A-Za-z0-9_-]{43}$/;
