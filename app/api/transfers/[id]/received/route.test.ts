import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Transfer, TransferWithEvents } from "#lib/contract/api";
import { env } from "#lib/server/config/env";
import { db } from "#lib/server/database/db";
import { refillStandings } from "#lib/server/ledger/refill-standings";
import { verifyLedger } from "#lib/server/verify/verify-ledger";
import { goodTransfer } from "#lib/testing/ledger/inputs";
import { payeeSaid } from "#lib/testing/received/payee-said";
import { startDashboard, type TestDashboard } from "#lib/testing/servers/dashboard";
import {
  answer,
  type FaultyService,
  reset,
  startFaultyService,
  testKey,
} from "#lib/testing/service/faulty-service";
import { dayOf, endOfDay } from "#lib/text/zone-day";

let service: FaultyService;
let dashboard: TestDashboard;

beforeAll(async () => {
  service = await startFaultyService();
  dashboard = await startDashboard({ OFFRAMP_BASE_URL: service.baseUrl, OFFRAMP_API_KEY: testKey });
});
afterAll(async () => {
  await dashboard.close();
  await service.close();
});

let made = 0;
async function create(): Promise<{ id: string; callbackPath: string; expected: string }> {
  made += 1;
  const address = `0x${`${made}`.padStart(40, "7")}`;
  service.behave(
    "initiate",
    answer(200, JSON.stringify({ success: true, address, transactionId: `t${made}` })),
  );
  const { body } = await dashboard.send<Transfer>("POST", "/api/transfers", {
    body: { ...goodTransfer, amount: `${made}` },
    headers: { "idempotency-key": randomUUID() },
  });
  const sent = JSON.parse(service.callsOf("initiate").at(-1)?.body ?? "{}") as { callbackUrl: string };
  return {
    id: body.id,
    callbackPath: new URL(sent.callbackUrl).pathname,
    expected: body.quote?.outputAmount ?? "",
  };
}
async function createPaid() {
  const transfer = await create();
  await dashboard.send("POST", transfer.callbackPath, { body: { status: "completed" } });
  return transfer;
}
const record = (id: string, body: object, as: "support" | "admin" = "admin") =>
  dashboard.send<TransferWithEvents>("POST", `/api/transfers/${id}/received`, { body, as });
const withdraw = (id: string, event: string) =>
  dashboard.send<TransferWithEvents>("POST", `/api/transfers/${id}/received/withdrawal`, {
    body: { event, reason: "It was another payout." },
  });
const read = async (id: string) =>
  (await dashboard.send<TransferWithEvents>("GET", `/api/transfers/${id}`)).body;

it("records what the payee said, by support too, and names who recorded it", async () => {
  const { id, expected } = await createPaid();
  const { body } = await record(id, payeeSaid(expected), "support");
  expect(body.received).toMatchObject([
    { source: "payee_said", amount: expected, difference: "0", reason: null },
  ]);
  expect([body.isHandled, body.status, body.statusSource]).toEqual([true, "paid", "service_callback"]);
  const event = body.evidence.find(({ kind }) => kind === "received");
  expect([event?.source, event?.text, event?.personEmail]).toEqual([
    "person",
    "Ada, by phone",
    expect.stringMatching(/^support/),
  ]);
  expect([event?.raw, event?.received?.amount]).toEqual([null, expected]);
});

it("takes it once, only of a transfer that exists, and lets it be withdrawn and said again", async () => {
  service.behave("initiate", reset);
  const unknown = await dashboard.send<Transfer>("POST", "/api/transfers", {
    body: { ...goodTransfer, amount: "77" },
    headers: { "idempotency-key": randomUUID() },
  });
  expect((await record(unknown.body.id, payeeSaid("1"))).problem.code).toBe("not_resolvable");
  const { id } = await createPaid();
  expect((await withdraw(id, "1")).problem.code).toBe("not_resolvable");
  const first = (await record(id, payeeSaid("1"))).body.received[0]?.events[0];
  expect((await record(id, payeeSaid("1"))).problem.code).toBe("not_resolvable");
  const replies = await Promise.all([withdraw(id, `${first}`), withdraw(id, `${first}`)]);
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
  const withdrawn = await read(id);
  expect([withdrawn.received, withdrawn.isHandled]).toEqual([[], false]);
  const again = (await record(id, payeeSaid("2.5", { difference: "part" }))).body;
  expect(again.received).toMatchObject([{ amount: "2.5", reason: "part" }]);
  expect(again.received[0]?.events).not.toContain(first);
  expect(again.events.filter(({ kind }) => kind.startsWith("received"))).toHaveLength(3);
});

it("needs a person where another amount arrived and nobody says why, until somebody resolves it", async () => {
  const { id, expected } = await createPaid();
  const less = `${Number.parseInt(expected, 10) - 1}`;
  const unexplained = (await record(id, payeeSaid(less))).body;
  expect([unexplained.standing.reason, unexplained.isHandled]).toEqual(["received_differs", false]);
  const { body } = await dashboard.send<TransferWithEvents>("POST", `/api/transfers/${id}/notes`, {
    body: { kind: "handled", text: "It was the bank.", seen: `${unexplained.standing.seen}` },
  });
  expect([body.standing.reason, body.isHandled]).toEqual([null, true]);
  const other = await createPaid();
  const explained = (await record(other.id, payeeSaid("1", { difference: "bank_charge" }))).body;
  expect([explained.standing.reason, explained.isHandled]).toEqual([null, true]);
});

it("keeps no reason where the amount is the expected one", async () => {
  const { id, expected } = await createPaid();
  const { body } = await record(id, payeeSaid(`${expected}`, { difference: "bank_charge" }));
  expect(body.received).toMatchObject([{ difference: "0", reason: null }]);
});

it("lets what the service says afterwards be news", async () => {
  const { id, callbackPath, expected } = await createPaid();
  await record(id, payeeSaid(expected));
  await dashboard.send("POST", callbackPath, { body: { status: "reversed" } });
  const { standing, received } = await read(id);
  expect([standing.reason, received.length]).toEqual(["reversed", 1]);
});

it.each([
  [{ amount: "-1" }, "amount"],
  [{ amount: "1.234" }, "amount"],
  [{ amount: "1e9" }, "amount"],
  [{ amount: "1,000" }, "amount"],
  [{ amount: "9".repeat(19) }, "amount"],
  [{ amount: 5 }, "amount"],
  [{ day: "2026-02-30" }, "day"],
  [{ day: "yesterday" }, "day"],
  [{ day: "2001-01-01" }, "day"],
  [{ toldBy: " " }, "toldBy"],
  [{ toldBy: "x".repeat(2_001) }, "toldBy"],
  [{ difference: "because" }, "difference"],
])("names the field of %j, and stores nothing", async (fault, path) => {
  const { id } = await create();
  const { problem, status } = await record(id, payeeSaid("1", fault));
  expect([400, 422]).toContain(status);
  expect(problem.errors?.map((error) => error.path)).toEqual([path]);
  expect((await read(id)).received).toEqual([]);
});

it("refuses a day that is still to come", async () => {
  const { id } = await create();
  const { timeZone } = env();
  const tomorrow = dayOf(Date.parse(endOfDay(dayOf(Date.now(), timeZone), timeZone)), timeZone);
  expect((await record(id, payeeSaid("1", { day: tomorrow }))).problem.errors?.[0]?.path).toBe("day");
});

it("finds what was changed in the ledger", async () => {
  const { id, expected } = await createPaid();
  await record(id, payeeSaid(expected));
  const ledger = await db();
  await refillStandings(ledger);
  const faults = async () => JSON.stringify((await verifyLedger(ledger)).differences);
  expect(await faults()).toBe("[]");
  await ledger.updateTable("transfers").set({ received: "other" }).where("id", "=", id).execute();
  expect(await faults()).toMatch(/received is stored as other, its facts say as_expected/);
  await ledger.updateTable("transfers").set({ received: "as_expected" }).where("id", "=", id).execute();
  const { raw } = await ledger
    .selectFrom("transfer_events")
    .select("raw")
    .where("transfer_id", "=", id)
    .where("kind", "=", "received")
    .executeTakeFirstOrThrow();
  await ledger
    .updateTable("transfer_events")
    .set({ raw: (raw ?? "").replace(/"amount":"[^"]*"/, '"amount":"1"') })
    .where("transfer_id", "=", id)
    .where("kind", "=", "received")
    .execute();
  expect(await faults()).toMatch(/event/);
  dashboard.spoil();
});

const share = (expected: string, hundredths: number) => (Number(expected) * (hundredths / 100)).toFixed(2);

async function createPaidOut(hundredths: number) {
  const transfer = await create();
  const amount = share(transfer.expected, hundredths);
  const body = { status: "completed", paid: { amount, currency: "NGN" } };
  await dashboard.send("POST", transfer.callbackPath, { body });
  return { ...transfer, amount };
}

it("keeps what the service says that it paid out as its word, and takes it for no record", async () => {
  const { id, amount, expected } = await createPaidOut(98);
  const { paidOut, received, standing, isHandled, events } = await read(id);
  expect([paidOut?.amount, received, standing.reason, isHandled]).toEqual([amount, [], null, false]);
  expect(Number(paidOut?.difference)).toBeCloseTo(Number(amount) - Number(expected), 2);
  expect(events.find(({ seq }) => seq === paidOut?.event)).toMatchObject({
    kind: "callback",
    paidOut: amount,
  });
  // What was quoted arrived, and the service says less: both stand.
  const told = (await record(id, payeeSaid(expected))).body;
  expect([told.standing.reason, told.isHandled, told.paidOut?.amount]).toEqual([
    "received_differs",
    false,
    amount,
  ]);
  const list = await dashboard.send<{ items: Transfer[] }>("GET", "/api/transfers?reason=received_differs");
  expect(list.body.items.map((item) => item.id)).toContain(id);
});

it("asks why a record is another amount than the service says, and is content with a reason", async () => {
  const { id, expected } = await createPaidOut(98);
  const { body } = await record(id, payeeSaid(expected, { difference: "other" }));
  expect(body.received).toMatchObject([{ difference: "0", reason: "other" }]);
  expect([body.standing.reason, body.isHandled]).toEqual([null, true]);
});

it("needs a person where the service says that it paid what no fee explains, until somebody says what arrived", async () => {
  const { id, amount } = await createPaidOut(50);
  const { standing, isHandled, attention } = await read(id);
  expect([standing.reason, isHandled, attention]).toEqual(["received_differs", false, ["received_differs"]]);
  const { body } = await record(id, payeeSaid(amount, { difference: "service_rate" }));
  expect([body.standing.reason, body.isHandled]).toEqual([null, true]);
  const { differences } = await verifyLedger(await db());
  expect(JSON.stringify(differences)).not.toContain(id);
});

it("takes no sum of a report that is not of a payment, or is another transaction's", async () => {
  const { id, callbackPath, expected } = await create();
  const say = (body: object) => dashboard.send("POST", callbackPath, { body });
  await say({ status: "processing", paid: { amount: expected, currency: "NGN" } });
  await say({ status: "completed", transactionId: "another", paid: { amount: expected, currency: "NGN" } });
  expect((await read(id)).paidOut).toBeNull();
  await say({ status: "completed", payoutAmount: expected });
  await say({ status: "completed", payoutAmount: share(expected, 99) });
  await say({ status: "completed", payoutAmount: expected, note: "again" });
  expect((await read(id)).paidOut?.amount).toBe(share(expected, 99));
});
