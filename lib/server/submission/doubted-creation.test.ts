import { randomBytes, randomUUID } from "node:crypto";
import { beforeEach, expect, it } from "vitest";
import { evmAddress } from "#lib/asset/address";
import type { Transfer, TransferWithEvents } from "#lib/contract/api";
import { db } from "#lib/server/database/db";
import { describeDifference, verifyLedger } from "#lib/server/verify/verify-ledger";
import { goodTransfer } from "#lib/testing/ledger/inputs";
import type { TestDashboard } from "#lib/testing/servers/dashboard";
import { startOnFaultyService } from "#lib/testing/servers/faulty-dashboard";
import { answer, type FaultyService, goodAddress } from "#lib/testing/service/faulty-service";
import { recordOutcome } from "./record-outcome";

let service: FaultyService;
let dashboard: TestDashboard;
beforeEach(async () => {
  ({ service, dashboard } = await startOnFaultyService());
});

const yes = { success: true, transactionId: "txn_1", address: goodAddress };
async function create(said: object): Promise<TransferWithEvents> {
  service.behave("initiate", answer(200, JSON.stringify({ ...yes, ...said })));
  const { body } = await dashboard.send<Transfer>("POST", "/api/transfers", {
    body: { ...goodTransfer, accountNumber: `${Math.floor(Math.random() * 9e9) + 1e9}` },
    headers: { "idempotency-key": randomUUID() },
  });
  return find(body.id);
}
const find = async (id: string) =>
  (await dashboard.send<TransferWithEvents>("GET", `/api/transfers/${id}`)).body;
const faults = async () => (await verifyLedger(await db())).differences.map(describeDifference);
const wordsOf = async (id: string) =>
  (
    await (
      await db()
    )
      .selectFrom("transfer_events")
      .select("word")
      .where("transfer_id", "=", id)
      .where("kind", "=", "creation_doubted")
      .execute()
  ).map(({ word }) => word);

it("accepts an answer that contradicts our request, and says what it doubts, once", async () => {
  const plain = await create({ status: "pending", network: "base", fromCurrency: "USDC" });
  expect([plain.status, await wordsOf(plain.id)]).toEqual(["accepted", []]);
  const doubted = await create({ status: "failed", network: "tron", amount: 7 });
  expect(doubted).toMatchObject({ status: "accepted", transactionId: "txn_1", address: goodAddress });
  expect(await wordsOf(doubted.id)).toEqual(["status,network,amount"]);
  expect(doubted.events.map(({ kind }) => kind).slice(-2)).toEqual(["accepted", "creation_doubted"]);
  expect(doubted.events.at(-1)?.text).toContain("and also has the status failed.");
  expect(await faults()).toEqual([]);
  const ledger = await db();
  dashboard.spoil();
  await ledger
    .updateTable("transfer_events")
    .set({ word: "memo" })
    .where("transfer_id", "=", doubted.id)
    .where("kind", "=", "creation_doubted")
    .execute();
  expect((await faults()).join()).toContain(`${doubted.id}: event 4 was changed after it was recorded`);
});

it("doubts an answer that comes late, too", async () => {
  service.behave("initiate", answer(500, ""));
  const { body } = await dashboard.send<Transfer>("POST", "/api/transfers", {
    body: goodTransfer,
    headers: { "idempotency-key": randomUUID() },
  });
  const ledger = await db();
  const row = await ledger
    .selectFrom("transfers")
    .selectAll()
    .where("id", "=", body.id)
    .executeTakeFirstOrThrow();
  const raw = JSON.stringify({ ...yes, error: "Account closed" });
  const late = { kind: "accepted", transactionId: "txn_1", address: goodAddress, raw } as const;
  for (let time = 0; time < 2; time++) await recordOutcome(ledger, { row, by: null, agreed: [] }, late);
  const { status, events } = await find(body.id);
  const kinds = events.map(({ kind }) => kind);
  expect([status, kinds.slice(-2)]).toEqual(["accepted", ["accepted", "creation_doubted"]]);
  expect(await wordsOf(body.id)).toEqual(["error"]);
  expect(await faults()).toEqual([]);
});

it("keeps the memo that a deposit needs, asks no wallet then, and knows one that was changed", async () => {
  const { id, memo } = await create({ memo: "776655" });
  expect([memo, await wordsOf(id)]).toEqual(["776655", ["memo"]]);
  const asked = await dashboard.send("POST", `/api/transfers/${id}/fundings`, {
    body: { wallet: "MetaMask", from: goodAddress },
    headers: { "idempotency-key": randomUUID() },
  });
  expect(asked.status).toBeGreaterThanOrEqual(400);
  expect(await faults()).toEqual([]);
  dashboard.spoil();
  const ledger = await db();
  const setMemo = (to: string | null) =>
    ledger.updateTable("transfers").set({ memo: to }).where("id", "=", id).execute();
  await setMemo("1");
  expect(await faults()).toEqual([`${id}: memo is stored as 1, its events say 776655`]);
  await setMemo(null);
  expect(await faults()).toEqual([`${id}: memo is stored as null, its events say 776655`]);
  await setMemo("776655");
});

it("is unknown where a no with 200 has an ID of its own", async () => {
  const { status, events } = await create({
    success: false,
    message: "Busy",
    id: "t_1",
    transactionId: undefined,
    address: undefined,
  });
  expect([status, events.at(-1)?.kind]).toEqual(["unknown", "outcome_unknown"]);
});

it("asks for money until the time that the answer names, and no longer", async () => {
  const own = (id: number) => ({ address: evmAddress(randomBytes(20)), transactionId: `txn_1${id}` });
  const soon = new Date(Date.now() + 5 * 60_000).toISOString();
  const open = await create({ ...own(1), expiresAt: soon });
  expect([open.standing.invitation, open.standing.until]).toEqual(["open", soon]);
  const late = new Date(Date.now() + 24 * 3_600_000).toISOString();
  const ours = (await create({ ...own(2), data: { expires_at: late } })).standing.until ?? "";
  expect(Date.parse(ours)).toBeLessThan(Date.parse(late));
  const over = await create({ ...own(3), validUntil: "2026-01-01T00:00:00Z" });
  expect([over.standing.closedBy, over.standing.reason]).toEqual(["window", "no_deposit"]);
  expect(await faults()).toEqual([]);
});
