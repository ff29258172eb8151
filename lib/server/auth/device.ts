import "server-only";
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { authSecret } from "#lib/server/credentials/secret";
import { cookieRules } from "./auth";

/**
 * A cookie says that a person has signed in from this browser. Guesses from elsewhere use up another budget, so nobody can
 * lock the owner out (OWASP "device cookies"). The cookie alone opens nothing.
 */

const lifeSeconds = 180 * 24 * 60 * 60;

/** The browser's mark for an e-mail address, when its signature is right. */
export function deviceOf(cookie: string | null, email: string): string | undefined {
  const { device } = cookieRules();
  for (const part of cookie?.split(";") ?? []) {
    const [name, value] = part.trim().split("=");
    if (name !== device || value === undefined) continue;
    const [nonce = "", signature = ""] = value.split(".");
    if (isSame(signature, sign(nonce, email))) return nonce;
  }
  return undefined;
}

/** The `Set-Cookie` that marks the browser. */
export function markDevice(email: string): string {
  const { device, attributes } = cookieRules();
  const nonce = randomBytes(16).toString("base64url");
  const secure = attributes.secure ? "; Secure" : "";
  return `${device}=${nonce}.${sign(nonce, email)}; Max-Age=${lifeSeconds}; Path=/; HttpOnly; SameSite=Lax${secure}`;
}

function sign(nonce: string, email: string): string {
  return createHmac("sha256", authSecret()).update(`device\0${email}\0${nonce}`).digest("base64url");
}

function isSame(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
