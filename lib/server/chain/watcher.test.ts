import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Transfer, TransferWithEvents } from "#lib/contract/api";
import { apiKeyHeader } from "#lib/contract/offramp";
import { sandbox } from "#lib/server/service/own-sandbox";
import { goodTransfer } from "#lib/testing/ledger/inputs";
import { startDashboard, type TestDashboard } from "#lib/testing/servers/dashboard";
import { openReaders, type Reader, tick } from "./watcher";

let dashboard: TestDashboard;
let readers: Reader[];

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  dashboard = await startDashboard({ SANDBOX_DATABASE: ":memory:" });
  readers = openReaders();
  await look();
});
afterEach(async () => {
  vi.useRealTimers();
  await dashboard.close();
});

/** One round of each network, in which no look waits for its minute. */
async function look(): Promise<void> {
  for (const reader of readers)
    await tick({ ...reader, settledAt: Number.NEGATIVE_INFINITY, pausedUntil: 0 });
}

async function pass(seconds: number): Promise<void> {
  vi.setSystemTime(Date.now() + seconds * 1_000);
  await look();
}

async function create(changes: object = {}): Promise<Transfer> {
  const body = { ...goodTransfer, accountName: "Sandbox waits", amount: "100", ...changes };
  const headers = { "idempotency-key": randomUUID() };
  return (await dashboard.send<Transfer>("POST", "/api/transfers", { body, headers })).body;
}

const find = async ({ id }: Transfer) =>
  (await dashboard.send<TransferWithEvents>("GET", `/api/transfers/${id}`)).body;

async function pay({ transactionId }: Transfer, body: object = {}): Promise<void> {
  const url = `http://sandbox.localhost/sandbox/transfers/${transactionId}/payments`;
  const own = await sandbox();
  const headers = { [apiKeyHeader]: own.apiKey, "content-type": "application/json" };
  const paid = await own.fetch(new Request(url, { method: "POST", headers, body: JSON.stringify(body) }));
  expect(paid.status, await paid.clone().text()).toBe(201);
}

it("shows a deposit with its confirmations, then the exact amount, and never changes the status", async () => {
  const transfer = await create();
  await pass(2);
  expect((await find(transfer)).deposit).toMatchObject({ label: "none", amount: null });
  await pay(transfer);
  await pass(2);
  const seen = await find(transfer);
  expect(seen.deposit).toMatchObject({
    ...{ label: "seen", amount: "100", difference: "0", isShort: false, parts: ["100"] },
    confirmations: { has: 1, needs: 2 },
  });
  await pass(2);
  const confirmed = await find(transfer);
  expect(confirmed.deposit).toMatchObject({ label: "exact", amount: "100", confirmations: null });
  expect([seen.status, confirmed.status]).toEqual([transfer.status, transfer.status]);
  const kinds = confirmed.events
    .map(({ kind, source }) => `${source} ${kind}`)
    .filter((text) => /^chain/.test(text));
  expect(kinds).toEqual(["chain deposit_seen", "chain deposit_confirmed"]);
  await pass(60);
  expect((await find(transfer)).events).toHaveLength(confirmed.events.length);
});

it.each([
  ["less than asked", [{ share: "0.6" }], { label: "short", amount: "60", difference: "40", isShort: true }],
  ["more than asked", [{ share: "1.2" }], { label: "over", amount: "120", difference: "20", isShort: false }],
  [
    "two parts",
    [{ share: "0.6" }, { share: "0.4" }],
    { label: "exact", amount: "100", parts: expect.arrayContaining(["60", "40"]) },
  ],
  [
    "another token",
    [{ token: "other" }],
    { label: "wrong_token", amount: null, otherToken: { amount: "100" } },
  ],
] as const)("says that %s arrived", async (_case, payments, expected) => {
  const transfer = await create();
  for (const payment of payments) await pay(transfer, payment);
  await pass(2);
  await pass(2);
  expect((await find(transfer)).deposit).toMatchObject(expected);
});
