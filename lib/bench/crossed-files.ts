import { randomBytes, randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { Session } from "node:inspector/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { sandboxAssets } from "#lib/asset/asset-tables";
import { openSandbox } from "#lib/sandbox/sandbox";
import { serveSandbox } from "#lib/sandbox/serve";
import { hashToken } from "#lib/server/service/callback-url";
import { goodTransfer } from "#lib/testing/ledger/inputs";
import { apiRoutes } from "#lib/testing/servers/handlers";
import { root } from "#lib/testing/servers/server-process";
import { writeSession } from "#lib/testing/sign-in/sessions";
import { testSecret } from "#lib/testing/sign-in/test-secret";

/**
 * `npm run structure:crossed`: the files of ours in which a function runs for a request, by V8's coverage, and for none of
 * the requests that only count what needs attention. `-- --names` lists them.
 */
const origin = "http://localhost:3000";
const notOurs = /^(node_modules|lib\/(testing|bench|sandbox|secret))\//;
const folder = mkdtempSync(join(tmpdir(), "dashboard-crossed-"));
const service = await serveSandbox(
  openSandbox({ databaseFile: ":memory:", apiKey: "key-of-the-count", assets: sandboxAssets }),
  0,
);
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
const { applierRests } = await import("#lib/server/callbacks/callback-applier");
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
const always = new Set([...(await crossedBy(count)), ...(await crossedBy(count))]);
for (const [name, way] of Object.entries(ways)) {
  const crossed = [...(await crossedBy(way))].filter((file) => !always.has(file)).sort();
  console.log(`${name.padEnd(11)} ${crossed.length}`);
  if (process.argv.includes("--names")) for (const file of crossed) console.log(`  ${file}`);
}
await ledger.destroy();
await service.close();
rmSync(folder, { recursive: true });
process.exit();

/** The files in which a function ran meanwhile. */
async function crossedBy(way: () => Promise<unknown>): Promise<Set<string>> {
  await coverage.post("Profiler.takePreciseCoverage");
  await way();
  const { result } = await coverage.post("Profiler.takePreciseCoverage");
  const ran = result.filter(
    ({ url, functions }) =>
      url.startsWith("file:") &&
      functions.some(({ ranges: [whole] }) => whole !== undefined && whole.count > 0),
  );
  const files = ran.map(({ url }) => relative(root, fileURLToPath(url.replace(/\?.*$/, ""))));
  return new Set(files.filter((file) => !file.startsWith("..") && !notOurs.test(file)));
}

/** The token of a callback URL, which a transfer gets. */
async function newToken(): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  const { id } = await ledger.selectFrom("transfers").select("id").executeTakeFirstOrThrow();
  await ledger
    .updateTable("transfers")
    .set({ callback_token_hash: hashToken(token) })
    .where("id", "=", id)
    .execute();
  return token;
}

/** Asks a handler, as the framework does, and reads the answer to its end. */
async function ask(method: string, path: string, body?: unknown): Promise<void> {
  const { pathname } = new URL(path, origin);
  const route = apiRoutes().find(({ pattern }) => pattern.test(pathname));
  const handler = (await route?.load())?.[method];
  if (handler === undefined) throw new Error(`No handler for ${method} ${path}`);
  const headers = { host: "localhost:3000", origin, cookie, "idempotency-key": randomUUID() };
  const request = new Request(new URL(path, origin), {
    method,
    headers: body === undefined ? headers : { ...headers, "content-type": "application/json" },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const params = Promise.resolve(route?.pattern.exec(pathname)?.groups ?? {});
  const answer = await handler(request, { params });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path} was answered with ${answer.status}: ${text}`);
}
