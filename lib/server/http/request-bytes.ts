import "server-only";
import type { IncomingMessage } from "node:http";
import { Problem } from "#lib/contract/problem";

/**
 * Invariant: a body is never held beyond what is kept of it, and who sends it too slowly or sends too much is not read
 * to the end. It is never cancelled for its size: the framework would break the connection, where the server that
 * listens throws the rest away.
 */

/** A body as the framework gives it, or as Node does. */
export type Body = ReadableStream<Uint8Array> | IncomingMessage | null;

/** How many bytes are kept, how many are read at the most, and for how many milliseconds. */
type Limits = { keep: number; read: number; ms: number };
/** The bytes that were kept, how many came, and whether the time was over before the end. */
type Received = { kept: Buffer; size: number; isLate: boolean };

/** Reads a body. Throws `invalid_request` when its sender breaks off, which is no failure of the server's. */
export async function readBytes(body: Body, { keep, read, ms }: Limits): Promise<Received> {
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

/** Gives what it reads to `take` until that gives false, and whether the time was over before. */
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
