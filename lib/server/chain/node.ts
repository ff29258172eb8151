import "server-only";
import * as z from "zod/mini";
import { countChainCall } from "#lib/server/observe/metrics";
import { type ServiceRequest, type Transport, TransportError } from "#lib/server/service/offramp-http";

/** Invariant: a node's answer counts whole or not at all. Redirects and compression are refused, and size and time are limited. */

/** JSON-RPC of Ethereum's kind. Throws {@link NodeError}. */
export type ChainNode = {
  host: string;
  ask: (method: string, params: readonly unknown[]) => Promise<unknown>;
};

export type NodeFailure = "refused" | "throttled" | "broken";

/** `refused`: the node answered that it won't. `throttled`: too many calls. `broken`: anything else. */
export class NodeError extends Error {
  override readonly name = "NodeError";
  constructor(
    readonly failure: NodeFailure,
    message: string,
    readonly retryAfterMs?: number,
  ) {
    super(message);
  }
}

const maxBytes = 4 * 1024 * 1024;
const timeoutMs = 5_000;
const longestPauseMs = 60_000;

const Reply = z.object({
  id: z.number(),
  result: z.optional(z.unknown()),
  error: z.optional(z.object({ code: z.number(), message: z.optional(z.string()) })),
});

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
        const { status, text } = await sendTo(send, request);
        const result = status === 200 ? readReply(text, own) : readRefusal(status, text, own);
        countChainCall(network, "answered");
        return result;
      } catch (error) {
        countChainCall(network, error instanceof NodeError ? error.failure : "broken");
        throw error;
      }
    },
  };
}

async function sendTo(send: Transport, request: ServiceRequest): Promise<{ status: number; text: string }> {
  const answer = await send(request).catch((error: unknown) => {
    throw new NodeError("broken", error instanceof TransportError ? error.reason : "failed");
  });
  const { status, headers, text } = answer;
  if (status === 429) throw new NodeError("throttled", "HTTP 429", pauseOf(headers["retry-after"]));
  return { status, text };
}

/** Some nodes refuse a long range with 400 or 413 and say so in the body, as others do with 200. */
function readRefusal(status: number, text: string, id: number): never {
  const mayExplain = status === 400 || status === 413 || status === 422;
  try {
    if (mayExplain) readReply(text, id);
  } catch (error) {
    if (error instanceof NodeError && error.failure !== "broken") throw error;
  }
  throw new NodeError("broken", `HTTP ${status}`);
}

function pauseOf(retryAfter = ""): number {
  const ms = /^\d{1,5}$/.test(retryAfter) ? Number(retryAfter) * 1_000 : 5_000;
  return Math.min(ms, longestPauseMs);
}

/** An error that a node answers may say that it takes no more calls: many do so with 200. */
function readReply(text: string, id: number): unknown {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new NodeError("broken", "The answer is not JSON.");
  }
  const reply = Reply.safeParse(json);
  if (!reply.success || reply.data.id !== id)
    throw new NodeError("broken", "The answer is to no question of ours.");
  const { error, result } = reply.data;
  if (error === undefined) {
    if (result === undefined) throw new NodeError("broken", "The answer holds no result.");
    return result;
  }
  const isLimit = error.code === -32005 || /rate limit|too many requests/i.test(error.message ?? "");
  throw new NodeError(
    isLimit ? "throttled" : "refused",
    `error ${error.code}`,
    isLimit ? pauseOf() : undefined,
  );
}
