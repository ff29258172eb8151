import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { AuditPage } from "#lib/contract/audit/audit";
import { createDeliverer } from "#lib/features/telling/server/webhooks/deliver";
import type { NewEndpoint } from "#lib/features/telling/webhooks";
import { db } from "#lib/server/database/db";
import { startDashboard, type TestDashboard } from "#lib/testing/servers/dashboard";
import type { Findings } from "./finding";
import { checkWebhooks, sendTests } from "./webhook-checks";

let dashboard: TestDashboard;
beforeEach(async () => {
  dashboard = await startDashboard({ WEBHOOK_ALLOW_NETWORKS: "127.0.0.0/8" });
});
afterEach(() => dashboard.close());

async function add(name: string, url: string): Promise<string> {
  const body = { name, url, kinds: ["transfer.created"] };
  const added = await dashboard.send<NewEndpoint>("POST", "/api/webhooks", { body });
  return added.body.endpoint.id;
}
async function read(findings: Findings): Promise<string[]> {
  const lines: string[] = [];
  for await (const { level, topic, text } of findings) lines.push(`${level} ${topic}: ${text}`);
  return lines;
}
const set = async (id: string, change: object) =>
  (await db()).updateTable("endpoints").set(change).where("id", "=", id).execute();

it("says how each endpoint is that is on or that the dashboard turned off, and shows no token", async () => {
  const url = "http://127.0.0.1:9/path-token?key=query-token";
  const [well, failing, off, stopped, foreign] = [
    await add("A well", url),
    await add("B failing", url),
    await add("C off", url),
    await add("D stopped", url),
    await add("E foreign", url),
  ];
  const at = "2026-01-01T10:00:00.000Z";
  await set(well, { last_ok_at: at });
  await set(failing, { failing_since: at, last_result: "timeout", failures_in_row: 3 });
  await set(off, { is_on: 0 });
  await set(stopped, { is_on: 0, off_why: "gone" });
  await set(foreign, { encrypted_secret: "x" });
  await set(await add("F channel", url), { encrypted_secret: "x", form: "slack", url: "http://127.0.0.1:9" });
  await dashboard.send("POST", `/api/webhooks/${failing}/test`);
  const lines = await read(checkWebhooks(await db()));
  expect(lines).toEqual([
    `ok webhooks: A well (127.0.0.1:9): Delivering. 0 deliveries wait; last delivered at ${at}.`,
    expect.stringMatching(
      /^warn webhooks: B failing .+: Failing since 1 Jan 2026, .+: no answer in time\. 1 delivery waits; last delivered never\. 127\.0\.0\.1 refused the connection\. Check the receiver/,
    ),
    expect.stringMatching(/^warn webhooks: D stopped .+: Off: the receiver said that it is gone \(410\)/),
    expect.stringMatching(/^bad webhooks: E foreign .+: AUTH_SECRET does not open its secret/),
    expect.stringMatching(
      /^bad webhooks: F channel .+ its address, .+, or enter its address again on the page/,
    ),
  ]);
  expect(lines.join()).not.toContain("token");
});

it("sends a test to each that is on through the server that runs, and says what came of it", async () => {
  const answers: Record<string, number> = { "/good": 200, "/bad": 503 };
  const receiver = createServer((request, response) => {
    response.writeHead(answers[request.url ?? ""] ?? 404).end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  const base = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  await db();
  expect(await read(sendTests(0))).toEqual([
    "warn webhooks: No endpoint is on, so there is nothing to test.",
  ]);
  await add("Good", `${base}/good`);
  const bad = await add("Bad", `${base}/bad`);
  await set(await add("Off", `${base}/off`), { is_on: 0 });

  expect(await read(sendTests(0))).toEqual([
    expect.stringMatching(/^warn webhooks: Bad .+: the test wasn't sent yet\./),
    expect.stringMatching(/^warn webhooks: Good .+: the test wasn't sent yet\./),
  ]);
  // Earlier tests go first.
  await (await db()).deleteFrom("deliveries").execute();
  const deliverer = createDeliverer(await db());
  const server = setInterval(() => void deliverer.look(), 50);
  const lines = await read(sendTests());
  clearInterval(server);
  await deliverer.rest();
  expect(lines).toEqual([
    expect.stringMatching(/^bad webhooks: Bad .+: a test was not delivered: 503\./),
    expect.stringMatching(/^ok webhooks: Good .+: a test was delivered in \d+ ms\.$/),
  ]);
  const { items } = (await dashboard.send<AuditPage>("GET", `/api/audit?record=${bad}`)).body;
  expect(items.map(({ action, actor }) => [action, actor === null])).toEqual([
    ["endpoint_tested", true],
    ["endpoint_tested", true],
    ["endpoint_added", false],
  ]);
  await new Promise((resolve) => receiver.close(resolve));
});
