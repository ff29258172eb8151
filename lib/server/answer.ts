import "server-only";
import { Problem } from "#lib/problem";
import { DatabaseFailure, isDatabaseAway } from "./database-failure";
import { log } from "./log";
import { traitsOf } from "./log-failure";

/** Invariant: a failure leaves as `application/problem+json` with a code and a request id, and never with a cause. */

/** What a verb gives: the body (JSON, or a stream that is sent as it comes), and where it matters the rest. */
export type Answer = {
  body: unknown;
  status?: number;
  headers?: Record<string, string>;
  cookies?: readonly string[];
};

/** The answer to a request that failed. */
export function failureAnswer(error: unknown, requestId: string, request: Request): Response {
  const problem = error instanceof Problem ? error : unforeseen(error, request);
  const { code, status, retryAfterSeconds } = problem;
  const state = error instanceof DatabaseFailure ? error.state : undefined;
  log().info({ method: request.method, path: pathOf(request), code, state, status }, "refused");
  const headers: Record<string, string> = { "content-type": "application/problem+json" };
  if (retryAfterSeconds !== undefined) headers["retry-after"] = String(retryAfterSeconds);
  return jsonAnswer(problem.toJson(requestId), status, requestId, { headers });
}

/** The path for a log line; a callback URL with something behind its token comes here as well, and must not be read. */
function pathOf(request: Request): string {
  return new URL(request.url).pathname.replace(/[A-Za-z0-9_-]{43,}/g, "[token]").slice(0, 200);
}

function unforeseen(error: unknown, request: Request): Problem {
  log().error({ method: request.method, ...traitsOf(error) }, "Something failed in this dashboard");
  if (isDatabaseAway(error)) {
    const detail = "Send the same request again: a transfer is never sent twice.";
    return new Problem("database_unavailable", detail, { retryAfterSeconds: 5 });
  }
  return new Problem(
    "internal",
    "Nothing is known to be lost. Try again; if it happens again, give the request id to whoever runs this dashboard.",
  );
}

/** An answer with a body of JSON, or with a stream, whose headers then say what it is. */
export function jsonAnswer(
  body: unknown,
  status: number,
  requestId: string,
  { headers = {}, cookies = [] }: Pick<Answer, "headers" | "cookies"> = {},
): Response {
  const base = {
    "content-type": "application/json",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "x-request-id": requestId,
  };
  const all = new Headers({ ...base, ...headers });
  for (const cookie of cookies) all.append("set-cookie", cookie);
  return new Response(body instanceof ReadableStream ? body : JSON.stringify(body), { status, headers: all });
}
