import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { NewEndpoint } from "#lib/features/telling/webhooks";
import { db } from "#lib/server/database/db";
import { appendDeliveries } from "#lib/server/outbox/deliveries";
import type { Db } from "#lib/server/tables/schema";
import { startDashboard, type TestDashboard } from "#lib/testing/servers/dashboard";
import { addEndpoint, waitingFor } from "#lib/testing/telling/endpoints";
import { receiveWebhooks } from "#lib/testing/telling/webhook-receiver";
import { createDeliverer } from "./deliver";
import { guardedAgent } from "./guard";
import { bringBackTimes, dropOldDeliveries } from "./old-deliveries";
import { type Post, postOver } from "./post";

const hour = 3_600_000;
let dashboard: TestDashboard;
let ledger: Db;
/** How far the tests' clock is ahead. */
let aheadMs = 0;
const clock = async () => new Date(Date.now() + aheadMs).toISOString();

beforeEach(async () => {
  dashboard = await startDashboard({ WEBHOOK_ALLOW_NETWORKS: "127.0.0.0/8" });
  ledger = await db();
  aheadMs = 0;
});
afterEach(() => dashboard.close());

const deliverer = (post: Post = postOver(guardedAgent())) => createDeliverer(ledger, { clock, post });
async function deliver(): Promise<void> {
  const one = deliverer();
  await one.look();
  await one.rest();
}
const readDeliveries = () => ledger.selectFrom("deliveries").selectAll().orderBy("seq").execute();
const readEndpoint = () => ledger.selectFrom("endpoints").selectAll().executeTakeFirstOrThrow();
const change = (id: string, body: object) => dashboard.send("PATCH", `/api/webhooks/${id}`, { body });

/** As after three days in which the receiver took nothing: one message given up, others in their tries. */
async function turnedOff(status: () => number) {
  const receiver = await receiveWebhooks(() => status());
  const { id } = await addEndpoint(ledger, receiver.url);
  await appendDeliveries(ledger, [
    waitingFor(id, "one", 1),
    waitingFor(id, "one", 2),
    waitingFor(id, "two", 1),
  ]);
  const ago = new Date(Date.now() - 90 * hour).toISOString();
  const due_at = new Date(Date.now() + 20 * hour).toISOString();
  await ledger.updateTable("deliveries").set({ due_at }).execute();
  const tried = { first_try_at: ago, failures: 8, attempts: 8, last_result: "500" };
  await ledger.updateTable("deliveries").set(tried).where("body", "like", '%"seq":1}%').execute();
  const off = { is_on: 0, off_why: "nothing_delivered", failures_in_row: 60, failing_since: ago } as const;
  await ledger.updateTable("endpoints").set(off).execute();
  return { receiver, id };
}

it("sends at once what waits when an admin turns the endpoint on again", async () => {
  const { receiver, id } = await turnedOff(() => 204);
  expect((await change(id, { isOn: true })).status).toBe(200);
  await deliver();
  expect(receiver.heard.map(({ transferId, seq }) => `${transferId} ${seq}`).sort()).toEqual([
    ...["one 1", "one 2", "two 1"],
  ]);
});

it("gives what waits all of its tries when the endpoint is turned on, so that one more failure doesn’t end it", async () => {
  let status = 503;
  const { receiver, id } = await turnedOff(() => status);
  await change(id, { isOn: true });
  await deliver();
  expect(receiver.heard.length).toBeGreaterThan(0);
  expect(await readEndpoint()).toMatchObject({ is_on: 1, off_why: null });
  expect((await readDeliveries()).map(({ state }) => state)).toEqual(["waiting", "waiting", "waiting"]);
  status = 204;
  aheadMs = 10_000;
  await deliver();
  expect((await readDeliveries()).every(({ state }) => state === "delivered")).toBe(true);
});

it("sends at once what waits to the new address when an endpoint is moved, and leaves a try that is under way alone", async () => {
  const { receiver, id } = await turnedOff(() => 204);
  await ledger.updateTable("endpoints").set({ is_on: 1, off_why: null }).execute();
  const lease = new Date(Date.now() + 50_000).toISOString();
  await ledger.updateTable("deliveries").set({ due_at: lease }).where("subject", "=", "two").execute();
  await change(id, { url: `${receiver.url}/moved` });
  await deliver();
  expect(receiver.heard.map(({ transferId }) => transferId)).toEqual(["one", "one"]);
});

it("sends what follows a message, though a look for more began before the end of that one was recorded", async () => {
  const receiver = await receiveWebhooks();
  const { id } = await addEndpoint(ledger, receiver.url);
  await appendDeliveries(ledger, [waitingFor(id, "one", 1), waitingFor(id, "one", 2)]);
  let sayEmpty: () => void = () => undefined;
  const isEmpty = new Promise<void>((resolve) => {
    sayEmpty = resolve;
  });
  const executor = ledger.getExecutor();
  const execute = executor.executeQuery.bind(executor);
  const spy = vi.spyOn(executor, "executeQuery").mockImplementation(async (query) => {
    const result = await execute<never>(query);
    // The first claim that finds nothing is heard of only when the end is recorded.
    if (query.sql.startsWith("with picked") && result.rows.length === 0) {
      spy.mockRestore();
      sayEmpty();
      await expect.poll(async () => (await readDeliveries())[0]?.state).toBe("delivered");
    }
    return result;
  });
  const send = postOver(guardedAgent());
  const one = deliverer(async (...to) => {
    await isEmpty;
    return send(...to);
  });
  await one.look();
  await one.rest();
  expect(receiver.heard.map(({ seq }) => seq)).toEqual([1, 2]);
});

it("signs with a renewed secret at once, though nothing opens the one before", async () => {
  const receiver = await receiveWebhooks();
  const { id } = await addEndpoint(ledger, receiver.url);
  // As under another AUTH_SECRET.
  await ledger.updateTable("endpoints").set({ encrypted_secret: "00" }).execute();
  const { body } = await dashboard.send<NewEndpoint>("POST", `/api/webhooks/${id}/secret`);
  expect(body.endpoint.previousUntil).toBeNull();
  // As an earlier version has left it.
  const left = { encrypted_previous_secret: "00", previous_until: new Date(Date.now() + hour).toISOString() };
  await ledger.updateTable("endpoints").set(left).execute();
  await appendDeliveries(ledger, [waitingFor(id, "one", 1)]);
  await deliver();
  expect(await readEndpoint()).toMatchObject({ last_result: "204" });
  expect(String(receiver.heard[0]?.headers["webhook-signature"]).split(" ")).toHaveLength(1);
});

it("sends a test at once though an earlier test failed and waits for its next try", async () => {
  let status = 500;
  const receiver = await receiveWebhooks(() => status);
  const { id } = await addEndpoint(ledger, receiver.url);
  await dashboard.send("POST", `/api/webhooks/${id}/test`);
  await dashboard.send("POST", `/api/webhooks/${id}/test`);
  await deliver();
  expect(receiver.heard).toHaveLength(2);
  status = 204;
  await dashboard.send("POST", `/api/webhooks/${id}/test`);
  await deliver();
  expect((await readDeliveries()).map(({ state }) => state)).toEqual(["waiting", "waiting", "delivered"]);
});

it.each(["removed", "turned off", "moved"])(
  "sends nothing more to an endpoint that was %s, though it is claimed",
  async (how) => {
    const { id } = await addEndpoint(ledger, "https://ledger.example/old");
    await appendDeliveries(
      ledger,
      Array.from({ length: 20 }, (_, at) => waitingFor(id, `transfer-${at}`, 1)),
    );
    let release: () => void = () => undefined;
    const isReleased = new Promise<void>((resolve) => {
      release = resolve;
    });
    const asked: string[] = [];
    const held: Post = async ({ pathname }) => {
      asked.push(pathname);
      await isReleased;
      return { status: 204, fault: null, ms: 1, retryAfterMs: 0 };
    };
    const one = deliverer(held);
    await one.look();
    await expect.poll(() => asked.length).toBe(8);
    if (how === "removed") await dashboard.send("DELETE", `/api/webhooks/${id}`);
    if (how === "turned off") await change(id, { isOn: false });
    if (how === "moved") await change(id, { url: "https://127.0.0.1/new" });
    release();
    await one.rest();
    expect(asked.filter((path) => path === "/old" || path === "/")).toHaveLength(8);
    expect(asked).toHaveLength(how === "moved" ? 20 : 8);
  },
);

it("lets an endpoint wait for no other one at the same host", async () => {
  const receiver = await receiveWebhooks(({ transferId }) =>
    transferId.startsWith("slow") ? () => undefined : 204,
  );
  const slow = await addEndpoint(ledger, receiver.url);
  const quick = await addEndpoint(ledger, receiver.url);
  const queue = (id: string, subject: string) =>
    appendDeliveries(
      ledger,
      Array.from({ length: 20 }, (_, at) => waitingFor(id, `${subject}-${at}`, 1)),
    );
  await queue(slow.id, "slow");
  await queue(quick.id, "quick");
  const one = deliverer();
  await one.look();
  await expect
    .poll(() => receiver.heard.filter(({ transferId }) => transferId.startsWith("quick")).length)
    .toBe(20);
});

it("lets no time that a clock has written ahead delay a message, or a secret sign for longer", async () => {
  const { id } = await addEndpoint(ledger, "https://ledger.example/");
  const inAYear = new Date(Date.now() + 365 * 24 * 3_600_000).toISOString();
  await ledger
    .updateTable("endpoints")
    .set({ failures_in_row: 10, rest_until: inAYear, previous_until: inAYear })
    .execute();
  const inADay = new Date(Date.now() + 24 * 3_600_000).toISOString();
  const rows = [waitingFor(id, "one", 1), { ...waitingFor(id, "two", 1), due_at: inADay }];
  await appendDeliveries(ledger, rows);
  await ledger.updateTable("deliveries").set({ due_at: inAYear }).where("subject", "=", "one").execute();
  await bringBackTimes(ledger);
  const now = new Date().toISOString();
  const [one, two] = await readDeliveries();
  expect([(one?.due_at ?? "") <= now, two?.due_at]).toEqual([true, inADay]);
  const endpoint = await ledger.selectFrom("endpoints").selectAll().executeTakeFirstOrThrow();
  expect([endpoint.rest_until, (endpoint.previous_until ?? "") <= now]).toEqual([null, true]);
});

it("withdraws what was written for an endpoint while it was removed", async () => {
  const { id } = await addEndpoint(ledger, "https://ledger.example/");
  const other = await addEndpoint(ledger, "https://other.example/");
  await ledger
    .updateTable("endpoints")
    .set({ removed_at: await clock(), is_on: 0 })
    .where("id", "=", id)
    .execute();
  await appendDeliveries(ledger, [waitingFor(id, "one", 1), waitingFor(other.id, "one", 1)]);
  await dropOldDeliveries(ledger);
  expect((await readDeliveries()).map(({ state }) => state)).toEqual(["withdrawn", "waiting"]);
});
