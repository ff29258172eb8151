import { createHash, timingSafeEqual } from "node:crypto";
import { env } from "#lib/server/config/env";
import { once } from "#lib/server/config/once";
import type { Reply } from "#lib/server/http/answer";
import { log } from "#lib/server/observe/log";
import { writeMetrics } from "#lib/server/observe/metrics";
import { isReady } from "./readiness";
import { writeStoredMetrics } from "./stored-metrics";

/** Invariant: these answers need no session, name no record, and never reach the service. */

const strangerLineMs = 60_000;
const headers = { "cache-control": "no-store", "x-content-type-options": "nosniff" };
const json = (body: object, status: number): Reply => ({
  status,
  headers: { ...headers, "content-type": "application/json" },
  cookies: [],
  body: JSON.stringify(body),
});

/** `GET /healthz`: the process answers, and its version. */
export async function healthReply(): Promise<Reply> {
  const { version, commit = null } = env();
  return json({ status: "ok", version, commit }, 200);
}

/** `GET /readyz`: 200 while this server can do its work, else 503. */
export async function readinessReply(): Promise<Reply> {
  const ready = await isReady();
  return json({ ready }, ready ? 200 : 503);
}

/** `GET /metrics`: 404 without a configured token, 401 for a wrong one. */
export async function metricsAnswer(request: Request): Promise<Response> {
  const { metricsToken } = env();
  if (metricsToken === undefined) return new Response(null, { status: 404, headers });
  if (!shows(request, metricsToken)) {
    noteStranger();
    return new Response(null, { status: 401, headers: { ...headers, "www-authenticate": "Bearer" } });
  }
  const stored = await writeStoredMetrics();
  const { text, type } = await writeMetrics();
  return new Response(text + stored, { headers: { ...headers, "content-type": type } });
}

/** Anybody may ask at any rate: one line a minute, with how many came since the line before. */
function noteStranger(): void {
  const noted = once("metrics-strangers", () => ({ count: 0, saidAt: Number.NEGATIVE_INFINITY }));
  noted.count += 1;
  if (performance.now() - noted.saidAt < strangerLineMs) return;
  log().warn(
    { path: "/metrics", count: noted.count },
    "a reader of the metrics showed no token, or a wrong one",
  );
  noted.count = 0;
  noted.saidAt = performance.now();
}

/** Compares digests, so that the time reveals nothing. */
function shows(request: Request, token: string): boolean {
  const given = /^bearer +(\S+)$/i.exec(request.headers.get("authorization") ?? "")?.[1] ?? "";
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(token));
}
