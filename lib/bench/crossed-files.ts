import { randomBytes, randomUUID } from "node:crypto";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import { Session } from "node:inspector/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { getRequestListener } from "@hono/node-server";
import { sandboxAssets } from "#lib/asset/asset-tables";
import { openSandbox } from "#lib/sandbox/sandbox";
import { serveSandbox } from "#lib/sandbox/serve";
import { hashCallbackToken } from "#lib/server/service/callback-url";
import { goodTransfer } from "#lib/testing/ledger/inputs";
import { root } from "#lib/testing/servers/server-process";
import { writeSession } from "#lib/testing/sign-in/sessions";
import { testSecret } from "#lib/testing/sign-in/test-secret";

/**
 * `npm run structure:crossed`: the files of ours in which a function runs for a request, by V8's coverage, and for none of
 * the requests that only count what needs attention. The first number ends where the service gets its last request of it.
 * `-- --names` lists them; `<` marks those of the way back.
 */
const notOurs = /^(node_modules|lib\/(testing|bench|sandbox|secret))\//;
const folder = mkdtempSync(join(tmpdir(), "dashboard-crossed-"));
const service = await serveSandbox(
  openSandbox({ databaseFile: ":memory:", apiKey: "key-of-the-count", assets: sandboxAssets }),
  0,
);
const server = createServer(getRequestListener(answerRequest, { overrideGlobalObjects: false }));
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
Object.assign(process.env, {
  DATABASE_URL: `file:${join(folder, "dashboard.db")}`,
  ANSWERS_FOLDER: join(folder, "answers"),
  AUTH_SECRET: testSecret,
  LOG_LEVEL: "silent",
  OFFRAMP_BASE_URL: service.baseUrl,
  OFFRAMP_API_KEY: "key-of-the-count",
  APP_URL: origin,
});
const { db } = await import("#lib/server/database/db");
const { watchRequests } = await import("#lib/server/http/request-watch");
const { applierRests } = await import("#lib/server/callbacks/callback-applier");
// Counts and logs each request, as in a server.
watchRequests();
const ledger = await db();
const { cookie } = await writeSession(ledger, testSecret, { role: "admin" });
const coverage = new Session();
coverage.connect();
await coverage.post("Profiler.enable");
await coverage.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });

const quote = { amount: "1250.50", asset: "base:usdc" };
const ways = {
  quote: () => ask("POST", "/api/quote", quote),
  submission: () => ask("POST", "/api/transfers", { ...goodTransfer, confirmSeparate: true }),
  callback: async () => {
    await ask("POST", `/api/callbacks/${await newToken()}`, { status: "processing" });
    await applierRests();
  },
  export: () => ask("POST", "/api/transfers/export", {}),
};
const count = () => ask("GET", "/api/attention/counts");
// What is loaded or remembered once is no part of a request's way.
for (const way of [count, ...Object.values(ways)]) await way();
const always = new Set([...(await crossedBy(count)), ...(await crossedBy(count))].map(({ file }) => file));
for (const [name, way] of Object.entries(ways)) {
  const crossed = (await crossedBy(way)).filter(({ file }) => !always.has(file));
  const there = crossed.filter(({ isBack }) => !isBack);
  console.log(`${name.padEnd(11)} ${there.length}, with the way back ${crossed.length}`);
  if (process.argv.includes("--names"))
    for (const { file, isBack } of crossed) console.log(`${isBack ? "<" : " "} ${file}`);
}
server.close();
await ledger.destroy();
await service.close();
rmSync(folder, { recursive: true });
process.exit();

type Crossed = { file: string; isBack: boolean };

/** The files in which a function ran meanwhile, and whether only after the service got its last request of it. */
async function crossedBy(way: () => Promise<unknown>): Promise<Crossed[]> {
  await takeFiles();
  const parts: Promise<string[]>[] = [];
  const onRequest = (started: unknown) => {
    const { request } = started as { request: IncomingMessage };
    if (request.headers["x-api-key"] !== undefined) parts.push(takeFiles());
  };
  subscribe("http.server.request.start", onRequest);
  await way();
  unsubscribe("http.server.request.start", onRequest);
  const [last = [], ...before] = [await takeFiles(), ...(await Promise.all(parts))];
  const there = new Set(before.length === 0 ? last : before.flat());
  return [...new Set([...there, ...last])].sort().map((file) => ({ file, isBack: !there.has(file) }));
}

/** The files of ours in which a function ran since the last time. */
async function takeFiles(): Promise<string[]> {
  const { result } = await coverage.post("Profiler.takePreciseCoverage");
  const ran = result.filter(
    ({ url, functions }) =>
      url.startsWith("file:") &&
      functions.some(({ ranges: [whole] }) => whole !== undefined && whole.count > 0),
  );
  const files = ran.map(({ url }) => relative(root, fileURLToPath(url.replace(/\?.*$/, ""))));
  return files.filter((file) => !file.startsWith("..") && !notOurs.test(file));
}

/** The token of a callback URL, which the newest transfer gets: a second callback alike would only be counted. */
async function newToken(): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  const { id } = await ledger
    .selectFrom("transfers")
    .select("id")
    .orderBy("created_at", "desc")
    .executeTakeFirstOrThrow();
  await ledger
    .updateTable("transfers")
    .set({ callback_token_hash: hashCallbackToken(token) })
    .where("id", "=", id)
    .execute();
  return token;
}

/** As the framework does. */
async function answerRequest(request: Request): Promise<Response> {
  const [{ answerApi }, { toResponse }] = await Promise.all([
    import("#lib/server/verbs/dispatch"),
    import("#lib/server/http/answer"),
  ]);
  return toResponse(await answerApi(request, new URL(request.url).pathname.split("/").slice(2)));
}

/** Asks the API, and reads the answer to its end. */
async function ask(method: string, path: string, body?: unknown): Promise<void> {
  const answer = await fetch(new URL(path, origin), {
    method,
    headers: { origin, cookie, "idempotency-key": randomUUID(), "content-type": "application/json" },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path} was answered with ${answer.status}: ${text}`);
}
