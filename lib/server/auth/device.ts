import "server-only";
import { createHmac, randomBytes } from "node:crypto";
import { parseCookie, stringifySetCookie } from "cookie";
import { authSecret } from "#lib/server/credentials/secret";
import { cookieRules } from "./auth";
import { isSame } from "./session-token";

/**
 * A cookie says that a person has signed in from this browser. Guesses from elsewhere use up another budget, so nobody can
 * lock the owner out (OWASP "device cookies"). The cookie alone opens nothing.
 */

const lifeSeconds = 180 * 24 * 60 * 60;

/** The browser's mark for an e-mail address, when its signature is right. */
export function deviceOf(cookie: string | null, email: string): string | undefined {
  const [nonce = "", signature = ""] = parseCookie(cookie ?? "")[cookieRules().device]?.split(".") ?? [];
  return isSame(signature, sign(nonce, email)) ? nonce : undefined;
}

/** The `Set-Cookie` that marks the browser. */
export function markDevice(email: string): string {
  const { device, attributes } = cookieRules();
  const nonce = randomBytes(16).toString("base64url");
  return stringifySetCookie(device, `${nonce}.${sign(nonce, email)}`, { maxAge: lifeSeconds, ...attributes });
}

function sign(nonce: string, email: string): string {
  return createHmac("sha256", authSecret()).update(`device\0${email}\0${nonce}`).digest("base64url");
}
