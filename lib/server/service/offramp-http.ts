import "server-only";
import type { Socket } from "node:net";
import { TLSSocket } from "node:tls";
import { buildConnector, Client, type Dispatcher, Pool } from "undici";
import { once } from "#lib/server/config/once";

/**
 * Invariant: a failure tells whether the service can have heard the request. No redirects, no decompression, a capped
 * answer, and one time limit.
 */

export type ServiceRequest = {
  /** The service is asked by the first two; the doctor tries them all on the dashboard itself. */
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  url: string;
  headers: Record<string, string>;
  body?: string | undefined;
  timeoutMs: number;
  maxBytes: number;
  /** A stale keep-alive connection would make a false unknown. */
  isFreshConnection: boolean;
};
export type ServiceAnswer = { status: number; headers: Record<string, string>; text: string };
/** Returns the answer, whatever its status. Throws {@link TransportError}. */
export type Transport = (request: ServiceRequest) => Promise<ServiceAnswer>;

/** Says whether a byte of the request can have reached the service. */
export class TransportError extends Error {
  override readonly name = "TransportError";
  constructor(
    readonly reason: "unreachable" | "timeout" | "too_large" | "encoded",
    readonly wasSent: boolean,
    /** What was read before it broke off. */
    readonly partial: string,
    options?: { cause?: unknown },
  ) {
    super(`${reason}, ${wasSent ? "after" : "before"} the request was sent`, options);
  }
}

const connectTimeoutMs = 5_000;
/** Whatever the process' own minimum is. */
const connection = { timeout: connectTimeoutMs, minVersion: "TLSv1.2" } as const;
const connect = buildConnector(connection);

export const sendOverHttp: Transport = async (request) => {
  const signal = AbortSignal.timeout(request.timeoutMs);
  let socket: Socket | TLSSocket | undefined;
  let partial = "";
  const dispatcher = request.isFreshConnection
    ? new Client(new URL(request.url).origin, {
        connect: (options, callback) =>
          connect(options, (error, connected) => {
            if (error !== null) return callback(error, null);
            socket = connected;
            callback(null, connected);
          }),
      })
    : sharedPool(new URL(request.url).origin);
  try {
    const answer = await dispatcher.request(requestOptions(request, signal));
    const headers = flatten(answer.headers);
    if (/\S/.test(headers["content-encoding"] ?? "") && headers["content-encoding"] !== "identity") {
      // Destroying an unread body emits an error, which would end the process.
      answer.body.on("error", () => undefined).destroy();
      throw new TransportError("encoded", true, "");
    }
    const text = await readCapped(answer.body, request.maxBytes, (read) => {
      partial = read;
    });
    return { status: answer.statusCode, headers, text };
  } catch (error) {
    if (error instanceof TransportError) throw error;
    // The pool doesn't say which socket it took, so its calls, which change nothing, count as sent.
    const wasSent = request.isFreshConnection ? hasWritten(socket) : true;
    throw new TransportError(isTimeout(error) ? "timeout" : "unreachable", wasSent, partial, {
      cause: error,
    });
  } finally {
    if (request.isFreshConnection) void dispatcher.destroy();
  }
};

function requestOptions(request: ServiceRequest, signal: AbortSignal): Dispatcher.RequestOptions {
  const { pathname, search } = new URL(request.url);
  return {
    method: request.method,
    path: pathname + search,
    headers: { ...request.headers, "accept-encoding": "identity" },
    body: request.body ?? null,
    signal,
    headersTimeout: request.timeoutMs,
    bodyTimeout: request.timeoutMs,
  };
}

function sharedPool(origin: string): Pool {
  return once(`pool ${origin}`, () => new Pool(origin, { connections: 64, connect: connection }));
}

/** On TLS the counter includes the handshake, so a connected socket counts as sent. */
function hasWritten(socket: Socket | TLSSocket | undefined): boolean {
  if (socket === undefined) return false;
  return socket instanceof TLSSocket || socket.bytesWritten > 0;
}

function isTimeout(error: unknown): boolean {
  const names = [
    "TimeoutError",
    "AbortError",
    "ConnectTimeoutError",
    "HeadersTimeoutError",
    "BodyTimeoutError",
  ];
  return error instanceof Error && names.includes(error.name);
}

/** More than `maxBytes` can't be used. Bytes that are not UTF-8 become the replacement character. */
async function readCapped(
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
  onText: (text: string) => void,
): Promise<string> {
  const decoder = new TextDecoder();
  let bytes = 0;
  let text = "";
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new TransportError("too_large", true, text);
    text += decoder.decode(chunk, { stream: true });
    onText(text);
  }
  return text + decoder.decode();
}

function flatten(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value ?? "")]));
}
