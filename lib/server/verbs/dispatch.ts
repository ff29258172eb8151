import "#lib/features/all/index";
import { apiOperations } from "#lib/operations/api-operations";
import { answerOperation, notFoundReply, type Verbs } from "#lib/server/api/route";
import { receiveCallback } from "#lib/server/callbacks/callbacks";
import type { Offered } from "#lib/server/config/offered";
import type { ApiRequest, Reply } from "#lib/server/http/answer";
import { answerWithout } from "#lib/server/http/direct";
import { methodsOf, routeOf } from "#lib/server/http/route-names";
import { healthReply, readinessReply } from "#lib/server/operate/health";
import { batchVerbs } from "./batches";
import { bookVerbs } from "./books";
import { bulkVerbs } from "./bulk";
import { businessVerbs } from "./business";
import { controlVerbs } from "./controls";
import { fundingVerbs } from "./funding";
import { insightVerbs } from "./insight";
import { oversightVerbs } from "./oversight";
import { payeeVerbs } from "./payees";
import { peopleVerbs } from "./people";
import { signInVerbs } from "./sign-in";
import { tellingVerbs } from "./telling";
import { transferVerbs } from "./transfers";

/** Invariant: every request to /api is answered here, whether it came by the framework or past it. */

const verbs: Verbs = {
  ...batchVerbs,
  ...bookVerbs,
  ...bulkVerbs,
  ...businessVerbs,
  ...controlVerbs,
  ...fundingVerbs,
  ...insightVerbs,
  ...oversightVerbs,
  ...payeeVerbs,
  ...peopleVerbs,
  ...signInVerbs,
  ...transferVerbs,
  ...tellingVerbs,
};

const ofCallbacks = "/api/callbacks/[token]";

/** `path`: the decoded parts after `/api`. Never throws. */
export async function answerApi(request: ApiRequest, path: readonly string[]): Promise<Reply> {
  const address = `/api/${path.map(encodeURIComponent).join("/")}`;
  const pattern = routeOf(address);
  const params = paramsOf(pattern, path);
  if (pattern === ofCallbacks) return receiveCallback(params.token ?? "", request);
  const offered = methodsOf(address);
  if (offered === undefined) return notFoundReply(request);
  const { method } = request;
  const isHead = method === "HEAD";
  const name = `${isHead ? "GET" : method} ${pattern}`;
  if (!isVerb(name))
    return {
      status: method === "OPTIONS" ? 204 : 405,
      headers: { allow: offered.join(", ") },
      cookies: [],
      body: null,
    };
  const reply = await answerOperation(apiOperations[name], verbs[name], request, params);
  if (!isHead) return reply;
  // What nobody reads must not go on being made.
  if (reply.body instanceof ReadableStream) await reply.body.cancel();
  return { ...reply, body: null };
}

function isVerb(name: string): name is keyof Verbs {
  return Object.hasOwn(verbs, name);
}

function paramsOf(pattern: string, path: readonly string[]): Record<string, string> {
  const parts = pattern.split("/").slice(2);
  const open = parts.flatMap((part, at) =>
    part.startsWith("[") ? [[part.slice(1, -1), path[at] ?? ""]] : [],
  );
  return Object.fromEntries(open);
}

/** What a supervisor asks, which is no operation. */
const lights = new Map([
  ["/healthz", healthReply],
  ["/readyz", readinessReply],
]);
/** No escapes, dots or doubled slashes, which the framework reads in its own way. */
const plainPath = /^(\/[\w~-]+)+$/;
/** The framework gives their answers headers of their own, see `next.config.ts`. */
const ofFramework = /^\/api\/(letterhead\/logo|pay\/)/;

/** Only what is plain. Returns false, having done nothing, where the framework must answer. */
export const answerDirectly: NonNullable<Offered["answerDirectly"]> = (incoming, outgoing, guards) => {
  const [path = ""] = (incoming.url ?? "").split("?", 1);
  if (!plainPath.test(path) || ofFramework.test(path)) return false;
  const { method = "GET" } = incoming;
  const pattern = routeOf(path);
  const light = method === "GET" ? lights.get(path) : undefined;
  const isCallback = pattern === ofCallbacks && (method === "GET" || method === "POST");
  if (light === undefined && !isCallback && !isVerb(`${method} ${pattern}`)) return false;
  const reply = light ?? ((request: ApiRequest) => answerApi(request, path.split("/").slice(2)));
  return answerWithout(reply, { incoming, outgoing, guards, pattern });
};
