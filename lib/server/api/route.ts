import "server-only";
import type * as z from "zod/mini";
import { Problem } from "#lib/contract/problem";
import type { Act } from "#lib/contract/roles";
import { type Actor, type From, fromOf } from "#lib/server/auth/actor";
import { type Asked, spendQuota } from "#lib/server/auth/quota";
import { requireActor } from "#lib/server/auth/require-actor";
import { requireStillAllowed } from "#lib/server/auth/still-allowed";
import { type Answer, type Asking, failureReply, jsonReply, toResponse } from "#lib/server/http/answer";
import { type Handler, type Params, toHandler } from "#lib/server/http/direct";
import { readJsonBody } from "#lib/server/http/request-body";
import { refuseForeignOrigin } from "#lib/server/http/request-origin";
import { inRequest } from "#lib/server/observe/request-context";
import { underWay } from "#lib/server/observe/under-way";

/**
 * Invariant: every handler of /api goes through here, so that every request is judged before its verb runs: where it
 * comes from, who sends it, whether their role may, how much they asked for already, and what it holds.
 */

type Input<Body, Query> = { body: Body; query: Query; params: Params; request: Asking };
type Schemas<Body, Query> = {
  /** Checked against the JSON body; a fault is 422 with its fields. Made per request: it depends on configuration. */
  body?: () => z.ZodMiniType<Body>;
  /** Checked against the query; a fault is 400. A name that stands twice is a fault. */
  query?: z.ZodMiniType<Query>;
};
type Options<Body, Query> = Schemas<Body, Query> & {
  /** What the person's role must allow. */
  may: Act;
  /** The person must have proved within the last minutes to be there. */
  isConfirmed?: true;
  /** What is limited to so many a minute, for a person and for a network; a read or a write unless said otherwise. */
  quota?: Asked;
};
/** A handler, with what it asks for, so that the description of the API can be held against it. */
type TellingHandler = Handler & { asks: Asks };
type Asks = {
  may?: Act;
  isConfirmed?: true;
  quota?: Asked;
  body?: () => z.ZodMiniType;
  query?: z.ZodMiniType;
};

/** Makes a handler for people who are signed in, from what it needs and the verb that answers it. */
export function route<Body = undefined, Query = undefined>(
  options: Options<Body, Query>,
  verb: (input: Input<Body, Query> & { actor: Actor }) => Promise<Answer>,
): TellingHandler {
  const { may, isConfirmed, quota, ...schemas } = options;
  const handler = handle(schemas, async (request, read) => {
    const actor = await requireActor(request, may, isConfirmed === true);
    await spendQuota(quota ?? (request.method === "GET" ? "read" : "write"), actor);
    const input = await read();
    // Whoever sends a body may take their time with it.
    const hasWaited = schemas.body !== undefined;
    return verb({
      ...input,
      actor: hasWaited ? await requireStillAllowed(actor, may, isConfirmed) : actor,
    });
  });
  return Object.assign(handler, { asks: options });
}

/** Makes a handler for everybody, such as the one of signing in. */
export function openRoute<Body = undefined, Query = undefined>(
  schemas: Schemas<Body, Query>,
  verb: (input: Input<Body, Query> & { from: From }) => Promise<Answer>,
): TellingHandler {
  const handler = handle(schemas, async (request, read) =>
    verb({ ...(await read()), from: fromOf(request.headers) }),
  );
  return Object.assign(handler, { asks: schemas });
}

/** The handler of the paths under /api that do not exist. */
export function notFoundRoute(request: Request): Response {
  const problem = new Problem("not_found", "There is no such path in this API.");
  return toResponse(inRequest((requestId) => failureReply(problem, requestId, request)));
}

function handle<Body, Query>(
  schemas: Schemas<Body, Query>,
  judge: (request: Asking, read: () => Promise<Input<Body, Query>>) => Promise<Answer>,
): Handler {
  const replyTo = async (request: Asking, params: Params, requestId: string) => {
    try {
      refuseForeignOrigin(request);
      const answer = await judge(request, async () => {
        const query = checkQuery(schemas.query, new URL(request.url).searchParams) as Query;
        const body = (
          schemas.body === undefined ? undefined : checkBody(schemas.body(), await readJsonBody(request))
        ) as Body;
        return { body, query, params, request };
      });
      return jsonReply(answer.body, answer.status ?? 200, requestId, answer);
    } catch (error) {
      return failureReply(error, requestId, request);
    }
  };
  return toHandler((request, params) =>
    inRequest((requestId) => underWay(replyTo(request, params, requestId))),
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

/** A form has fewer fields. */
const mostFieldErrors = 50;

/** One sentence a field: the first that applies to it. An unknown field is named by itself. */
function fieldErrors(error: z.core.$ZodError) {
  const byPath = new Map<string, string>();
  for (const issue of error.issues) {
    const names = issue.code === "unrecognized_keys" ? issue.keys : [issue.path.map(String).join(".")];
    const message = issue.code === "unrecognized_keys" ? "This field is not known here." : issue.message;
    for (const name of names) if (!byPath.has(name)) byPath.set(name.slice(0, 100), message);
  }
  return [...byPath].slice(0, mostFieldErrors).map(([path, message]) => ({ path, message }));
}
