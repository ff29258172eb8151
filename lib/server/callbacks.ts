import "server-only";
import { createHash } from "node:crypto";
import { RateLimiterMemory } from "rate-limiter-flexible";
import { readClaim } from "./callback-body";
import { hashToken, hideToken, tokenPattern } from "./callback-url";
import { type Db, db } from "./db";
import { log } from "./log";
import { once } from "./once";
import type { TransferRow } from "./schema";
import { appendEvent, type NewEvent } from "./transfer-ledger";

/**
 * Invariant: a callback is committed before it is answered with 2xx. It appends an event and nothing else: never an
 * address, an amount, a bank, or a transaction id where there is one.
 */

const maxKeptBytes = 65_536;
/** Read and thrown away beyond what is kept, so that a well-meaning sender gets its answer. */
const maxReadBytes = 1_048_576;
const maxReadMs = 15_000;
const maxEvents = 1_000;
const perMinute = 60;

/** Receives a callback: 204 once it is kept, 404 for an unknown token, 429 for too many, 503 when it cannot be kept. */
export async function receiveCallback(token: string, request: Request): Promise<Response> {
  if (!tokenPattern.test(token)) return new Response(null, { status: 404 });
  try {
    const ledger = await db();
    const tokenHash = hashToken(token);
    const transfer = await ledger
      .selectFrom("transfers")
      .selectAll()
      .where("callback_token_hash", "=", tokenHash)
      .executeTakeFirst();
    if (transfer === undefined) return new Response(null, { status: 404 });
    if (request.method === "HEAD" || request.method === "OPTIONS") return new Response(null, { status: 204 });
    const limiter = once(
      "callback-limiter",
      () => new RateLimiterMemory({ points: perMinute, duration: 60 }),
    );
    const isAllowed = await limiter.consume(tokenHash).then(
      () => true,
      () => false,
    );
    if (!isAllowed) return new Response(null, { status: 429, headers: { "retry-after": "60" } });
    await keepCallback(ledger, transfer, token, request);
    return new Response(null, { status: 204 });
  } catch (error) {
    log().error({ name: error instanceof Error ? error.name : "unknown" }, "callback not kept");
    return new Response(null, { status: 503, headers: { "retry-after": "30" } });
  }
}

async function keepCallback(
  ledger: Db,
  transfer: TransferRow,
  token: string,
  request: Request,
): Promise<void> {
  const { kept, isTruncated } = await readBytes(request.body);
  const { search, searchParams } = new URL(request.url);
  const contentType = request.headers.get("content-type") ?? "";
  const text = asText(kept);
  const claim = isTruncated ? {} : await readClaim(text, contentType, searchParams);
  const isForeign =
    claim.transactionId !== undefined &&
    transfer.transaction_id !== null &&
    claim.transactionId !== transfer.transaction_id;
  const event: NewEvent = {
    source: "service_callback",
    kind: "callback",
    raw: text === undefined ? kept.toString("base64") : hideToken(text, token),
    raw_encoding: text === undefined ? "base64" : "utf8",
    is_truncated: isTruncated ? 1 : 0,
    body_hash: createHash("sha256")
      .update(`${request.method}\n${search}\n${isTruncated}\n`)
      .update(kept)
      .digest("hex"),
    word: claim.word === undefined ? null : hideToken(claim.word, token),
    is_quarantined: isForeign ? 1 : 0,
  };
  await ledger.transaction().execute(async (trx) => {
    const { callback_count } = await trx
      .updateTable("transfers")
      .set(({ eb }) => ({ callback_count: eb("callback_count", "+", 1) }))
      .where("id", "=", transfer.id)
      .returning("callback_count")
      .executeTakeFirstOrThrow();
    if (callback_count <= maxEvents) await appendEvent(trx, transfer.id, event);
    if (claim.transactionId === undefined || isForeign) return;
    // Only while the service's own answer has not arrived: an id that is known stays, and its answer comes before this.
    await trx
      .updateTable("transfers")
      .set({ transaction_id: claim.transactionId })
      .where("id", "=", transfer.id)
      .where("transaction_id", "is", null)
      .where("submission", "in", ["accepted", "dispatching"])
      .execute();
  });
}

async function readBytes(
  body: ReadableStream<Uint8Array> | null,
): Promise<{ kept: Buffer; isTruncated: boolean }> {
  if (body === null) return { kept: Buffer.alloc(0), isTruncated: false };
  const reader = body.getReader();
  const timer = setTimeout(() => void reader.cancel("slow"), maxReadMs);
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      if (size < maxKeptBytes) chunks.push(next.value.subarray(0, maxKeptBytes - size));
      size += next.value.byteLength;
      if (size > maxReadBytes) {
        void reader.cancel("too large");
        break;
      }
    }
    return { kept: Buffer.concat(chunks), isTruncated: size > maxKeptBytes };
  } finally {
    clearTimeout(timer);
  }
}

/** The bytes as text, where they are UTF-8 without NUL, which a text column can hold. */
function asText(bytes: Buffer): string | undefined {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return text.includes("\0") ? undefined : text;
  } catch {
    return undefined;
  }
}
