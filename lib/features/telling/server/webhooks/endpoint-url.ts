import { isForSystems } from "#lib/contract/outbox/endpoint-forms";
import type { EndpointRow } from "#lib/server/tables/delivery-rows";
import { decryptSecret, encryptSecret } from "./endpoint-secret";

/** Invariant: the whole URL of a Slack or Teams message is kept where a secret is, encrypted, and nowhere else. */

type Placed = Pick<EndpointRow, "id" | "form" | "url" | "encrypted_secret">;

/** The columns that hold it. */
export function urlColumns({ id, form }: Pick<EndpointRow, "id" | "form">, url: URL) {
  return isForSystems(form)
    ? { url: url.href }
    : { url: url.origin, encrypted_secret: encryptSecret(url.href, id) };
}

/** `undefined` where this AUTH_SECRET doesn't open it. */
export async function wholeUrl({ id, form, url, encrypted_secret }: Placed): Promise<string | undefined> {
  return isForSystems(form) ? url : decryptSecret(encrypted_secret, id).catch(() => undefined);
}

/** Another one for another URL. */
export function placeOf({ form, url, encrypted_secret }: Omit<Placed, "id">): string {
  return isForSystems(form) ? url : encrypted_secret;
}
