import "server-only";
import { keptSecret, readKeptSecret } from "#lib/secret/kept-secret";
import { env } from "#lib/server/config/env";
import { once } from "#lib/server/config/once";

/**
 * Invariant: one secret signs every cookie of a deployment. It is AUTH_SECRET where that is set; otherwise it is made at
 * the first start and kept beside the database with mode 0600, so that a restart signs nobody out.
 */
export function authSecret(): string {
  return once("auth-secret", () => {
    const { authSecret: from } = env();
    return "secret" in from ? from.secret : keptSecret(from.file);
  });
}

/** Whether there is a secret already; asking makes none. */
export function hasAuthSecret(): boolean {
  const { authSecret: from } = env();
  return "secret" in from || readKeptSecret(from.file) !== undefined;
}
