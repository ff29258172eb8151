import { randomUUID } from "node:crypto";
import { beforeEach, expect, it } from "vitest";
import type { Transfer } from "#lib/contract/api";
import type { EarlierPayouts } from "#lib/contract/same-account";
import { db } from "#lib/server/database/db";
import { failWrites } from "#lib/testing/database/database";
import { goodTransfer } from "#lib/testing/ledger/inputs";
import type { TestDashboard } from "#lib/testing/servers/dashboard";
import { startOnFaultyService } from "#lib/testing/servers/faulty-dashboard";
import {
  answer,
  type FaultyService,
  goodAddress,
  startFaultyService,
} from "#lib/testing/service/faulty-service";

let service: FaultyService;
let dashboard: TestDashboard;

beforeEach(async () => {
  ({ service, dashboard } = await startOnFaultyService());
});

const create = (body: unknown = goodTransfer, headers: Record<string, string> = {}) =>
  dashboard.send<Transfer>("POST", "/api/transfers", {
    body,
    headers: { "idempotency-key": randomUUID(), ...headers },
  });

it("answers nothing to a page whose name was pointed at this server", async () => {
  const headers = { host: "evil.example:3000", origin: "http://evil.example:3000" };
  expect((await create(goodTransfer, headers)).status).toBe(403);
  expect((await dashboard.send("GET", "/api/transfers", { headers })).status).toBe(403);
  expect(service.calls).toHaveLength(0);
});

it("suspects a duplicate by the amount's value, not by how it was typed", async () => {
  await create({ ...goodTransfer, amount: "100" });
  expect((await create({ ...goodTransfer, amount: "100.00" })).problem.code).toBe("duplicate_suspected");
  expect((await create({ ...goodTransfer, amount: "100.01" })).status).toBe(201);
});

it("lists what goes to the account for 24 hours, whoever made it, and asks about the same amount alone", async () => {
  const hour = 60 * 60_000;
  const { asset, bankCode, accountNumber } = goodTransfer;
  const earlier = async (amount: string, number = accountNumber) =>
    (
      await dashboard.send<EarlierPayouts>("POST", "/api/transfers/same-account", {
        body: { amount, asset, bankCode, accountNumber: number },
      })
    ).body;
  expect(await earlier("100")).toEqual({ twin: null, newest: [] });
  const { id, createdAt } = (await create({ ...goodTransfer, amount: "100.50" })).body;
  await create({ ...goodTransfer, amount: "1" });
  service.behave("initiate", answer(400, '{"message":"No"}'));
  await create({ ...goodTransfer, amount: "7" });

  const both = await earlier("100.5");
  expect(both.newest.map(({ amount }) => amount)).toEqual(["1", "100.50"]);
  expect(both.twin).toMatchObject({ id, amount: "100.50", fromCurrency: "USDC", isOwn: true });
  expect((await earlier("100.51")).twin).toBeNull();
  expect((await earlier("7")).twin).toBeNull();
  expect((await earlier("100.5", "0123456780")).newest).toEqual([]);
  const refused = (await create({ ...goodTransfer, amount: "100.5" })).problem;
  expect(refused.detail).toMatch(
    /^You created a transfer of 100\.50 USDC to this account just now\. Nothing/,
  );

  const ledger = await db();
  const age = async (createdAt: string) => {
    await ledger.updateTable("transfers").set({ created_at: createdAt }).where("id", "=", id).execute();
    return (await earlier("100.5")).twin?.id;
  };
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * hour).toISOString();
  expect([await age(hoursAgo(23.9)), await age(hoursAgo(24.1))]).toEqual([id, undefined]);
  await age(createdAt);
});

it("suspects one of two that are asked for at the same moment", async () => {
  for (let round = 0; round < 5; round++) {
    const transfer = { ...goodTransfer, accountNumber: `012345678${round}` };
    const both = await Promise.all([create(transfer), create(transfer)]);
    expect(both.map(({ status, problem }) => problem.code ?? status).sort()).toEqual([
      201,
      "duplicate_suspected",
    ]);
  }
});

it("holds the exact output against the limit, not the rounded percentage", async () => {
  service.behave("quote", answer(200, '{"success":true,"quote":{"rate":1,"output_amount":994960,"fee":0}}'));
  const acceptedQuote = { outputAmount: "1000000", quotedAt: new Date().toISOString() };
  expect((await create({ ...goodTransfer, acceptedQuote })).problem.code).toBe("quote_moved");
  service.behave("quote", answer(200, '{"success":true,"quote":{"rate":1,"output_amount":995000,"fee":0}}'));
  expect((await create({ ...goodTransfer, acceptedQuote })).status).toBe(201);
});

it("keeps the service's answer when the database fails for a moment", async () => {
  const ledger = await db();
  service.behave("initiate", async (response, call) => {
    const mend = await failWrites(ledger, "insert on transfer_events");
    setTimeout(() => void mend(), 300);
    answer(200, `{"success":true,"address":"${goodAddress}","transactionId":"txn_7"}`)(response, call);
  });
  const { status, body } = await create();
  expect([status, body.status, body.transactionId]).toEqual([201, "accepted", "txn_7"]);
  expect(service.callsOf("initiate")).toHaveLength(1);
});

it("names itself as the source of a refusal that the service never heard of", async () => {
  const { send } = dashboard;
  service.behave("banks", answer(200, '[{"code":"000013","name":"GTBank Plc"}]'));
  await send("GET", "/api/banks?country=NG");
  await service.close();
  const unreached = await create();
  expect(unreached.body).toMatchObject({ status: "rejected", statusSource: "dashboard" });
  service = await startFaultyService();
});
