import { keptSecret, readKeptSecret } from "#lib/secret/kept-secret";
import { env } from "#lib/server/config/env";
import { once } from "#lib/server/config/once";

/** Invariant: one secret signs all cookies: AUTH_SECRET, or a file beside the database that the first start makes. */
export function authSecret(): string {
  return once("auth-secret", () => {
    const { authSecret: from } = env();
    return "secret" in from ? from.secret : keptSecret(from.file);
  });
}

/** Doesn't make one. */
export function hasAuthSecret(): boolean {
  const { authSecret: from } = env();
  return "secret" in from || readKeptSecret(from.file) !== undefined;
}
