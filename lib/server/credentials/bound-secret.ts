import "server-only";
import { symmetricDecrypt } from "better-auth/crypto";
import { openText, sealText } from "./bound-text";
import { authSecret } from "./secret";

/**
 * Invariant: the secret of a person or an endpoint opens in its own row alone, so that nobody's can be put in another's place
 * in the database. What an older version has encrypted without its row is read until the next start binds it.
 */

export type SecretUse = "second factor" | "recovery codes" | "webhook";

/** `id` names the person or the endpoint. */
export function sealSecret(secret: string, use: SecretUse, id: string): string {
  return sealText(secret, use, [id]);
}

/** Throws for another row's, and for one of another AUTH_SECRET. */
export async function openSecret(sealed: string, use: SecretUse, id: string): Promise<string> {
  const bound = openText(sealed, use, [id]);
  if (bound !== undefined) return bound;
  return symmetricDecrypt({ key: authSecret(), data: sealed }).catch(() => {
    throw new Error(`A secret (${use}) doesn't open: it is of another row, or of another AUTH_SECRET.`);
  });
}

/** Sealed anew; `undefined` for what is bound under the present secret, and for what no known secret opens. */
export async function sealAgain(
  sealed: string,
  use: SecretUse,
  id: string,
  previous: string | undefined,
): Promise<string | undefined> {
  if (openText(sealed, use, [id]) !== undefined) return undefined;
  const secrets = [authSecret(), previous].flatMap((each) => each ?? []);
  for (const key of secrets) {
    const plain =
      openText(sealed, use, [id], key) ??
      (await symmetricDecrypt({ key, data: sealed }).catch(() => undefined));
    if (plain !== undefined) return sealSecret(plain, use, id);
  }
  return undefined;
}
