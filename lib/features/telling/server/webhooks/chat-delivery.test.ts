import { afterEach, beforeEach, expect, it } from "vitest";
import { resultWords } from "#lib/features/telling/result-words";
import { db } from "#lib/server/database/db";
import { appendDeliveries } from "#lib/server/outbox/deliveries";
import type { Db } from "#lib/server/tables/schema";
import { startDashboard, type TestDashboard } from "#lib/testing/servers/dashboard";
import { addEndpoint, waitingFor } from "#lib/testing/telling/endpoints";
import { receiveWebhooks } from "#lib/testing/telling/webhook-receiver";
import { createDeliverer } from "./deliver";
import { urlColumns } from "./endpoint-url";
import { guardedAgent } from "./guard";
import { postOver } from "./post";

const hour = 3_600_000;
let dashboard: TestDashboard;
let ledger: Db;
/** The tests turn the clock. */
let nowMs = 0;
const clock = async () => new Date(nowMs).toISOString();

beforeEach(async () => {
  dashboard = await startDashboard({ WEBHOOK_ALLOW_NETWORKS: "127.0.0.0/8" });
  ledger = await db();
  nowMs = Date.now();
});
afterEach(() => dashboard.close());

async function deliver(): Promise<void> {
  const deliverer = createDeliverer(ledger, { clock });
  await deliverer.look();
  await deliverer.rest();
}

type Form = "slack" | "teams";
type Said = [status: number, text: string, headers?: Record<string, string>];

/** An endpoint of the form, with so many messages of one transfer; the receiver says one thing after the other. */
async function start(form: Form, said: readonly Said[], messages = 1) {
  const receiver = await receiveWebhooks(() => (response) => {
    const [status, text, headers] = said[receiver.heard.length - 1] ?? said.at(-1) ?? [500, ""];
    response.writeHead(status, headers).end(text);
  });
  const { id } = await addEndpoint(ledger, `${receiver.url}/B0/token`, undefined, form);
  const rows = Array.from({ length: messages }, (_, at) =>
    waitingFor(id, "transfer", at + 1, `${new Date(nowMs).toISOString()}`),
  );
  await appendDeliveries(ledger, rows);
  return { id, receiver };
}
const rows = () => ledger.selectFrom("deliveries").selectAll().orderBy("seq").execute();
const endpoint = () => ledger.selectFrom("endpoints").selectAll().executeTakeFirstOrThrow();

it.each<[Form, Said[]]>([
  ["slack", [[200, "ok"]]],
  [
    "teams",
    [
      [202, ""],
      [200, "1"],
    ],
  ],
])("goes to %s in order, at its whole address, without a signature", async (form, said) => {
  const { receiver } = await start(form, said, 2);
  await deliver();
  expect(receiver.heard.map(({ seq }) => seq)).toEqual([1, 2]);
  for (const { headers, path } of receiver.heard) {
    expect(path).toBe("/hooks/B0/token");
    expect(headers["content-type"]).toBe("application/json");
    expect(Object.keys(headers).filter((name) => name.startsWith("webhook-"))).toEqual([]);
  }
  expect((await rows()).map(({ state }) => state)).toEqual(["delivered", "delivered"]);
  // No column holds the address as it is.
  const { url, ...row } = await endpoint();
  expect([url, JSON.stringify(row).includes("token")]).toEqual([`http://127.0.0.1:${receiver.port}`, false]);
});

it.each<[Form, Said, string, string]>([
  ["slack", [403, "invalid_token"], "invalid_token", "Slack takes nothing more there (invalid_token)"],
  ["slack", [404, "no_service"], "no_service", "Slack takes nothing more there (no_service)"],
  [
    "slack",
    [404, "channel_not_found\n"],
    "channel_not_found",
    "Slack takes nothing more there (channel_not_found)",
  ],
  [
    "slack",
    [410, "channel_is_archived"],
    "channel_is_archived",
    "Slack takes nothing more there (channel_is_archived)",
  ],
  ["teams", [410, "Gone"], "410", "410"],
])("is off once %s says for good that nothing is taken: %j", async (form, said, result, words) => {
  const { receiver } = await start(form, [said], 2);
  await deliver();
  expect(receiver.heard).toHaveLength(1);
  expect((await rows())[0]).toMatchObject({ state: "given_up", last_result: result });
  expect(await endpoint()).toMatchObject({ is_on: 0, off_why: "gone", last_result: result });
  expect(resultWords(result)).toBe(words);
});

it.each<[Form, Said, string]>([
  ["slack", [400, "invalid_payload"], "invalid_payload"],
  ["slack", [403, "action_prohibited"], "action_prohibited"],
  ["slack", [500, "rollup_error"], "rollup_error"],
  // A page of another site, and not Slack's.
  ["slack", [200, "<!doctype html><title>Sign in</title>"], "not_taken"],
  ["slack", [200, ""], "not_taken"],
  // Nothing of a stranger's words is kept.
  ["slack", [400, "0123456789 of Ada"], "400"],
  ["slack", [404, `no_service${"x".repeat(200_000)}`], "404"],
  ["teams", [400, "invalid_token"], "400"],
  ["teams", [404, '{"error":{"code":"WorkflowNotFound"}}'], "404"],
  ["teams", [200, "Webhook message delivery failed with error: 429"], "not_taken"],
])("is tried again where %s says something else: %j", async (form, said, result) => {
  const { receiver } = await start(form, [said, form === "slack" ? [200, "ok"] : [202, ""]]);
  await deliver();
  const [row] = await rows();
  expect(row).toMatchObject({ state: "waiting", failures: 1, last_result: result });
  expect(await endpoint()).toMatchObject({ is_on: 1, failures_in_row: 1, last_result: result });
  nowMs = Date.parse(`${row?.due_at}`);
  await deliver();
  expect(receiver.heard).toHaveLength(2);
  expect(await rows()).toMatchObject([{ state: "delivered" }]);
  expect(await endpoint()).toMatchObject({ failures_in_row: 0, failing_since: null });
});

it.each<[Form, string]>([
  ["slack", "rate_limited"],
  ["teams", ""],
])("waits as long as %s asks", async (form, text) => {
  await start(form, [[429, text, { "retry-after": "7200" }]]);
  await deliver();
  const [row] = await rows();
  expect(Date.parse(`${row?.due_at}`) - nowMs).toBe(2 * hour);
});

it("blames no new address for what the old one answers, and says where it can't read its own", async () => {
  const { id, receiver } = await start("slack", [[200, "ok"]]);
  const whole = new URL(`${receiver.url}/B0/another`);
  const over = postOver(guardedAgent());
  let tries = 0;
  const deliverer = createDeliverer(ledger, {
    clock,
    post: async (url, sent) => {
      tries += 1;
      if (tries > 1) return over(url, sent);
      const columns = urlColumns({ id, form: "slack" }, whole);
      await ledger.updateTable("endpoints").set(columns).where("id", "=", id).execute();
      return { status: 404, fault: "no_service", ms: 1, retryAfterMs: 0 };
    },
  });
  await deliverer.look();
  await deliverer.rest();
  expect(await endpoint()).toMatchObject({ is_on: 1, failures_in_row: 0, last_result: "200" });
  expect(receiver.heard.map(({ path }) => path)).toEqual(["/hooks/B0/another"]);
  await ledger.updateTable("endpoints").set({ encrypted_secret: "of another AUTH_SECRET" }).execute();
  await appendDeliveries(ledger, [waitingFor(id, "another", 1, await clock())]);
  await deliver();
  expect(receiver.heard).toHaveLength(1);
  expect((await rows())[1]).toMatchObject({ state: "waiting", last_result: "secret_unreadable" });
});

it("goes out one after the other, and all of a channel's messages wait for as long as it asks", async () => {
  let underWay = 0;
  let most = 0;
  const receiver = await receiveWebhooks(() => async (response) => {
    most = Math.max(most, ++underWay);
    await new Promise((resolve) => setImmediate(resolve));
    underWay -= 1;
    if (receiver.heard.length === 2) response.writeHead(429, { "retry-after": "90" }).end("rate_limited");
    else response.writeHead(200).end("ok");
  });
  const { id } = await addEndpoint(ledger, `${receiver.url}/B0/token`, undefined, "slack");
  const subjects = ["one", "two", "three", "four"];
  await appendDeliveries(
    ledger,
    subjects.map((subject) => waitingFor(id, subject, 1, new Date(nowMs).toISOString())),
  );
  await deliver();
  expect([receiver.heard.length, most]).toEqual([2, 1]);
  nowMs += 89_999;
  await deliver();
  expect(receiver.heard).toHaveLength(2);
  nowMs += 1;
  await deliver();
  expect((await rows()).map(({ state }) => state)).toEqual(subjects.map(() => "delivered"));
  expect([receiver.heard.length, most]).toEqual([5, 1]);
});
