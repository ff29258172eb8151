import type * as z from "zod/mini";
import { Problem } from "#lib/contract/problem";
import type { Act } from "#lib/contract/roles";
import type { ApiOperation } from "#lib/operations/api-operation";
import type { apiOperations, OperationName } from "#lib/operations/api-operations";
import { type Actor, type From, fromOf } from "#lib/server/auth/actor";
import { spendQuota } from "#lib/server/auth/quota";
import { requireActor, requireStillAllowed } from "#lib/server/auth/require-actor";
import { inputRules } from "#lib/server/config/env";
import { type Answer, type ApiRequest, failureReply, jsonReply, type Reply } from "#lib/server/http/answer";
import { readJsonBody } from "#lib/server/http/request-body";
import { refuseForeignOrigin } from "#lib/server/http/request-origin";
import { inRequest } from "#lib/server/observe/request-context";
import { underWay } from "#lib/server/observe/under-way";

/** Invariant: every request to /api is judged here before its verb: its origin, person, role, limits and input. */

type Operation<Name extends OperationName> = (typeof apiOperations)[Name];
/** `id` and `seq` of `GET /api/transfers/[id]/events/[seq]`. */
type Params<Name extends string> = Name extends `${string}[${infer Param}]${infer Rest}`
  ? { [Key in Param]: string } & Params<Rest>
  : unknown;
/** What a verb gets: the checked input, and who sends it. */
type Input<Name extends OperationName> = {
  body: Operation<Name> extends { body: (rules: never) => z.ZodMiniType<infer Body> } ? Body : undefined;
  query: Operation<Name> extends { query: z.ZodMiniType<infer Query> } ? Query : undefined;
  params: Params<Name>;
  request: ApiRequest;
} & (Operation<Name> extends { may: Act } ? { actor: Actor } : { from: From });

/** What the callbacks of the service ask for stands by itself: it takes anything from anybody. */
type Judged = Exclude<OperationName, `${string} /api/callbacks/${string}`>;
/** What does the work of each operation, once its request is judged. */
export type Verbs = { [Name in Judged]: (input: Input<Name>) => Promise<Answer> };

/** Judges a request by its operation, an entry of the table, and lets its verb answer. Never throws. */
export function answerOperation(
  operation: ApiOperation,
  verb: (input: never) => Promise<Answer>,
  request: ApiRequest,
  params: Record<string, string>,
): Promise<Reply> {
  return inRequest((requestId) =>
    underWay(
      replyTo(request, requestId, async () => {
        const who = await judge(request, operation);
        const query = checkQuery(operation.query, new URL(request.url).searchParams);
        const body =
          operation.body &&
          checkBody(operation.body(inputRules()), await readJsonBody(request, operation.bodyBytes));
        const still = await judgeAfterBody(who, operation);
        return verb({ ...still, body, query, params, request } as never);
      }),
    ),
  );
}

type Who = { actor: Actor } | { from: From };

/** Returns who sends the request. Throws where they may not, or asked for too much. */
async function judge(request: ApiRequest, { may, isConfirmed, quota }: ApiOperation): Promise<Who> {
  if (may === undefined) return { from: fromOf(request.headers) };
  const actor = await requireActor(request, may, isConfirmed === true);
  await spendQuota(quota ?? (request.method === "GET" ? "read" : "write"), actor);
  return { actor };
}

/** Reading a body takes time, so the rights are checked again. */
async function judgeAfterBody(who: Who, { may, isConfirmed, body }: ApiOperation): Promise<Who> {
  if (may === undefined || body === undefined || !("actor" in who)) return who;
  return { actor: await requireStillAllowed(who.actor, may, isConfirmed) };
}

/** For the paths under /api that don't exist. */
export function notFoundReply(request: ApiRequest): Reply {
  const problem = new Problem("not_found", "There is no such path in this API.");
  return inRequest((requestId) => failureReply(problem, requestId, request));
}

async function replyTo(
  request: ApiRequest,
  requestId: string,
  answering: () => Promise<Answer>,
): Promise<Reply> {
  try {
    refuseForeignOrigin(request);
    const answer = await answering();
    return jsonReply(answer.body, answer.status ?? 200, requestId, answer);
  } catch (error) {
    return failureReply(error, requestId, request);
  }
}

function checkBody(schema: z.ZodMiniType, body: unknown): unknown {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const errors = fieldErrors(parsed.error);
  throw new Problem("invalid_input", "Nothing was created. Correct the fields and send it again.", {
    errors,
  });
}

function checkQuery(schema: z.ZodMiniType | undefined, given: URLSearchParams): unknown {
  if (schema === undefined) return undefined;
  const names = [...given.keys()];
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new Problem("invalid_request", "A query parameter is given twice.");
  const parsed = schema.safeParse(Object.fromEntries(given));
  if (parsed.success) return parsed.data;
  throw new Problem("invalid_request", "A query parameter is not valid.", {
    errors: fieldErrors(parsed.error),
  });
}

/** A form has fewer fields. */
const mostFieldErrors = 50;

/** The first sentence for each field. An unknown field is named itself. */
function fieldErrors(error: z.core.$ZodError) {
  const byPath = new Map<string, string>();
  for (const issue of error.issues) {
    const names = issue.code === "unrecognized_keys" ? issue.keys : [issue.path.map(String).join(".")];
    const message = issue.code === "unrecognized_keys" ? "This field doesn't exist here." : issue.message;
    for (const name of names) if (!byPath.has(name)) byPath.set(name.slice(0, 100), message);
  }
  return [...byPath].slice(0, mostFieldErrors).map(([path, message]) => ({ path, message }));
}
