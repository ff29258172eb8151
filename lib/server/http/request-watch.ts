import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, ServerResponse } from "node:http";
import { performance } from "node:perf_hooks";
import { once } from "#lib/server/config/once";
import { log } from "#lib/server/observe/log";
import { countRequest } from "#lib/server/observe/metrics";
import { enterRequest } from "#lib/server/observe/request-context";
import { routeOf } from "./route-names";

/** Invariant: every request gets an ID before any work, and is counted when its answer is out, whoever answered. */

type Started = { request: IncomingMessage; response: ServerResponse };

const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

export function watchRequests(): void {
  once("request-watch", () =>
    // Node's own event, in the turn in which the server gets the request.
    subscribe("http.server.request.start", (started) => watch(started as Started)),
  );
}

function watch({ request, response }: Started): void {
  const startedAt = performance.now();
  const requestId = enterRequest();
  response.setHeader("x-request-id", requestId);
  const route = routeOf(request.url ?? "");
  const method = methods.has(request.method ?? "") ? String(request.method) : "other";
  response.once("close", () => {
    const status = response.writableFinished ? `${response.statusCode}` : "aborted";
    const ms = performance.now() - startedAt;
    countRequest({ route, method, status, seconds: ms / 1000 });
    log().debug({ requestId, route, method, status, ms: Math.round(ms) }, "answered");
  });
}
