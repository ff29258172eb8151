import * as z from "zod/mini";
import { countChainCall } from "#lib/server/observe/metrics";
import { type ServiceRequest, type Transport, TransportError } from "#lib/server/service/offramp-http";
import { type Refusal, refusalOf } from "./node-words";

/**
 * Invariant: a node's answer counts whole or not at all. Redirects and compression are refused, and size and time are limited.
 * A refusal is judged by its words, whatever status and code it comes in.
 */

/** JSON-RPC of Ethereum's kind. Throws {@link NodeError}. */
export type ChainNode = {
  host: string;
  ask: (method: string, params: readonly unknown[]) => Promise<unknown>;
};

/** `broken`: no answer to our question, or one that can't be. */
type NodeFailure = Refusal | "broken";

export class NodeError extends Error {
  override readonly name = "NodeError";
  constructor(
    readonly failure: NodeFailure,
    message: string,
    readonly more: {
      retryAfterMs?: number | undefined;
      code?: number | undefined;
      /** It was not heard, or did not answer in time. */
      isAway?: boolean;
      cause?: unknown;
      /** It did not answer in time. */
      isSlow?: boolean;
    } = {},
  ) {
    super(message, { cause: more.cause });
  }
}

const maxBytes = 4 * 1024 * 1024;
const timeoutMs = 5_000;
const longestPauseMs = 60_000;

const Result = z.object({ id: z.unknown(), result: z.optional(z.unknown()), error: z.optional(z.null()) });
const code = z.pipe(
  z.union([z.number(), z.string().check(z.regex(/^-?\d{1,9}$/))]),
  z.transform((said) => Number(said)),
);
const Fault = z.object({
  code: z.catch(z.optional(code), undefined),
  message: z.catch(z.optional(z.string()), undefined),
  data: z.optional(z.unknown()),
});
const Refused = z.union([
  z.object({ id: z.optional(z.unknown()), error: z.union([z.string(), Fault]) }),
  // Of a server before the node.
  z.pipe(
    z.object({ id: z.optional(z.unknown()), code: z.optional(code), message: z.string() }),
    z.transform(({ id, ...error }) => ({ id, error: { ...error, data: undefined } })),
  ),
]);

type Options = { network: string; url: string; headers: Readonly<Record<string, string>>; send: Transport };

export function openNode({ network, url, headers, send }: Options): ChainNode {
  const { host } = new URL(url);
  let id = 0;
  return {
    host,
    ask: async (method, params) => {
      id += 1;
      const own = id;
      const request: ServiceRequest = {
        method: "POST",
        url,
        headers: { ...headers, "content-type": "application/json", accept: "application/json" },
        body: JSON.stringify({ jsonrpc: "2.0", id: own, method, params }),
        timeoutMs,
        maxBytes,
        isFreshConnection: false,
      };
      try {
        const { status, headers: said, text } = await sendTo(send, request);
        const result = readReply(status, text, own, said["retry-after"]);
        countChainCall(network, "answered");
        return result;
      } catch (error) {
        countChainCall(network, outcomeOf(error));
        throw error;
      }
    },
  };
}

function outcomeOf(error: unknown): "refused" | "throttled" | "broken" {
  if (!(error instanceof NodeError) || error.failure === "broken") return "broken";
  return error.failure === "throttled" || error.failure === "unsure" ? "throttled" : "refused";
}

function sendTo(send: Transport, request: ServiceRequest): ReturnType<Transport> {
  return send(request).catch((error: unknown) => {
    const reason = error instanceof TransportError ? error.reason : "failed";
    if (reason === "too_large") throw new NodeError("too_much", "The answer is too large.");
    const isSlow = reason === "timeout";
    const isAway = isSlow || reason === "unreachable";
    throw new NodeError("broken", reason, { isAway, isSlow, cause: error });
  });
}

function pauseOf(retryAfter = ""): number {
  const ms = /^\d{1,5}$/.test(retryAfter) ? Number(retryAfter) * 1_000 : 5_000;
  return Math.min(ms, longestPauseMs);
}

function readReply(status: number, text: string, id: number, retryAfter: string | undefined): unknown {
  const json = readJson(text);
  const refused = Refused.safeParse(json);
  if (refused.success && isOurs(refused.data.id, id)) {
    const { error } = refused.data;
    if (typeof error === "string") throw refusal(status, undefined, error, retryAfter);
    const words = `${error.message ?? ""} ${typeof error.data === "string" ? error.data : ""}`;
    throw refusal(status, error.code, words, retryAfter);
  }
  if (status !== 200)
    throw refusalInWords(status, json === undefined ? text : JSON.stringify(json), retryAfter);
  if (json === undefined) throw new NodeError("broken", "The answer is not JSON.");
  const reply = Result.safeParse(json);
  if (!reply.success || !isOurs(reply.data.id, id) || reply.data.id == null)
    throw new NodeError("broken", "The answer is to no question of ours.");
  if (reply.data.result === undefined) throw new NodeError("broken", "The answer holds no result.");
  return reply.data.result;
}

/** A node that could not read the question, or a server before it, answers without its number. */
function isOurs(said: unknown, id: number): boolean {
  return said === id || said === `${id}` || said == null;
}

function refusal(status: number, code: number | undefined, words: string, retryAfter?: string): NodeError {
  const failure = refusalOf(status, code, words);
  const isLater = failure === "throttled" || failure === "unsure";
  const retryAfterMs = isLater ? pauseOf(retryAfter) : undefined;
  return new NodeError(failure, code === undefined ? `HTTP ${status}` : `error ${code}`, {
    code,
    retryAfterMs,
  });
}

/** A server before the node may say in a page of its own that it was asked for too much. */
function refusalInWords(status: number, text: string, retryAfter: string | undefined): NodeError {
  const said = refusal(status, undefined, text.replace(/<[^>]{0,500}>/g, " "), retryAfter);
  return said.failure === "refused" || said.failure === "unsure"
    ? new NodeError("broken", `HTTP ${status}`)
    : said;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
