import type { IncomingMessage } from "node:http";
import { Problem } from "#lib/contract/problem";
import { readJson } from "#lib/contract/wire";
import type { ApiRequest } from "./answer";

/**
 * Invariant: memory has only what is kept of a body, and a slow or large one is not read to its end. It is never cancelled
 * for its size: the framework would break the connection. JSON is strict, in strict UTF-8, or refused.
 */

export const maxBodyBytes = 65_536;
export const maxBodyMs = 15_000;

/** Of at most so many bytes. Throws `unsupported_media_type`, `body_too_large` or `invalid_json`. */
export async function readJsonBody(request: ApiRequest, most = maxBodyBytes): Promise<unknown> {
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== "application/json") {
    throw new Problem("unsupported_media_type", "Send the request with Content-Type: application/json.");
  }
  const { kept, size } = await readBytes(request.body, { keep: most, read: most, ms: maxBodyMs });
  if (size > most)
    throw new Problem(
      "body_too_large",
      `The request may have at most ${Math.floor(most / 1_024)} kB. Nothing was done.`,
    );
  try {
    // A byte order mark is kept, and so refused: it is no part of JSON.
    return readJson(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(kept));
  } catch (cause) {
    throw new Problem("invalid_json", "The body cannot be read as JSON. Nothing was done.", { cause });
  }
}

/** Bytes kept, bytes read at most, and milliseconds. */
type Limits = { keep: number; read: number; ms: number };
/** `size` is all that came; `isLate`: the time ended first. */
type Received = { kept: Buffer; size: number; isLate: boolean };

/** Throws `invalid_request` when the sender breaks off. */
export async function readBytes(body: ApiRequest["body"], { keep, read, ms }: Limits): Promise<Received> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const take = (chunk: Uint8Array): boolean => {
    if (size < keep) chunks.push(chunk.subarray(0, keep - size));
    size += chunk.byteLength;
    return size <= read;
  };
  const reading = body instanceof ReadableStream ? readStream(body, take, ms) : readIncoming(body, take, ms);
  const isLate = await reading.catch((cause: unknown) => {
    throw new Problem("invalid_request", "The request was cut off. Nothing was done.", { cause });
  });
  return { kept: Buffer.concat(chunks), size, isLate };
}

/** Until `take` returns false. Returns whether the time ended first. */
async function readStream(
  body: ReadableStream<Uint8Array>,
  take: (chunk: Uint8Array) => boolean,
  ms: number,
): Promise<boolean> {
  const reader = body.getReader();
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    void reader.cancel("slow");
  }, ms);
  try {
    for (let next = await reader.read(); !next.done && take(next.value); next = await reader.read());
    return isLate;
  } finally {
    clearTimeout(timer);
  }
}

function readIncoming(
  body: IncomingMessage | null,
  take: (chunk: Uint8Array) => boolean,
  ms: number,
): Promise<boolean> {
  if (body === null) return Promise.resolve(false);
  return new Promise((resolve, reject) => {
    let isRead = false;
    const end = (isLate: boolean) => {
      isRead = true;
      clearTimeout(timer);
      resolve(isLate);
    };
    const timer = setTimeout(end, ms, true);
    body.once("error", (error) => {
      clearTimeout(timer);
      reject(error);
    });
    body.once("end", () => end(false));
    body.on("data", (chunk: Buffer) => {
      if (!isRead && !take(chunk)) end(false);
    });
  });
}
