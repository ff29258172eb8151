import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { parseCookie, stringifySetCookie } from "cookie";
import { authSecret } from "#lib/server/credentials/secret";
import { hashToken } from "#lib/server/credentials/token-hash";
import type { Trx } from "#lib/server/tables/schema";
import { cookieRules } from "./cookies";

/**
 * Invariant: a token counts only with the sign-in library's signature. Every request checks it, so it is computed here: the
 * library takes as long as a whole request.
 */

/** From a `Cookie` header; `undefined` for none, or one without our signature. */
export function sessionTokenOf(header: string | null): string | undefined {
  return signedValueOf(header, cookieRules().session);
}

/** `undefined` for no cookie, or one without our signature. */
export function signedValueOf(header: string | null, name: string): string | undefined {
  const signed = parseCookie(header ?? "")[name];
  const dot = signed?.lastIndexOf(".") ?? -1;
  if (signed === undefined || dot < 1) return undefined;
  const said = signed.slice(0, dot);
  return isSame(signed.slice(dot + 1), signatureOf(said)) ? said : undefined;
}

/** Replaces a session's token, which locks out anyone who knew it. Returns the new `Set-Cookie`. */
export async function renewToken(trx: Trx, sessionId: string): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  const { expires_at } = await trx
    .updateTable("sessions")
    .set({ token_hash: hashToken(token), updated_at: new Date().toISOString() })
    .where("id", "=", sessionId)
    .returning("expires_at")
    .executeTakeFirstOrThrow();
  const { session, attributes } = cookieRules();
  const maxAge = Math.max(0, Math.floor((Date.parse(expires_at) - Date.now()) / 1000));
  return stringifySetCookie(session, `${token}.${signatureOf(token)}`, { maxAge, ...attributes });
}

/** Compares a signature in a time that tells nothing of it. */
export function isSame(given: string, made: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(made)];
  return left.length === right.length && timingSafeEqual(left, right);
}

function signatureOf(text: string): string {
  return createHmac("sha256", authSecret()).update(text).digest("base64");
}
