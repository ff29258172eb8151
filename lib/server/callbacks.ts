import "server-only";
import { isUtf8 } from "node:buffer";
import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { RateLimiterMemory } from "rate-limiter-flexible";
import type { Asking, Reply } from "./answer";
import { readClaim } from "./callback-body";
import { type Callback, keepCallback } from "./callback-ledger";
import { isProbe } from "./callback-probe";
import { hashToken, hideToken, tokenPattern } from "./callback-url";
import { db } from "./db";
import { inGroups } from "./in-groups";
import { log } from "./log";
import { type CallbackResult, countCallback } from "./metrics";
import { once } from "./once";
import { isOneOf, prepared } from "./prepared";
import { readBytes } from "./request-bytes";
import { underWay } from "./under-way";

/** Invariant: whoever has a transfer's callback URL may add to what is said of it, so often a minute and so much. */

/** How much of a callback is kept. */
export const maxKeptBytes = 65_536;
/** Read and thrown away beyond what is kept, so that a well-meaning sender gets its answer. */
const maxReadBytes = 1_048_576;
const maxReadMs = 15_000;
/** How many callbacks are looked up together. */
const mostAtOnce = 100;
/** How many callbacks of a transfer are taken in a minute. */
export const perMinute = 60;

/** Receives a callback: 204 once it is kept or for a probe, 404 for an unknown token, 429 for too many, 503 when it cannot be kept. */
export async function receiveCallback(token: string, request: Asking): Promise<Reply> {
  const result = await underWay(tryToKeep(token, request));
  countCallback(result);
  return { headers: {}, cookies: [], body: null, ...replies[result] };
}

const replies: Record<CallbackResult, Pick<Reply, "status"> & Partial<Reply>> = {
  kept: { status: 204 },
  probe: { status: 204 },
  unknown_token: { status: 404 },
  too_many: { status: 429, headers: { "retry-after": "60" } },
  not_kept: { status: 503, headers: { "retry-after": "30" } },
};

async function tryToKeep(token: string, request: Asking): Promise<CallbackResult> {
  if (!tokenPattern.test(token)) return "unknown_token";
  const tokenHash = hashToken(token);
  try {
    const transferId = await transferOf(tokenHash);
    if (transferId === undefined) return isProbe(token) ? "probe" : "unknown_token";
    if (request.method === "HEAD" || request.method === "OPTIONS") return "probe";
    const limiter = once(
      "callback-limiter",
      () => new RateLimiterMemory({ points: perMinute, duration: 60 }),
    );
    const left = await limiter.consume(tokenHash).catch(() => undefined);
    if (left === undefined) return "too_many";
    await keepCallback(await readCallback(transferId, token, request));
    return "kept";
  } catch (error) {
    // Its transfer can be gone from a database that somebody has put back to an earlier state.
    ids().delete(tokenHash);
    log().error({ name: error instanceof Error ? error.name : "unknown" }, "callback not kept");
    return "not_kept";
  }
}

/** Whose tokens this server was asked for lately: each is of one transfer for ever. */
const ids = () => once("callback-ids", () => new LRUCache<string, string>({ max: 20_000 }));

/** Whose token it is. Those that come at the same time are looked up together. */
async function transferOf(tokenHash: string): Promise<string | undefined> {
  const known = ids().get(tokenHash);
  if (known !== undefined) return known;
  const find = once("callback-transfers", () => inGroups({ mostItems: mostAtOnce }, findTransfers));
  const id = await find(tokenHash);
  if (id !== undefined) ids().set(tokenHash, id);
  return id;
}

async function findTransfers(tokenHashes: readonly string[]): Promise<(string | undefined)[]> {
  const ledger = await db();
  const rows = await ledger
    .selectFrom("transfers")
    .modifyFront(prepared)
    .select(["id", "callback_token_hash"])
    .where(isOneOf(ledger, "callback_token_hash", tokenHashes))
    .execute();
  const found = new Map(rows.map(({ id, callback_token_hash }) => [callback_token_hash, id]));
  return tokenHashes.map((tokenHash) => found.get(tokenHash));
}

async function readCallback(id: string, token: string, request: Asking): Promise<Callback> {
  const { kept, size, isLate } = await readBytes(request.body, {
    keep: maxKeptBytes,
    read: maxReadBytes,
    ms: maxReadMs,
  });
  const isTruncated = isLate || size > maxKeptBytes;
  const { search, searchParams } = new URL(request.url);
  const contentType = request.headers.get("content-type") ?? "";
  const text = asText(kept);
  const claim = isTruncated ? {} : await readClaim(text, contentType, searchParams);
  // A callback without a body says what it says in its query.
  const said = text === "" ? search.slice(1, maxKeptBytes) : text;
  const event: Callback["event"] = {
    source: "service_callback",
    kind: "callback",
    raw: said === undefined ? kept.toString("base64") : hideToken(said, token),
    raw_encoding: text === undefined ? "base64" : "utf8",
    is_truncated: isTruncated ? 1 : 0,
    body_hash: createHash("sha256")
      .update(`${request.method}\n${search}\n${isTruncated}\n`)
      .update(kept)
      .digest("hex"),
    claimed_id: claim.transactionId === undefined ? null : hideToken(claim.transactionId, token),
    word: claim.word === undefined ? null : hideToken(claim.word, token),
  };
  return { transferId: id, event, claimedId: claim.transactionId };
}

/** The bytes as text, where they are UTF-8 without NUL, which a text column can hold. */
function asText(bytes: Buffer): string | undefined {
  return isUtf8(bytes) && !bytes.includes(0) ? bytes.toString() : undefined;
}
