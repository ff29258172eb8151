import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { OperationName } from "#lib/operations/api-operations";
import type { Offered } from "#lib/server/config/offered";
import { once } from "#lib/server/config/once";
import { log } from "#lib/server/observe/log";
import { type ApiRequest, type Reply, toResponse } from "./answer";
import { routeOf } from "./route-names";

/** Invariant: without the framework the same handler gives the same answer and headers. Only plain cases go this way. */

export type Params = Record<string, string | string[]>;
/** Never throws. */
export type Replying = (request: ApiRequest, params: Params) => Promise<Reply>;
/** A framework's handler that can also return its reply alone. */
export type Handler = ((request: Request, context: { params: Promise<Params> }) => Promise<Response>) & {
  reply: Replying;
};
const replies = () => once("direct-replies", () => new Map<string, Replying>());
/** No escapes, dots or doubled slashes, which the framework reads in its own way. */
const plainPath = /^(\/[\w~-]+)+$/;
const compressedFrom = 1_024;

export function toHandler(reply: Replying): Handler {
  const handle = async (request: Request, { params }: { params: Promise<Params> }) =>
    toResponse(await reply(request, await params));
  return Object.assign(handle, { reply });
}

/** What a supervisor asks, which is no operation. */
type Light = "GET /healthz" | "GET /readyz";

/** Lets the front server call a handler itself once the framework has loaded it, for what is asked all the time. */
export function direct<Given extends Handler>(name: OperationName | Light, handler: Given): Given {
  replies().set(name, handler.reply);
  return handler;
}

/** Returns false, having done nothing, where the framework must answer. */
export const answerDirectly: NonNullable<Offered["answerDirectly"]> = (incoming, outgoing, guards) => {
  const [path = ""] = (incoming.url ?? "").split("?", 1);
  const pattern = routeOf(path);
  const reply = replies().get(`${incoming.method} ${pattern}`);
  const isSecure = String(incoming.headers["x-forwarded-proto"] ?? "").includes("https");
  const url = `${isSecure ? "https" : "http"}://${incoming.headers.host ?? ""}${incoming.url}`;
  if (reply === undefined || !plainPath.test(path) || !URL.canParse(url)) return false;
  send(reply(toApiRequest(incoming, url), paramsOf(pattern, path)), incoming, outgoing, guards).catch(
    (error: NodeJS.ErrnoException) => {
      // The client may have gone, which is no failure.
      if (error.code !== "ERR_STREAM_PREMATURE_CLOSE")
        log().error({ route: pattern }, "an answer could not be sent");
      outgoing.destroy();
    },
  );
  return true;
};

async function send(
  replying: Promise<Reply>,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  guards: Record<string, string>,
): Promise<void> {
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

function paramsOf(pattern: string, path: string): Params {
  const values = path.split("/");
  const parts = pattern.split("/").map((part, at) => [part, values[at] ?? ""] as const);
  const open = parts.filter(([part]) => part.startsWith("["));
  return Object.fromEntries(open.map(([part, value]) => [part.slice(1, -1), value]));
}
