import "server-only";
import { Problem } from "#lib/contract/problem";
import { readJson } from "#lib/contract/wire";
import type { ApiRequest } from "./answer";
import { readBytes } from "./request-bytes";

/** Invariant: a body is read up to a cap, as strict UTF-8 and strict JSON, or it is refused. */

export const maxBodyBytes = 65_536;
export const maxBodyMs = 15_000;

/** Throws `unsupported_media_type`, `body_too_large` or `invalid_json`. */
export async function readJsonBody(request: ApiRequest): Promise<unknown> {
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== "application/json") {
    throw new Problem("unsupported_media_type", "Send the request with Content-Type: application/json.");
  }
  const { kept, size } = await readBytes(request.body, {
    keep: maxBodyBytes,
    read: maxBodyBytes,
    ms: maxBodyMs,
  });
  if (size > maxBodyBytes)
    throw new Problem("body_too_large", "The request may have at most 64 kB. Nothing was done.");
  try {
    // A byte order mark is kept, and so refused: it is no part of JSON.
    return readJson(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(kept));
  } catch (cause) {
    throw new Problem("invalid_json", "The body cannot be read as JSON. Nothing was done.", { cause });
  }
}
