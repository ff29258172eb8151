import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { log } from "#lib/server/observe/log";
import type { ApiRequest, Reply } from "./answer";

/** Invariant: without the framework the same handler gives the same answer and headers. */

const compressedFrom = 1_024;

/** What has come, and what is written beside the answer's own headers; the pattern stands in the log. */
type Exchange = {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
  guards: Record<string, string>;
  pattern: string;
};

/** Returns false, having done nothing, where the request has no address that can be read. */
export function answerWithout(reply: (request: ApiRequest) => Promise<Reply>, exchange: Exchange): boolean {
  const { incoming, outgoing, pattern } = exchange;
  const isSecure = String(incoming.headers["x-forwarded-proto"] ?? "").includes("https");
  const url = `${isSecure ? "https" : "http"}://${incoming.headers.host ?? ""}${incoming.url}`;
  if (!URL.canParse(url)) return false;
  send(reply(toApiRequest(incoming, url)), exchange).catch((error: NodeJS.ErrnoException) => {
    // The client may have gone, which is no failure.
    if (error.code !== "ERR_STREAM_PREMATURE_CLOSE")
      log().error({ route: pattern }, "an answer could not be sent");
    outgoing.destroy();
  });
  return true;
}

async function send(replying: Promise<Reply>, { incoming, outgoing, guards }: Exchange): Promise<void> {
  const { status, headers, cookies, body } = await replying;
  const all: Record<string, string | readonly string[]> = { ...guards, ...headers };
  if (cookies.length > 0) all["set-cookie"] = cookies;
  if (body instanceof ReadableStream) {
    outgoing.writeHead(status, all as Record<string, string>);
    return pipeline(body, outgoing);
  }
  let bytes = Buffer.from(body ?? "");
  const isLong = bytes.byteLength >= compressedFrom;
  if (isLong) all.vary = "accept-encoding";
  if (isLong && /\bgzip\b/.test(String(incoming.headers["accept-encoding"] ?? ""))) {
    bytes = await promisify(gzip)(bytes);
    all["content-encoding"] = "gzip";
  }
  if (body !== null) all["content-length"] = `${bytes.byteLength}`;
  outgoing.writeHead(status, all as Record<string, string>).end(bytes);
}

function toApiRequest(incoming: IncomingMessage, url: string): ApiRequest {
  const { method = "GET" } = incoming;
  const headers = { get: (name: string) => incoming.headers[name]?.toString() ?? null };
  return { method, url, headers, body: method === "GET" ? null : incoming };
}
