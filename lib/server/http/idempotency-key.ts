import { IdempotencyKey } from "#lib/contract/api";
import { Problem } from "#lib/contract/problem";
import type { ApiRequest } from "./answer";

/** Invariant: nothing is created without a key, so that a repeat is never mistaken for a new request. */

/** In lower case. Throws `idempotency_key_required` for anything but a UUID. */
export function readIdempotencyKey(request: ApiRequest): string {
  const key = IdempotencyKey.safeParse(request.headers.get("idempotency-key"));
  if (key.success) return key.data.toLowerCase();
  const detail =
    "Send an Idempotency-Key header with a UUID, made once for this transfer. Nothing was created.";
  throw new Problem("idempotency_key_required", detail);
}
