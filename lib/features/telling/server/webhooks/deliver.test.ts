import { Webhook } from "standardwebhooks";
import { afterEach, beforeEach, expect, it } from "vitest";
import { db } from "#lib/server/database/db";
import { appendDeliveries } from "#lib/server/outbox/deliveries";
import type { Db } from "#lib/server/tables/schema";
import { startDashboard, type TestDashboard } from "#lib/testing/servers/dashboard";
import { addEndpoint, waitingFor } from "#lib/testing/telling/endpoints";
import { receiveWebhooks } from "#lib/testing/telling/webhook-receiver";
import { createDeliverer } from "./deliver";
import { encryptSecret, newSecret } from "./endpoint-secret";
import { guardedAgent } from "./guard";
import { type Post, postOver } from "./post";

const minute = 60_000;
const hour = 60 * minute;
let dashboard: TestDashboard;
let ledger: Db;
/** The tests turn the clock. */
let nowMs = 0;
const clock = async () => new Date(nowMs).toISOString();
const post = (limitMs?: number): Post => postOver(guardedAgent(), limitMs);

beforeEach(async () => {
  dashboard = await startDashboard({ WEBHOOK_ALLOW_NETWORKS: "127.0.0.0/8" });
  ledger = await db();
  nowMs = Date.now();
});
afterEach(() => dashboard.close());

/** What is due is tried until nothing is. */
async function deliver(over: Post = post()): Promise<void> {
  const deliverer = createDeliverer(ledger, { clock, post: over });
  await deliverer.look();
  await deliverer.rest();
}

const readDeliveries = () => ledger.selectFrom("deliveries").selectAll().orderBy("seq").execute();
const readEndpoint = () => ledger.selectFrom("endpoints").selectAll().executeTakeFirstOrThrow();
const readAudit = async () =>
  (
    await ledger
      .selectFrom("audit_log")
      .select(["action", "detail"])
      .where("record_kind", "=", "endpoint")
      .orderBy("seq")
      .execute()
  ).map(({ action, detail }) => `${action} ${detail}`);

/** Transfers with this many messages each, in turns. */
async function queue(endpointId: string, transfers: number, each: number): Promise<void> {
  const now = await clock();
  const rows = Array.from({ length: each }, (_, seq) =>
    Array.from({ length: transfers }, (_unused, at) =>
      waitingFor(endpointId, `transfer-${at}`, seq + 1, now),
    ),
  );
  await appendDeliveries(ledger, rows.flat());
}

it("signs what the library of Standard Webhooks verifies, with the secret before too while it is in force", async () => {
  const receiver = await receiveWebhooks();
  const { id, secret } = await addEndpoint(ledger, receiver.url);
  await queue(id, 1, 1);
  await deliver();
  const [heard] = receiver.heard;
  const headers = heard?.headers as Record<string, string>;
  const verify = (with_: string, body = heard?.body ?? "", given = headers) =>
    new Webhook(with_).verify(body, given);
  expect(verify(secret)).toMatchObject({ data: { transferId: "transfer-0", seq: 1 } });
  expect(() => verify(newSecret())).toThrow();
  expect(() => verify(secret, `${heard?.body} `)).toThrow();
  expect(() => verify(secret, heard?.body, { ...headers, "webhook-id": "msg_other" })).toThrow();
  const old = String(Number(headers["webhook-timestamp"]) - 3_600);
  expect(() => verify(secret, heard?.body, { ...headers, "webhook-timestamp": old })).toThrow();
  const next = newSecret();
  const renew = {
    encrypted_secret: encryptSecret(next, id),
    encrypted_previous_secret: encryptSecret(secret, id),
  };
  const previous_until = new Date(nowMs + hour).toISOString();
  await ledger
    .updateTable("endpoints")
    .set({ ...renew, previous_until })
    .execute();
  await queue(id, 1, 1);
  await deliver();
  const both = receiver.heard[1];
  for (const each of [secret, next]) verify(each, both?.body, both?.headers as Record<string, string>);
  nowMs += 2 * hour;
  await queue(id, 1, 1);
  await deliver();
  expect(String(receiver.heard[2]?.headers["webhook-signature"]).split(" ")).toHaveLength(1);
});

it("tries at the promised times through three days, tells of it once, and turns the endpoint off", async () => {
  const receiver = await receiveWebhooks(() => 500);
  const { id } = await addEndpoint(ledger, receiver.url);
  await queue(id, 1, 2);
  const waits: number[] = [];
  for (let tries = 1; tries <= 10; tries++) {
    await deliver();
    expect(receiver.heard).toHaveLength(tries);
    const [first, second] = await readDeliveries();
    if (first?.state !== "waiting") break;
    // Its follower waits with it.
    expect(second?.due_at).toBe(first.due_at);
    const dueMs = Date.parse(first.due_at);
    waits.push(dueMs - nowMs);
    nowMs = dueMs - 1;
    await deliver();
    expect(receiver.heard).toHaveLength(tries);
    nowMs = dueMs;
  }
  const promised = [
    5_000,
    5 * minute,
    30 * minute,
    2 * hour,
    5 * hour,
    10 * hour,
    14 * hour,
    20 * hour,
    24 * hour,
  ];
  expect(waits).toHaveLength(promised.length);
  for (const [at, wait] of waits.entries()) {
    expect(wait).toBeGreaterThanOrEqual((promised[at] ?? 0) * 0.9);
    expect(wait).toBeLessThanOrEqual((promised[at] ?? 0) * 1.1);
  }
  expect(await readDeliveries()).toMatchObject([
    { state: "given_up", failures: 10, last_result: "500" },
    { state: "waiting", failures: 0 },
  ]);
  expect(await readEndpoint()).toMatchObject({ is_on: 0, off_why: "nothing_delivered", last_result: "500" });
  expect(await readAudit()).toEqual([
    "endpoint_failing {}",
    'endpoint_stopped {"reason":"nothing_delivered"}',
  ]);
  nowMs += 48 * hour;
  await deliver();
  expect(receiver.heard).toHaveLength(10);
  const attempts = await ledger
    .selectFrom("delivery_attempts")
    .select(["n", "status"])
    .orderBy("n")
    .execute();
  expect(attempts.map(({ n, status }) => `${n} ${status}`)).toEqual(
    Array.from({ length: 10 }, (_, at) => `${at + 1} 500`),
  );
});

it("lets an endpoint rest that keeps failing, tries it once a rest, and sends all once it is back", async () => {
  let isBack = false;
  const receiver = await receiveWebhooks(() => (isBack ? 204 : 503));
  const { id } = await addEndpoint(ledger, receiver.url);
  await queue(id, 40, 1);
  await deliver();
  const first = receiver.heard.length;
  expect(first).toBeGreaterThanOrEqual(10);
  expect(first).toBeLessThan(18);
  const rests: number[] = [];
  for (let rest = 1; rest <= 6; rest++) {
    const until = Date.parse((await readEndpoint()).rest_until ?? "");
    rests.push((until - nowMs) / minute);
    nowMs = until - 1;
    await deliver();
    expect(receiver.heard).toHaveLength(first + rest - 1);
    nowMs = until;
    await Promise.all([deliver(), deliver()]);
    expect(receiver.heard).toHaveLength(first + rest);
  }
  expect(rests).toEqual([1, 2, 4, 8, 15, 15]);
  isBack = true;
  // Which of them was tried at the rests is left to chance: one that was tried at all of them waits longest.
  nowMs += 24 * hour;
  // Each look sends as much as it may at once.
  for (let look = 0; look < 5; look++) await deliver();
  expect((await readDeliveries()).every(({ state }) => state === "delivered")).toBe(true);
  expect(await readEndpoint()).toMatchObject({
    failures_in_row: 0,
    failing_since: null,
    rest_until: null,
    is_on: 1,
  });
  expect(await readAudit()).toEqual(["endpoint_failing {}"]);
});

it("waits as long as the receiver asks, a day at most, follows no redirect, and stops at 410", async () => {
  const answers = [
    [429, { "retry-after": "7200" }],
    [503, { "retry-after": "999999" }],
    [302, { location: "http://127.0.0.1/elsewhere" }],
    [410, {}],
  ] as const;
  const receiver = await receiveWebhooks(() => (response) => {
    const [status, headers] = answers[receiver.heard.length - 1] ?? [204, {}];
    response.writeHead(status, headers).end();
  });
  const { id } = await addEndpoint(ledger, receiver.url);
  await queue(id, 1, 1);
  const waits: number[] = [];
  for (const _ of answers) {
    await deliver();
    const [row] = await readDeliveries();
    const dueMs = Date.parse(row?.due_at ?? "");
    waits.push((dueMs - nowMs) / hour);
    nowMs = dueMs;
  }
  expect(waits.slice(0, 2)).toEqual([2, 24]);
  expect(receiver.heard).toHaveLength(4);
  const tries = await ledger
    .selectFrom("delivery_attempts")
    .select(["status", "code"])
    .orderBy("n")
    .execute();
  expect(tries.map(({ status, code }) => [status, code])).toEqual([
    [429, null],
    [503, null],
    [302, "redirect"],
    [410, null],
  ]);
  expect(await readDeliveries()).toMatchObject([{ state: "given_up" }]);
  expect(await readEndpoint()).toMatchObject({ is_on: 0, off_why: "gone" });
  expect(await readAudit()).toEqual(['endpoint_stopped {"reason":"gone"}']);
});

it("blames no new address for what the old one answers", async () => {
  const receiver = await receiveWebhooks();
  const { id } = await addEndpoint(ledger, "https://old.example/");
  await queue(id, 1, 1);
  const over = post();
  await deliver(async (url, sent) => {
    if (url.host !== "old.example") return over(url, sent);
    await ledger.updateTable("endpoints").set({ url: receiver.url }).where("id", "=", id).execute();
    return { status: 410, fault: null, ms: 1, retryAfterMs: 0 };
  });
  expect(await readEndpoint()).toMatchObject({ is_on: 1, failures_in_row: 0 });
  await deliver();
  expect(receiver.heard).toHaveLength(1);
  expect(await readDeliveries()).toMatchObject([{ state: "delivered", failures: 0 }]);
  expect(await readAudit()).toEqual([]);
});

it("names what else can be wrong, and takes an endless answer for what its status says", async () => {
  let isEndless = false;
  const receiver = await receiveWebhooks(() => (response) => {
    if (!isEndless) return;
    response.writeHead(200);
    const timer = setInterval(() => response.write("x".repeat(16_384)), 1);
    response.on("close", () => clearInterval(timer));
  });
  const { id } = await addEndpoint(ledger, receiver.url);
  const results: (string | null)[] = [];
  for (const url of [
    receiver.url,
    "http://127.0.0.1:1/",
    "https://127.0.0.1:9/x",
    "http://10.0.0.1/",
    receiver.url,
  ]) {
    await ledger.deleteFrom("deliveries").execute();
    await ledger.updateTable("endpoints").set({ url }).execute();
    await queue(id, 1, 1);
    // The first answers never.
    await deliver(post(results.length === 0 ? 100 : undefined));
    results.push((await readDeliveries())[0]?.last_result ?? null);
    isEndless = results.length === 4;
  }
  expect(results).toEqual(["timeout", "unreachable", "unreachable", "private_address", "200"]);
  await ledger.updateTable("endpoints").set({ encrypted_secret: "00", failures_in_row: 0 }).execute();
  await queue(id, 1, 1);
  await deliver();
  expect(await readEndpoint()).toMatchObject({ last_result: "secret_unreadable", failures_in_row: 1 });
});

it("lets no endpoint wait for another one that doesn't answer", async () => {
  let release: () => void = () => undefined;
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  const slow = await receiveWebhooks(() => async (response) => {
    await isReleased;
    response.writeHead(204).end();
  });
  const quick = await receiveWebhooks();
  await queue((await addEndpoint(ledger, slow.url)).id, 60, 1);
  await queue((await addEndpoint(ledger, quick.url)).id, 60, 2);
  const deliverer = createDeliverer(ledger, { clock, post: post() });
  await deliverer.look();
  await expect.poll(() => quick.heard.length).toBe(120);
  expect(slow.heard.length).toBeLessThanOrEqual(8);
  release();
  await deliverer.rest();
  expect(slow.heard).toHaveLength(60);
});

it("loses nothing and keeps each transfer's order, whenever a server is killed and however many there are", async () => {
  const receiver = await receiveWebhooks();
  const { id } = await addEndpoint(ledger, receiver.url);
  await queue(id, 60, 5);
  const send = post();
  // Each is killed with all that it has claimed: after the claim, or between an answer and its record.
  for (const isSent of [false, true]) {
    let calls = 0;
    const killed: Post = async (...request) => {
      calls += 1;
      if (calls < 100) return send(...request);
      if (isSent) await send(...request);
      throw new Error("killed");
    };
    const deliverer = createDeliverer(ledger, { clock, post: killed });
    await deliverer.look();
    while (
      !(await deliverer.rest().then(
        () => true,
        () => false,
      ))
    );
    nowMs += 61_000;
  }
  await Promise.all([deliver(), deliver()]);
  const rows = await readDeliveries();
  expect(rows.filter(({ state }) => state !== "delivered")).toEqual([]);
  // Each one at least once; a repeat has the same ID and bytes, and nothing newer came before it.
  const seen = new Map<string, number>();
  for (const { transferId, seq } of receiver.heard) {
    const before = seen.get(transferId) ?? 0;
    expect([before, before + 1]).toContain(seq);
    seen.set(transferId, seq);
  }
  expect([...seen.values()]).toEqual(Array.from({ length: 60 }, () => 5));
  const bodies = new Map(rows.map((row) => [row.id, row.body]));
  for (const { id: heard, body } of receiver.heard) expect(body).toBe(bodies.get(heard));
  expect(receiver.heard.length).toBeGreaterThan(300);
  expect(receiver.heard.length).toBeLessThanOrEqual(300 + 8);
});

/** A post that answers when it is told to. */
function heldPost() {
  let answer: (status: number) => void = () => undefined;
  const answered = new Promise<number>((resolve) => {
    answer = resolve;
  });
  const held: Post = async () => ({ status: await answered, fault: null, ms: 1, retryAfterMs: 0 });
  return { held, answer };
}

it.each([204, 500])(
  "records an end only while its claim holds: a late %i changes nothing",
  async (status) => {
    const { id } = await addEndpoint(ledger, "https://ledger.example/");
    await queue(id, 1, 1);
    const begin = async (claims: number) => {
      const { held, answer } = heldPost();
      const deliverer = createDeliverer(ledger, { clock, post: held });
      await deliverer.look();
      await expect.poll(async () => (await readDeliveries())[0]?.attempts).toBe(claims);
      return { answer, rest: deliverer.rest };
    };
    const late = await begin(1);
    const refused: Post = () => Promise.reject(new Error("It was claimed twice."));
    await deliver(refused);
    nowMs += 61_000;
    const next = await begin(2);
    late.answer(status);
    await late.rest();
    expect(await readDeliveries()).toMatchObject([{ state: "waiting", failures: 0, last_result: null }]);
    expect(await readEndpoint()).toMatchObject({ failures_in_row: 0, last_result: null });
    next.answer(200);
    await next.rest();
    expect(await readDeliveries()).toMatchObject([{ state: "delivered", attempts: 2, last_result: "200" }]);
    expect(await readEndpoint()).toMatchObject({ failures_in_row: 0, last_result: "200" });
    expect(await ledger.selectFrom("delivery_attempts").select("n").execute()).toEqual([{ n: 2 }]);
  },
);
