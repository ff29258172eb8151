import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openDatabase } from "#lib/server/database/db";
import { newSharedDatabase } from "#lib/testing/database/database";
import type { TestDatabase } from "#lib/testing/database/new-database";
import { type Instance, signInTo, spawnInstance } from "#lib/testing/servers/instances";
import { seriesOf } from "#lib/testing/servers/metrics";
import { answer, type FaultyService, hang, startFaultyService } from "#lib/testing/service/faulty-service";
import { temporaryFolder } from "#lib/testing/temporary-folder";
import packageJson from "../../../package.json" with { type: "json" };

const token = "metrics-token-of-the-tests-0123456789";
const bearer = { authorization: `Bearer ${token}` };

let service: FaultyService;
let database: TestDatabase;
beforeEach(async () => {
  service = await startFaultyService();
  database = await newSharedDatabase();
});
afterEach(() => service.close());

async function start(variables: Record<string, string> = {}): Promise<Instance> {
  const cookie = await signInTo(database);
  const instance = await spawnInstance(service, database.url, cookie, variables);
  await instance.answers();
  return instance;
}

async function readMetrics({ ask }: Instance): Promise<Map<string, number>> {
  const reply = await ask("GET", "/metrics", undefined, bearer);
  expect(reply.status).toBe(200);
  expect(reply.headers.get("content-type")).toMatch(/^text\/plain; version=0\.0\.4/);
  return seriesOf(await reply.text());
}

describe("the health of a server", () => {
  it("is told with its version, to anybody", async () => {
    const { ask } = await start({ APP_COMMIT: "0123abc" });
    const reply = await ask("GET", "/healthz", undefined, { cookie: "", host: "10.0.0.7:3000" });
    expect([reply.status, await reply.json()]).toEqual([
      200,
      { status: "ok", version: packageJson.version, commit: "0123abc" },
    ]);
  });

  it("is ready while the database has every migration, and asks the service nothing", async () => {
    const { ask } = await start();
    const isReady = async () => (await ask("GET", "/readyz", undefined, { cookie: "" })).status;
    expect(await isReady()).toBe(200);
    const ledger = await openDatabase(database.setting);
    const table = ledger.withTables<{ kysely_migration: { name: string; timestamp: string } }>();
    const { name, timestamp } = await table
      .selectFrom("kysely_migration")
      .selectAll()
      .orderBy("name", "desc")
      .executeTakeFirstOrThrow();
    await table.deleteFrom("kysely_migration").where("name", "=", name).execute();
    await expect.poll(isReady).toBe(503);
    await table.insertInto("kysely_migration").values({ name, timestamp }).execute();
    await expect.poll(isReady).toBe(200);
    await ledger.destroy();
    expect(service.calls).toEqual([]);
  });
});

describe("the metrics", () => {
  it("are not there without a token, and for nobody who does not show it", async () => {
    const closed = await start();
    expect((await closed.ask("GET", "/metrics", undefined, bearer)).status).toBe(404);
    const open = await start({ METRICS_TOKEN: token });
    for (const headers of [
      { authorization: "" },
      { authorization: token },
      { authorization: `Basic ${token}` },
      { authorization: `Bearer ${token}x` },
      { authorization: `Bearer ${token.slice(1)}` },
      { authorization: "Bearer " },
    ]) {
      const reply = await open.ask("GET", "/metrics", undefined, headers);
      expect([reply.status, reply.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
      expect(await reply.text()).toBe("");
    }
    await readMetrics(open);
    await open.process.stop();
    await open.process.ended;
    expect(open.process.output()).not.toContain(token);
    // Whoever asks on and on fills no disk.
    expect(open.process.output().match(/a reader of the metrics/g)).toHaveLength(1);
  });

  it("count requests by their route, calls to the service, submissions and callbacks", async () => {
    const file = join(temporaryFolder(), "token");
    writeFileSync(file, `${token}\n`);
    const instance = await start({ METRICS_TOKEN_FILE: file, OFFRAMP_TIMEOUT_MS: "4000" });
    const { body } = await instance.submit(randomUUID());
    const { callbackUrl } = JSON.parse(service.callsOf("initiate")[0]?.body ?? "") as { callbackUrl: string };
    const path = new URL(callbackUrl).pathname;
    await instance.ask("POST", path, { status: "processing" });
    await instance.ask("POST", `/api/callbacks/${"x".repeat(43)}`, {});
    await instance.find(body.id);
    await instance.find(randomUUID());
    service.behave("initiate", hang);
    await instance.submit(randomUUID(), { accountNumber: "0123456780" });
    service.behave("initiate", answer(422, '{"success":false,"message":"no"}'));
    await instance.submit(randomUUID(), { accountNumber: "0123456781" });
    service.behave("business", answer(503, "{}"));
    // What was answered a moment ago is shown until then.
    const askBusiness = async () => (await instance.ask("GET", "/api/business")).status;
    await expect.poll(askBusiness, { interval: 500 }).toBe(502);
    const series = await readMetrics(instance);
    const count = (route: string, method: string, status: number) =>
      series.get(
        `dashboard_http_request_duration_seconds_count{route="${route}",method="${method}",status="${status}"}`,
      );
    expect(count("/api/transfers", "POST", 201)).toBe(3);
    expect(count("/api/transfers/[id]", "GET", 200)).toBe(1);
    expect(count("/api/transfers/[id]", "GET", 404)).toBe(1);
    expect(count("/api/callbacks/[token]", "POST", 204)).toBe(1);
    expect(count("/api/business", "GET", 502)).toBe(1);
    expect(Object.fromEntries(series)).toMatchObject({
      'dashboard_submissions_total{outcome="accepted"}': 1,
      'dashboard_submissions_total{outcome="rejected"}': 1,
      'dashboard_submissions_total{outcome="unknown"}': 1,
      'dashboard_callbacks_total{result="kept"}': 1,
      'dashboard_callbacks_total{result="unknown_token"}': 1,
      'dashboard_callbacks_total{result="too_many"}': 0,
      'dashboard_service_call_duration_seconds_count{operation="initiate"}': 3,
      'dashboard_service_errors_total{operation="initiate",code="service_timeout"}': 1,
      'dashboard_service_errors_total{operation="initiate",code="service_refused"}': 1,
      // One that has not happened yet is there already, so that the first is a rise.
      'dashboard_service_errors_total{operation="quote",code="service_unreachable"}': 0,
      // A read is tried twice.
      'dashboard_service_errors_total{operation="business",code="service_failed"}': 2,
      dashboard_unknown_outcomes_open: 1,
      'dashboard_attention_transfers{reason="unknown_outcome"}': 1,
      'dashboard_attention_transfers{reason="refunded"}': 0,
      'dashboard_deliveries_total{result="given_up"}': 0,
      dashboard_webhooks_waiting: 0,
      dashboard_oldest_waiting_webhook_seconds: 0,
      dashboard_oldest_unanswered_submission_seconds: 0,
      dashboard_database_up: 1,
      [`dashboard_info{version="${packageJson.version}",commit=""}`]: 1,
    });
    expect(series.get("process_resident_memory_bytes")).toBeGreaterThan(1_000_000);
  });

  it("grow by no series that a stranger names, and hold no ID", async () => {
    const instance = await start({ METRICS_TOKEN: token });
    const { body } = await instance.submit(randomUUID());
    const ask = (name: string) => instance.ask("GET", `/api/transfers/${name}`);
    await ask("one");
    const before = [...(await readMetrics(instance)).keys()];
    for (let at = 0; at < 50; at++) await ask(randomUUID());
    await readMetrics(instance);
    const after = [...(await readMetrics(instance)).keys()];
    // Node's own kinds, of garbage collections and of timers, have a series from their first time on.
    const grown = after.filter((name) => !before.includes(name) && !name.startsWith("nodejs_"));
    expect(grown.filter((name) => !name.includes('route="/metrics"'))).toEqual([]);
    expect(after.filter((name) => name.includes(body.id) || name.includes("txn_"))).toEqual([]);
  });

  it("say of the database the same at two servers, and how long an answer is waited for", async () => {
    const [first, second] = [await start({ METRICS_TOKEN: token }), await start({ METRICS_TOKEN: token })];
    const heard = new Promise<() => void>((resolve) => {
      service.behave("initiate", (response, call) => resolve(() => answer(500, "{}")(response, call)));
    });
    const submitting = first.submit(randomUUID());
    const answerIt = await heard;
    const waiting = (await readMetrics(second)).get("dashboard_oldest_unanswered_submission_seconds");
    expect(waiting).toBeGreaterThan(0);
    answerIt();
    expect((await submitting).body.status).toBe("unknown");
    for (const instance of [first, second]) {
      const series = await readMetrics(instance);
      expect(series.get("dashboard_unknown_outcomes_open")).toBe(1);
      expect(series.get("dashboard_oldest_unanswered_submission_seconds")).toBe(0);
    }
    expect((await readMetrics(second)).get('dashboard_submissions_total{outcome="unknown"}')).toBe(0);
  });
});

it("writes each line of the log as JSON, under the id that the answer had", async () => {
  const instance = await start({ LOG_LEVEL: "debug" });
  const submitted = await instance.submit(randomUUID());
  const refused = await instance.find(randomUUID());
  // An answer can be here before its line is.
  await instance.process.stop();
  await instance.process.ended;
  const lineOf = (message: string, id: string | null) =>
    linesOf(instance).find(({ msg, requestId }) => msg === message && requestId === id);
  const id = submitted.headers.get("x-request-id");
  expect(lineOf("answered", id)).toMatchObject({
    route: "/api/transfers",
    method: "POST",
    status: "201",
    ms: expect.any(Number),
  });
  expect(lineOf("transfer submitted", id)).toMatchObject({ outcome: "accepted" });
  const calls = linesOf(instance).filter(({ msg, requestId }) => msg === "service call" && requestId === id);
  expect(calls.map(({ operation }) => operation)).toContain("initiate");
  expect(lineOf("refused", refused.problem.requestId ?? null)).toMatchObject({ code: "not_found" });
  expect(refused.headers.get("x-request-id")).toBe(refused.problem.requestId);
  expect(refused.problem.requestId).not.toBe(id);
});

/** The lines that a server has written; throws for one that is no JSON. */
function linesOf({ process }: Instance): Record<string, unknown>[] {
  const lines = process.output().split("\n");
  // The link for the first account is the one line that is for a person.
  const isForPerson = (line: string) =>
    line.trim() === "" || line.startsWith("Open this link within 24 hours to create the first account");
  return lines.filter((line) => !isForPerson(line)).map((line) => JSON.parse(line));
}
