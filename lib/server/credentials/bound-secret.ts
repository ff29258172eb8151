import { openText, sealText } from "./bound-text";

/**
 * Invariant: the secret of a person or an endpoint opens in its own row alone, so that nobody's can be put in another's place
 * in the database.
 */

export type SecretUse = "second factor" | "recovery codes" | "webhook";

/** `id` names the person or the endpoint. */
export function sealSecret(secret: string, use: SecretUse, id: string): string {
  return sealText(secret, use, [id]);
}

/** Throws for another row's, and for one of another AUTH_SECRET. */
export async function openSecret(sealed: string, use: SecretUse, id: string): Promise<string> {
  const opened = openText(sealed, use, [id]);
  if (opened === undefined)
    throw new Error(`A secret (${use}) doesn't open: it is of another row, or of another AUTH_SECRET.`);
  return opened;
}

/** Sealed anew; `undefined` for what is bound under the present secret, and for what no known secret opens. */
export function sealAgain(
  sealed: string,
  use: SecretUse,
  id: string,
  previous: string | undefined,
): string | undefined {
  if (previous === undefined || openText(sealed, use, [id]) !== undefined) return undefined;
  const plain = openText(sealed, use, [id], previous);
  return plain === undefined ? undefined : sealSecret(plain, use, id);
}
