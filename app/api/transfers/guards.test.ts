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
import { shownHash } from "#lib/transfer/shown-hash";

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

it("lists what goes to the account for 24 hours, no matter who made it, and asks only about the same amount", async () => {
  const hour = 60 * 60_000;
  const { asset, bankCode, accountNumber } = goodTransfer;
  const earlier = async (amount: string, number = accountNumber) =>
    (
      await dashboard.send<EarlierPayouts>("POST", "/api/transfers/same-account", {
        body: { amount, asset, bankCode, accountNumber: number },
      })
    ).body;
  expect(await earlier("100")).toEqual({
    ...{ twin: null, knownName: null, sameReference: null, savedAccount: null, renamedBank: null },
    newest: [],
  });
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

it("asks before a reference is used again for an account within 90 days, whatever its case and the amount", async () => {
  const invoice = { ...goodTransfer, reference: "INV-2041", purpose: "Rent" };
  const key = randomUUID();
  const { id } = (await create(invoice, { "idempotency-key": key })).body;
  const again = { ...invoice, amount: "7", reference: " inv-2041" };
  const refused = await create(again);
  expect([refused.status, refused.problem.code, refused.problem.transferId]).toEqual([
    409,
    "reference_used",
    id,
  ]);
  const { asset, bankCode, accountNumber } = goodTransfer;
  const review = await dashboard.send<EarlierPayouts>("POST", "/api/transfers/same-account", {
    body: { amount: "7", asset, bankCode, accountNumber, reference: "Inv-2041" },
  });
  expect(review.body.sameReference?.id).toBe(id);
  // Another account, another reference, none; then confirmed.
  for (const change of [{ accountNumber: "0123456780" }, { reference: "INV-2042" }, { reference: "" }])
    expect((await create({ ...again, amount: "8", ...change, confirmSeparate: true })).status).toBe(201);
  expect((await create({ ...again, confirmReference: true })).status).toBe(201);
  // A repeat of the request is the same transfer; with another reference it is another request.
  expect((await create(invoice, { "idempotency-key": key })).status).toBe(200);
  const other = await create({ ...invoice, reference: "INV-1" }, { "idempotency-key": key });
  expect(other.problem.code).toBe("idempotency_key_reused");
  for (const { body } of service.callsOf("initiate")) expect(body).not.toMatch(/inv-|rent/i);

  const ledger = await db();
  const rows = await ledger.selectFrom("transfers").select(["id", "created_at"]).execute();
  const setAge = async (days: number) => {
    const created_at = new Date(Date.now() - days * 24 * 60 * 60_000).toISOString();
    await ledger.updateTable("transfers").set({ created_at }).execute();
    const { problem, status } = await create({ ...again, amount: `${days + 1}`, confirmAmount: true });
    return problem.code ?? status;
  };
  expect([await setAge(89), await setAge(91)]).toEqual(["reference_used", 201]);
  for (const { id, created_at } of rows)
    await ledger.updateTable("transfers").set({ created_at }).where("id", "=", id).execute();
});

it("creates nothing but what the check showed, and takes a repeat for what it was", async () => {
  const xavier = { ...goodTransfer, amount: "100", accountName: "XAVIER", bankName: "GTBank Plc" };
  const yusuf = { ...xavier, amount: "900", accountNumber: "0987654321", accountName: "YUSUF" };
  const refused = await create({ ...yusuf, shown: shownHash(xavier) });
  expect([refused.status, refused.problem.code]).toEqual([409, "shown_differs"]);
  expect(refused.problem.detail).toContain("Nothing was created.");
  expect(service.callsOf("initiate")).toHaveLength(0);
  const headers = { "idempotency-key": randomUUID() };
  expect((await create({ ...yusuf, shown: shownHash(yusuf) }, headers)).status).toBe(201);
  expect((await create({ ...yusuf, shown: shownHash(xavier) }, headers)).status).toBe(200);
  expect((await create(xavier)).status).toBe(201);
  expect((await create({ ...xavier, shown: "x" })).status).toBe(422);
});

it("lets one of two pass that use a reference at the same moment", async () => {
  for (let round = 0; round < 5; round++) {
    const invoice = { ...goodTransfer, accountNumber: `012345678${round}`, reference: `INV-${round}` };
    const both = await Promise.all([create(invoice), create({ ...invoice, amount: "9" })]);
    expect(both.map(({ status, problem }) => problem.code ?? status).sort()).toEqual([201, "reference_used"]);
  }
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
  service.behave(
    "quote",
    answer(200, '{"success":true,"quote":{"rate":795.67,"output_amount":994960,"fee":0}}'),
  );
  const acceptedQuote = { outputAmount: "1000000", quotedAt: new Date().toISOString() };
  expect((await create({ ...goodTransfer, acceptedQuote })).problem.code).toBe("quote_moved");
  service.behave(
    "quote",
    answer(200, '{"success":true,"quote":{"rate":795.67,"output_amount":995000,"fee":0}}'),
  );
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
