import { createHmac, randomBytes } from "node:crypto";
import { parseCookie, stringifySetCookie } from "cookie";
import { authSecret } from "#lib/server/credentials/secret";
import { cookieRules } from "./cookies";
import { isSame } from "./session-token";

/**
 * A cookie says that a person has signed in from this browser. Guesses from elsewhere use up another budget, so nobody can
 * lock the owner out (OWASP "device cookies"). The cookie alone opens nothing.
 */

const lifeSeconds = 180 * 24 * 60 * 60;

/** A browser's mark: its own name, and its person's, which only we can tell from an e-mail address. */
export type Mark = { nonce: string; owner: string };

/** A mark that was made here, whoever's. The front server judges it without the database. */
export function markOf(cookie: string | null): Mark | undefined {
  const [nonce = "", owner = "", signature = ""] =
    parseCookie(cookie ?? "")[cookieRules().device]?.split(".") ?? [];
  return isSame(signature, sign("device", nonce, owner)) ? { nonce, owner } : undefined;
}

/** The browser's mark, where it is for this e-mail address. */
export function deviceOf(cookie: string | null, email: string): Mark | undefined {
  const mark = markOf(cookie);
  return mark?.owner === ownerOf(email) ? mark : undefined;
}

/** The `Set-Cookie` that marks the browser. */
export function markDevice(email: string): string {
  const { device, attributes } = cookieRules();
  const nonce = randomBytes(16).toString("base64url");
  const owner = ownerOf(email);
  const mark = `${nonce}.${owner}.${sign("device", nonce, owner)}`;
  return stringifySetCookie(device, mark, { maxAge: lifeSeconds, ...attributes });
}

function ownerOf(email: string): string {
  return sign("device-owner", email);
}

function sign(...parts: string[]): string {
  return createHmac("sha256", authSecret()).update(parts.join("\0")).digest("base64url");
}
