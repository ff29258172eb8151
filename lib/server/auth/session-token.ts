import "server-only";
import { createHmac, timingSafeEqual } from "node:crypto";
import { cookieRules } from "./auth";
import { authSecret } from "./secret";

/**
 * Invariant: a token counts only with the signature that the sign-in library wrote beside it. Every request asks, so it
 * is computed here at once; the library would take as long for it as a whole request needs otherwise.
 */

/** The token of the session that a `Cookie` header carries; `undefined` for none, or for one that was not signed here. */
export function sessionTokenOf(header: string | null): string | undefined {
  const start = `${cookieRules().session}=`;
  const value = header
    ?.split(";")
    .map((part) => part.trim())
    .find((part) => part.startsWith(start))
    ?.slice(start.length);
  const signed = value === undefined ? undefined : decode(value);
  const dot = signed?.lastIndexOf(".") ?? -1;
  if (signed === undefined || dot < 1) return undefined;
  const token = signed.slice(0, dot);
  const given = Buffer.from(signed.slice(dot + 1));
  const made = Buffer.from(createHmac("sha256", authSecret()).update(token).digest("base64"));
  return given.length === made.length && timingSafeEqual(given, made) ? token : undefined;
}

function decode(value: string): string | undefined {
  try {
    return decodeURIComponent(value);
  } catch {
    return undefined;
  }
}
