import "server-only";
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { authSecret } from "#lib/server/credentials/secret";
import type { Trx } from "#lib/server/tables/schema";
import { cookieRules } from "./auth";
import { hashToken } from "./store";

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
  const start = `${name}=`;
  const value = header
    ?.split(";")
    .map((part) => part.trim())
    .find((part) => part.startsWith(start))
    ?.slice(start.length);
  const signed = value === undefined ? undefined : decode(value);
  const dot = signed?.lastIndexOf(".") ?? -1;
  if (signed === undefined || dot < 1) return undefined;
  const said = signed.slice(0, dot);
  const given = Buffer.from(signed.slice(dot + 1));
  const made = Buffer.from(signatureOf(said));
  return given.length === made.length && timingSafeEqual(given, made) ? said : undefined;
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
  const value = encodeURIComponent(`${token}.${signatureOf(token)}`);
  const maxAge = Math.max(0, Math.floor((Date.parse(expires_at) - Date.now()) / 1000));
  const secure = attributes.secure ? "; Secure" : "";
  return `${session}=${value}; Max-Age=${maxAge}; Path=/; HttpOnly; SameSite=Lax${secure}`;
}

function signatureOf(text: string): string {
  return createHmac("sha256", authSecret()).update(text).digest("base64");
}

function decode(value: string): string | undefined {
  try {
    return decodeURIComponent(value);
  } catch {
    return undefined;
  }
}
