import "server-only";
import type { IncomingMessage } from "node:http";

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

/** Reads a body. Rejects when its sender breaks off. */
export async function readBytes(body: Body, { keep, read, ms }: Limits): Promise<Received> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const take = (chunk: Uint8Array): boolean => {
    if (size < keep) chunks.push(chunk.subarray(0, keep - size));
    size += chunk.byteLength;
    return size <= read;
  };
  const isLate =
    body instanceof ReadableStream ? await readStream(body, take, ms) : await readIncoming(body, take, ms);
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
    const end = (isLate: boolean) => {
      clearTimeout(timer);
      body.removeListener("data", read);
      // What comes after is nobody's.
      body.resume();
      resolve(isLate);
    };
    const read = (chunk: Buffer) => {
      if (!take(chunk)) end(false);
    };
    const timer = setTimeout(end, ms, true);
    body.once("error", (error) => {
      clearTimeout(timer);
      reject(error);
    });
    body.once("end", () => end(false));
    body.on("data", read);
  });
}
