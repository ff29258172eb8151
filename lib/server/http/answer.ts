import "server-only";
import type { IncomingMessage } from "node:http";
import { Problem } from "#lib/contract/problem";
import { log } from "#lib/server/observe/log";
import { traitsOf } from "#lib/server/observe/log-failure";
import {
  DatabaseFailure,
  isDatabaseAway,
  retryAwaySeconds,
  whenAway,
  whenWrong,
} from "#lib/server/tables/database-failure";

/** Invariant: a failure leaves as `application/problem+json` with a code and a request ID, never with a cause. */

/** What a verb returns; a body is JSON, or a stream that is sent as it comes. */
export type Answer = {
  body: unknown;
  status?: number;
  headers?: Record<string, string>;
  cookies?: readonly string[];
};

/** Names are in lower case. */
export type RequestHeaders = Pick<Headers, "get">;

/** What is read of a request, the framework's or that of `direct.ts`. */
export type ApiRequest = Pick<Request, "method" | "url"> & {
  headers: RequestHeaders;
  body: ReadableStream<Uint8Array> | IncomingMessage | null;
};

/** Before it becomes the framework's or Node's. */
export type Reply = {
  status: number;
  headers: Record<string, string>;
  cookies: readonly string[];
  body: string | ReadableStream | null;
};

export function failureReply(error: unknown, requestId: string, request: ApiRequest): Reply {
  const problem = error instanceof Problem ? error : unforeseen(error, request);
  const { code, status, retryAfterSeconds } = problem;
  const state = error instanceof DatabaseFailure ? error.state : undefined;
  log().info({ method: request.method, path: pathOf(request), code, state, status }, "refused");
  const headers: Record<string, string> = { "content-type": "application/problem+json" };
  if (retryAfterSeconds !== undefined) headers["retry-after"] = String(retryAfterSeconds);
  return jsonReply(problem.toJson(requestId), status, requestId, { headers });
}

/** For a log line, which must not have a token: not of a callback URL, and no part of a payer's link. */
function pathOf(request: ApiRequest): string {
  const { pathname } = new URL(request.url);
  if (pathname.startsWith("/api/pay/")) return "/api/pay/[token]";
  return pathname.replace(/[A-Za-z0-9_-]{43,}/g, "[token]").slice(0, 200);
}

function unforeseen(error: unknown, request: ApiRequest): Problem {
  log().error({ method: request.method, ...traitsOf(error) }, "Something failed in this dashboard");
  return isDatabaseAway(error)
    ? new Problem("database_unavailable", whenAway, { retryAfterSeconds: retryAwaySeconds })
    : new Problem("internal", whenWrong);
}

/** JSON, or a stream, whose headers say what it is. */
export function jsonReply(
  body: unknown,
  status: number,
  requestId: string,
  { headers = {}, cookies = [] }: Pick<Answer, "headers" | "cookies"> = {},
): Reply {
  const base = {
    "content-type": "application/json",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "x-request-id": requestId,
  };
  const sent = body instanceof ReadableStream ? body : JSON.stringify(body);
  return { status, headers: { ...base, ...headers }, cookies, body: sent };
}

export function toResponse({ status, headers, cookies, body }: Reply): Response {
  const all = new Headers(headers);
  for (const cookie of cookies) all.append("set-cookie", cookie);
  return new Response(body, { status, headers: all });
}
