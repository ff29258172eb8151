import type { Socket } from "node:net";
import { TLSSocket } from "node:tls";
import { Client, type Dispatcher, Pool } from "undici";
import { env } from "#lib/server/config/env";
import { once } from "#lib/server/config/once";
import { ConnectionError, type Way } from "#lib/server/outgoing/connect";
import { connectorOf } from "#lib/server/outgoing/connector";
import { endOf } from "#lib/server/outgoing/floods";
import { besideTheSystem, bySystem } from "#lib/server/outgoing/names";

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

/** What broke, for a person. */
export const transportMessages: Record<TransportError["reason"], string> = {
  unreachable: "The connection broke before the service's answer was complete.",
  timeout: "The service did not answer in time.",
  too_large: "The service's answer was too large.",
  encoded: "The service's answer was compressed, which the dashboard doesn't accept.",
};

/** To the service. */
export const sendOverHttp: Transport = httpTransport("service", { resolve: bySystem, limitMs: 5_000 });
/** To nodes, whose names must not be in the way of the service's. Less than a call takes, so that what failed is known. */
export const sendToNode: Transport = httpTransport("nodes", { resolve: besideTheSystem, limitMs: 4_000 });

function httpTransport(name: string, way: Way): Transport {
  const connect = connectorOf(way);
  const sharedPool = (origin: string) =>
    once(`pool ${name} ${origin}`, () => new Pool(origin, { connections: 64, connect }));
  return async (request) => {
    const { signal, onInfo } = endOf(request.timeoutMs);
    let socket: Socket | TLSSocket | undefined;
    let partial = "";
    const { origin } = new URL(request.url);
    const dispatcher = request.isFreshConnection
      ? new Client(origin, {
          connect: (options, callback) =>
            connect(options, (...[error, connected]) => {
              if (error !== null) return callback(error, null);
              socket = connected;
              callback(null, connected);
            }),
        })
      : sharedPool(origin);
    try {
      const answer = await dispatcher.request({ ...requestOptions(request, signal), onInfo });
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
}

function requestOptions(request: ServiceRequest, signal: AbortSignal): Dispatcher.RequestOptions {
  const { pathname, search } = new URL(request.url);
  return {
    method: request.method,
    path: pathname + search,
    headers: { "user-agent": env().userAgent, ...lowered(request.headers), "accept-encoding": "identity" },
    body: request.body ?? null,
    signal,
    headersTimeout: request.timeoutMs,
    bodyTimeout: request.timeoutMs,
  };
}

/** So that a header that the operator sets replaces ours. */
function lowered(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

/** On TLS the counter includes the handshake, so a connected socket counts as sent. */
function hasWritten(socket: Socket | TLSSocket | undefined): boolean {
  if (socket === undefined) return false;
  return socket instanceof TLSSocket || socket.bytesWritten > 0;
}

function isTimeout(error: unknown): boolean {
  if (error instanceof ConnectionError) return error.code === "ETIMEDOUT";
  const names = ["TimeoutError", "AbortError", "HeadersTimeoutError", "BodyTimeoutError"];
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
