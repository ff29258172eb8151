import "server-only";
import { randomUUID } from "node:crypto";
import type * as z from "zod/mini";
import { isOwnHost } from "#lib/own-host";
import { Problem, problems } from "#lib/problem";
import { DatabaseFailure, isDatabaseAway } from "./database-failure";
import { env } from "./env";
import { log } from "./log";
import { readJsonBody } from "./request-body";

/**
 * Invariant: every handler of /api goes through here, so that every request is judged before its verb runs, and every
 * failure leaves as `application/problem+json` with a code and a request id, and never with a cause.
 */

type Params = Record<string, string | string[]>;
type Context = { params: Promise<Params> };
type Input<Body, Query> = { body: Body; query: Query; params: Params; request: Request };
type Options<Body, Query> = {
  /** Checked against the JSON body; a fault is 422 with its fields. Made per request: it depends on configuration. */
  body?: () => z.ZodMiniType<Body>;
  /** Checked against the query; a fault is 400. A name that stands twice is a fault. */
  query?: z.ZodMiniType<Query>;
};
/** What a verb gives: the body, and where it matters the status and further headers. */
export type Answer = { body: unknown; status?: number; headers?: Record<string, string> };

/** Makes a handler of a path from the schemas of its input and the verb that answers it. */
export function route<Body = undefined, Query = undefined>(
  options: Options<Body, Query>,
  verb: (input: Input<Body, Query>) => Promise<Answer>,
): (request: Request, context: Context) => Promise<Response> {
  return async (request, context) => {
    const requestId = randomUUID();
    try {
      refuseForeignOrigin(request);
      const query = checkQuery(options.query, new URL(request.url).searchParams) as Query;
      const body = (
        options.body === undefined ? undefined : checkBody(options.body(), await readJsonBody(request))
      ) as Body;
      const answer = await verb({ body, query, params: await context.params, request });
      return json(answer.body, answer.status ?? 200, requestId, answer.headers);
    } catch (error) {
      return failure(error, requestId, request);
    }
  };
}

/** The handler of the paths under /api that do not exist. */
export function notFoundRoute(request: Request): Response {
  return failure(new Problem("not_found", "There is no such path in this API."), randomUUID(), request);
}

function refuseForeignOrigin(request: Request): void {
  // Reads as well: a page of a name that was pointed here (DNS rebinding) reads what its own origin answers.
  if (!isOwnHost(request.headers.get("host"), env().appUrl))
    throw new Problem(
      "forbidden_origin",
      "The request names another host than this dashboard's. Set APP_URL to where browsers reach it.",
    );
  if (request.method === "GET" || request.method === "HEAD") return;
  const origin = request.headers.get("origin");
  const site = request.headers.get("sec-fetch-site");
  const own = env().appUrl ?? `${new URL(request.url).protocol}//${request.headers.get("host")}`;
  const isForeign = (origin !== null && origin !== own) || site === "cross-site" || site === "same-site";
  if (isForeign)
    throw new Problem(
      "forbidden_origin",
      "Requests that change something are taken from this dashboard's own pages only.",
    );
}

function checkBody<Body>(schema: z.ZodMiniType<Body>, body: unknown): Body {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const errors = fieldErrors(parsed.error);
  throw new Problem("invalid_input", "Nothing was created. Correct the fields and send it again.", {
    errors,
  });
}

function checkQuery<Query>(
  schema: z.ZodMiniType<Query> | undefined,
  given: URLSearchParams,
): Query | undefined {
  if (schema === undefined) return undefined;
  const names = [...given.keys()];
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new Problem("invalid_request", "A query parameter stands twice.");
  const parsed = schema.safeParse(Object.fromEntries(given));
  if (parsed.success) return parsed.data;
  throw new Problem("invalid_request", "A query parameter cannot be used.", {
    errors: fieldErrors(parsed.error),
  });
}

/** One sentence a field: the first that applies to it. An unknown field is named by itself. */
function fieldErrors(error: z.core.$ZodError) {
  const byPath = new Map<string, string>();
  for (const issue of error.issues) {
    const names = issue.code === "unrecognized_keys" ? issue.keys : [issue.path.map(String).join(".")];
    const message = issue.code === "unrecognized_keys" ? "This field is not known here." : issue.message;
    for (const name of names) if (!byPath.has(name)) byPath.set(name.slice(0, 100), message);
  }
  return [...byPath].map(([path, message]) => ({ path, message }));
}

function failure(error: unknown, requestId: string, request: Request): Response {
  const problem = error instanceof Problem ? error : unforeseen(error, requestId, request);
  const { code, status, retryAfterSeconds } = problem;
  log().info({ requestId, method: request.method, path: pathOf(request), code, status }, "refused");
  const headers: Record<string, string> = { "content-type": "application/problem+json" };
  if (retryAfterSeconds !== undefined) headers["retry-after"] = String(retryAfterSeconds);
  return json(problem.toJson(requestId), status, requestId, headers);
}

/** The path for a log line; a callback URL with something behind its token comes here as well, and must not be read. */
function pathOf(request: Request): string {
  return new URL(request.url).pathname.replace(/[A-Za-z0-9_-]{43,}/g, "[token]").slice(0, 200);
}

function unforeseen(error: unknown, requestId: string, request: Request): Problem {
  // Only names are logged: a message or a cause can carry what the request held.
  const { name, stack } = error instanceof Error ? error : new Error("not an error");
  const where = stack
    ?.split("\n")
    .filter((line) => line.trimStart().startsWith("at "))
    .slice(0, 5);
  const code = error instanceof DatabaseFailure ? error.code : undefined;
  log().error({ requestId, method: request.method, name, code, where }, problems.internal.title);
  if (isDatabaseAway(error)) {
    const detail = "Send the same request again: a transfer is never sent twice.";
    return new Problem("database_unavailable", detail, { retryAfterSeconds: 5 });
  }
  return new Problem(
    "internal",
    "Nothing is known to be lost. Try again; if it happens again, give the request id to whoever runs this dashboard.",
  );
}

function json(
  body: unknown,
  status: number,
  requestId: string,
  headers: Record<string, string> = {},
): Response {
  const base = {
    "content-type": "application/json",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "x-request-id": requestId,
  };
  return new Response(JSON.stringify(body), { status, headers: { ...base, ...headers } });
}
