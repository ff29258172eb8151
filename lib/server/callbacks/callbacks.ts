import { isUtf8 } from "node:buffer";
import { createHash } from "node:crypto";
import { Problem } from "#lib/contract/problem";
import { fromOf } from "#lib/server/auth/actor";
import { once } from "#lib/server/config/once";
import { mayBeLost } from "#lib/server/hold/hold-release";
import type { ApiRequest, Reply } from "#lib/server/http/answer";
import { readBytes } from "#lib/server/http/request-body";
import { log } from "#lib/server/observe/log";
import { type CallbackResult, countCallback } from "#lib/server/observe/metrics";
import { underWay } from "#lib/server/observe/under-way";
import { isUpdate } from "#lib/server/reading/callback-body";
import { decodeBody } from "#lib/server/reading/decode-body";
import { hashCallbackToken, hideToken, tokenPattern } from "#lib/server/service/callback-url";
import { networkOf } from "#lib/text/network.mjs";
import { wakeApplier } from "./callback-applier";
import { isProbe } from "./callback-probe";
import { type Callback, isOfTransfer, keepCallback } from "./keep-callback";

/** Invariant: whoever has a transfer's callback URL may add to what is said of it, so often a minute and so much. */

/** How much of a callback is kept. */
export const maxKeptBytes = 65_536;
/** Read and thrown away beyond what is kept, so that a well-meaning sender gets its answer. */
const maxReadBytes = 1_048_576;
/** While a network has us wait for so many bodies, its further ones have less time: each holds a connection. */
export const bodyWaits = { longestMs: 15_000, mostAwaited: 50, crowdedMs: 1_000 };
/** A longer one is of no form that is read. */
const maxTypeLength = 1_000;

/**
 * Receives a callback: 204 once it is kept or for a probe, 404 for an unknown token, 429 for too many, 503 when it cannot be
 * kept, or while its token may be one that the database has lost.
 */
export async function receiveCallback(token: string, request: ApiRequest): Promise<Reply> {
  const result = await underWay(tryToKeep(token, request));
  countCallback(result);
  return { headers: {}, cookies: [], body: null, ...replies[result] };
}

const replies: Record<CallbackResult, Pick<Reply, "status"> & Partial<Reply>> = {
  kept: { status: 204 },
  probe: { status: 204 },
  unknown_token: { status: 404 },
  held: { status: 503, headers: { "retry-after": "60" } },
  too_many: { status: 429, headers: { "retry-after": "60" } },
  broken_off: { status: 400 },
  // What is still to come of it would keep the connection.
  too_slow: { status: 408, headers: { connection: "close" } },
  not_kept: { status: 503, headers: { "retry-after": "30" } },
};

async function tryToKeep(token: string, request: ApiRequest): Promise<CallbackResult> {
  if (!tokenPattern.test(token)) return "unknown_token";
  try {
    const isQuestion = request.method === "HEAD" || request.method === "OPTIONS";
    const result = isQuestion ? await answerQuestion(token) : await readAndKeep(token, request);
    if (result === "kept") wakeApplier();
    if (result !== "unknown_token") return result;
    if (isProbe(token)) return "probe";
    // Its transfer may be one that the database has lost, and a server of this dashboard brings back.
    return (await mayBeLost()) ? "held" : result;
  } catch (error) {
    // Whoever hung up may send it again: no fault of this server, and nothing that an operator must see.
    if (error instanceof Problem && error.code === "invalid_request") return "broken_off";
    log().error({ name: error instanceof Error ? error.name : "unknown" }, "callback not kept");
    return "not_kept";
  }
}

async function answerQuestion(token: string): Promise<CallbackResult> {
  return (await isOfTransfer(hashCallbackToken(token))) ? "probe" : "unknown_token";
}

async function readAndKeep(token: string, request: ApiRequest): Promise<CallbackResult> {
  const { kept, size, isLate } = await inCrowd(request, (ms) =>
    readBytes(request.body, { keep: maxKeptBytes, read: maxReadBytes, ms }),
  );
  // Part of a body has no status, and a sender that gets a 2xx doesn't send it again.
  if (isLate) return "too_slow";
  // An empty body is an update that says nothing; one that was to be longer is none.
  if (size < Math.min(lengthOf(request), maxReadBytes)) return "broken_off";
  const { search } = new URL(request.url);
  // A browser or a scanner looks at the address: no update of a transfer.
  if (request.method === "GET" && size === 0 && !isUpdate(search.slice(1))) return answerQuestion(token);
  return keepCallback(toCallback(token, request, kept, size > maxKeptBytes));
}

async function inCrowd<Result>(
  { headers }: ApiRequest,
  read: (ms: number) => Promise<Result>,
): Promise<Result> {
  const awaited = once("awaited-callbacks", () => new Map<string, number>());
  const network = networkOf(fromOf(headers).address);
  const count = awaited.get(network) ?? 0;
  awaited.set(network, count + 1);
  try {
    return await read(count < bodyWaits.mostAwaited ? bodyWaits.longestMs : bodyWaits.crowdedMs);
  } finally {
    const left = (awaited.get(network) ?? 0) - 1;
    if (left > 0) awaited.set(network, left);
    else awaited.delete(network);
  }
}

/** As its sender says it; 0 where it doesn't. */
function lengthOf({ headers }: ApiRequest): number {
  const declared = headers.get("content-length") ?? "";
  return /^\d{1,15}$/.test(declared) ? Number.parseInt(declared, 10) : 0;
}

function toCallback(token: string, request: ApiRequest, kept: Buffer, isTruncated: boolean): Callback {
  const { search } = new URL(request.url);
  const text = asText(kept) ?? textWithToken(kept, token);
  return {
    tokenHash: hashCallbackToken(token),
    received: {
      body_hash: createHash("sha256")
        .update(`${request.method}\n${search}\n${isTruncated}\n`)
        .update(kept)
        .digest("hex"),
      query: hideToken(search.slice(1, maxKeptBytes), token),
      content_type: (request.headers.get("content-type") ?? "").slice(0, maxTypeLength),
      raw: text === undefined ? kept.toString("base64") : hideToken(text, token),
      raw_encoding: text === undefined ? "base64" : "utf8",
      is_truncated: isTruncated ? 1 : 0,
    },
  };
}

/** Of bytes that are packed or in another encoding, only where the token is in them: what is stored must not show it. */
function textWithToken(bytes: Buffer, token: string): string | undefined {
  const decoded = decodeBody(bytes);
  return "text" in decoded && decoded.text.includes(token) ? decoded.text : undefined;
}

/** The bytes as text, where they are UTF-8 without NUL, which a text column can hold. */
function asText(bytes: Buffer): string | undefined {
  return isUtf8(bytes) && !bytes.includes(0) ? bytes.toString() : undefined;
}
