import "server-only";
import { createHash, timingSafeEqual } from "node:crypto";
import { env } from "#lib/server/config/env";
import { log } from "#lib/server/observe/log";
import { writeMetrics } from "#lib/server/observe/metrics";
import { isReady } from "./readiness";
import { writeStoredMetrics } from "./stored-metrics";

/** Invariant: these answers need no session, name no record, and never reach the service. */

const headers = { "cache-control": "no-store", "x-content-type-options": "nosniff" };
const json = (body: object, status: number) =>
  new Response(JSON.stringify(body), { status, headers: { ...headers, "content-type": "application/json" } });

/** `GET /healthz`: the process answers, and its version. */
export async function healthAnswer(): Promise<Response> {
  const { version, commit = null } = env();
  return json({ status: "ok", version, commit }, 200);
}

/** `GET /readyz`: 200 while this server can do its work, else 503. */
export async function readinessAnswer(): Promise<Response> {
  const ready = await isReady();
  return json({ ready }, ready ? 200 : 503);
}

/** `GET /metrics`: 404 without a configured token, 401 for a wrong one. */
export async function metricsAnswer(request: Request): Promise<Response> {
  const { metricsToken } = env();
  if (metricsToken === undefined) return new Response(null, { status: 404, headers });
  if (!shows(request, metricsToken)) {
    log().warn({ path: "/metrics" }, "a reader of the metrics showed no token, or a wrong one");
    return new Response(null, { status: 401, headers: { ...headers, "www-authenticate": "Bearer" } });
  }
  const stored = await writeStoredMetrics();
  const { text, type } = await writeMetrics();
  return new Response(text + stored, { headers: { ...headers, "content-type": type } });
}

/** Compares digests, so that the time reveals nothing. */
function shows(request: Request, token: string): boolean {
  const given = /^bearer +(\S+)$/i.exec(request.headers.get("authorization") ?? "")?.[1] ?? "";
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(token));
}
