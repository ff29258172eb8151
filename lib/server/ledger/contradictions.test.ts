import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { toWire } from "#lib/asset/address";
import type { Transfer, TransferWithEvents } from "#lib/contract/api";
import type { Attention } from "#lib/contract/records";
import { inTransaction } from "#lib/server/audit/transaction";
import { evmReader } from "#lib/server/chain/evm-reader";
import { recordLook } from "#lib/server/chain/record-deposits";
import { db } from "#lib/server/database/db";
import { sweepLostDispatches } from "#lib/server/submission/recovery";
import { goodTransfer } from "#lib/testing/ledger/inputs";
import type { TestDashboard } from "#lib/testing/servers/dashboard";
import { startOnFaultyService } from "#lib/testing/servers/faulty-dashboard";
import { answer, type FaultyService, goodAddress } from "#lib/testing/service/faulty-service";
import { topicOf } from "#lib/testing/service/sandbox-chain";

const personsAddress = "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359";
const thirdAddress = "0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB";
const long = "2020-01-01T00:00:00.000Z";

let service: FaultyService;
let dashboard: TestDashboard;
beforeEach(async () => {
  ({ service, dashboard } = await startOnFaultyService());
});

const yes = (transactionId: string, address = goodAddress) =>
  answer(200, JSON.stringify({ success: true, address, transactionId }));

/** A transfer whose answer is kept back, and that counts as lost. */
async function lose() {
  let letGo: () => void = () => undefined;
  const gate = new Promise<void>((done) => {
    letGo = done;
  });
  let behaviour = yes("txn_service");
  service.behave("initiate", (response, call) => void gate.then(() => behaviour(response, call)));
  const key = randomUUID();
  const replying = dashboard.send<Transfer>("POST", "/api/transfers", {
    body: goodTransfer,
    headers: { "idempotency-key": key },
  });
  await expect.poll(() => service.callsOf("initiate").length).toBe(1);
  const ledger = await db();
  await ledger.updateTable("transfers").set({ dispatch_deadline: long }).execute();
  await sweepLostDispatches(ledger);
  const { id } = await ledger.selectFrom("transfers").select("id").executeTakeFirstOrThrow();
  expect((await find(id)).status).toBe("unknown");
  const sent = JSON.parse(service.callsOf("initiate")[0]?.body ?? "{}") as { callbackUrl: string };
  return {
    id,
    path: new URL(sent.callbackUrl).pathname,
    answerLate: async (late = behaviour) => {
      behaviour = late;
      letGo();
      await replying;
    },
  };
}
const find = async (id: string) =>
  (await dashboard.send<TransferWithEvents>("GET", `/api/transfers/${id}`)).body;
const resolve = (id: string, body: object) =>
  dashboard.send<TransferWithEvents>("POST", `/api/transfers/${id}/resolution`, {
    body: { reason: "Their support said so.", ...body },
  });
const enter = (id: string, address: string, transactionId = "txn_person") =>
  resolve(id, { outcome: "exists", transactionId, address });
const choose = (id: string, event: number, newest: number) =>
  resolve(id, { outcome: "address", event: `${event}`, newest: `${newest}` });
const call = (path: string, body: object) => dashboard.send("POST", path, { body });
const attention = async () =>
  (await dashboard.send<Attention>("GET", "/api/attention")).body.map(({ reason }) => reason);

/** That no address is given to anybody, that a person is asked, and who said what. */
async function expectClosed(id: string, said: [source: string, id: string, address: string | null][]) {
  const { flags, address, addressCheck, attention: reasons, claims } = await find(id);
  expect([flags, address, addressCheck]).toEqual([["contradicting_address"], null, null]);
  expect(reasons).toContain("contradicting_address");
  expect(await attention()).toContain("contradicting_address");
  expect(claims.map(({ source, transactionId, address }) => [source, transactionId, address])).toEqual(said);
}

describe("two addresses for one transfer", () => {
  it("close it when the service answers late and otherwise than a person has entered", async () => {
    const { id, answerLate } = await lose();
    expect((await enter(id, personsAddress)).body.address).toBe(personsAddress);
    await answerLate();
    await expectClosed(id, [
      ["person", "txn_person", personsAddress],
      ["service_answer", "txn_service", goodAddress],
    ]);
    expect((await find(id)).transactionId).toBe("txn_service");
  });

  it("close it when a person enters another one after the service's late answer", async () => {
    const { id, answerLate } = await lose();
    await answerLate();
    expect((await find(id)).address).toBe(goodAddress);
    expect((await enter(id, personsAddress)).status).toBe(200);
    await expectClosed(id, [
      ["service_answer", "txn_service", goodAddress],
      ["person", "txn_person", personsAddress],
    ]);
    expect((await find(id)).transactionId).toBe("txn_service");
  });

  it("close it when two people enter different ones, and tell the second of the same that it is there", async () => {
    const { id } = await lose();
    await enter(id, personsAddress);
    expect((await enter(id, personsAddress)).problem.code).toBe("not_resolvable");
    expect((await enter(id, thirdAddress)).status).toBe(200);
    await expectClosed(id, [
      ["person", "txn_person", personsAddress],
      ["person", "txn_person", thirdAddress],
    ]);
  });

  it("close it when the late answer names another transaction than a callback did", async () => {
    const { id, path, answerLate } = await lose();
    await call(path, { transactionId: "txn_callback", status: "awaiting_deposit" });
    await answerLate();
    await expectClosed(id, [
      ["service_answer", "txn_service", goodAddress],
      ["service_callback", "txn_callback", null],
    ]);
    expect((await find(id)).transactionId).toBe("txn_service");
  });

  it("close it when a person enters another one than an answer named that said neither yes nor no", async () => {
    const { id, answerLate } = await lose();
    const refused = { success: false, transactionId: "txn_half", address: goodAddress };
    await answerLate(answer(200, JSON.stringify(refused)));
    await enter(id, personsAddress);
    await expectClosed(id, [
      ["service_answer", "txn_half", goodAddress],
      ["person", "txn_person", personsAddress],
    ]);
  });

  it("close it when a person enters another one than the yes that came after they had closed it", async () => {
    const { id, answerLate } = await lose();
    await resolve(id, { outcome: "absent" });
    await answerLate();
    expect((await find(id)).status).toBe("unknown");
    for (const body of [
      { outcome: "absent" },
      { outcome: "exists", transactionId: "x", address: goodAddress },
    ])
      expect((await resolve(id, body)).problem.code).toBe("not_resolvable");
    await enter(id, personsAddress, "txn_service");
    await expectClosed(id, [
      ["service_answer", "txn_service", goodAddress],
      ["person", "txn_service", personsAddress],
    ]);
    await enter(id, thirdAddress, "txn_person");
    const newest = (await find(id)).claims.at(-1)?.event ?? 0;
    expect((await choose(id, newest, newest)).body).toMatchObject({
      address: thirdAddress,
      transactionId: "txn_service",
    });
  });

  it("are none where both are the same but for the case, or where nothing was ever open", async () => {
    const { id, answerLate } = await lose();
    await enter(id, goodAddress.toLowerCase(), "txn_service");
    await answerLate();
    expect(await find(id)).toMatchObject({ flags: [], address: goodAddress.toLowerCase(), claims: [] });
    const { body } = await dashboard.send<Transfer>("POST", "/api/transfers", {
      body: { ...goodTransfer, amount: "2" },
      headers: { "idempotency-key": randomUUID() },
    });
    expect((await enter(body.id, personsAddress)).problem.code).toBe("not_resolvable");
    expect((await find(body.id)).flags).toEqual([]);
  });
});

/** 1250.50 USDC arrived at the address, and is confirmed. */
async function arrive(id: string, address: string): Promise<void> {
  const [account, contract] = [toWire(address), `0x${"1".repeat(40)}`];
  const [units, blockHash, from] = [1_250_500_000n, `0x${"3".repeat(64)}`, `0x${"2".repeat(40)}`];
  const raw = JSON.stringify({
    ...{ data: `0x${units.toString(16)}`, topics: ["", topicOf(from), topicOf(account)] },
    ...{ blockNumber: "0x1", blockHash },
  });
  const deposit = {
    ...{ tx: `0x${"ab".repeat(32)}`, contract, ordinal: 0, account, from, units: `${units}`, block: 1 },
    ...{ blockHash, raw, blockTime: new Date().toISOString() },
  };
  const tokens = [{ symbol: "USDC", contract, decimals: 6, isAsset: true }];
  const reader = evmReader({ chainId: 1, confirmations: 1, tokens });
  await inTransaction(await db(), (trx) =>
    recordLook(trx, {
      network: { network: "base", chain: "chain 1", confirmations: 1, tokens, reader, nodes: [] },
      node: "node.example",
      watched: [{ id, address, account, createdAt: long, isLookedAt: true, blindSince: null }],
      ...{ found: [deposit], confirmedTo: 1, gone: [] },
    }),
  );
}

describe("a deposit on the network", () => {
  it("names its own transaction, and contradicts nobody who named the service's", async () => {
    const { id, answerLate } = await lose();
    await enter(id, goodAddress, "txn_service");
    await arrive(id, goodAddress);
    await answerLate();
    const { address, flags, claims } = await find(id);
    expect([address, flags, claims]).toEqual([goodAddress, [], []]);
  });

  it("counts for the address that it came to, and not for one that is chosen instead", async () => {
    const { id, answerLate } = await lose();
    await enter(id, personsAddress);
    await arrive(id, personsAddress);
    await answerLate();
    const [, answered] = (await find(id)).claims.map(({ event }) => event);
    const { status, body } = await choose(id, answered ?? 0, answered ?? 0);
    expect([status, body.address, body.deposit.amount]).toEqual([200, goodAddress, null]);
    const row = await (await db()).selectFrom("transfers").select("deposit_label").executeTakeFirstOrThrow();
    expect(row.deposit_label).toBeNull();
  });
});

describe("choosing one of two addresses", () => {
  async function contradict() {
    const { id, path, answerLate } = await lose();
    await enter(id, personsAddress);
    await answerLate();
    const [person, answered] = (await find(id)).claims.map(({ event }) => event);
    return { id, path, person: person ?? 0, answered: answered ?? 0 };
  }

  it("opens the chosen one, keeps the service's ID, and lets the callbacks of that ID count", async () => {
    const { id, path, person, answered } = await contradict();
    await call(path, { transactionId: "txn_person", status: "failed" });
    const { status, body } = await choose(id, person, answered);
    expect([status, body.address, body.addressCheck]).toEqual([200, personsAddress, "valid"]);
    expect([body.transactionId, body.status, body.flags]).toEqual([
      "txn_service",
      "accepted",
      ["foreign_callback"],
    ]);
    expect(body.claims).toHaveLength(2);
    const audit = await dashboard.send<{ items: { action: string }[] }>("GET", "/api/audit");
    expect(audit.body.items[0]?.action).toBe("address_chosen");
  });

  it("is refused for what was never given, without having seen all, and when it is done", async () => {
    const { id, person, answered } = await contradict();
    for (const [event, newest] of [
      [1, answered],
      [99, answered],
      [person, person],
    ] as const)
      expect((await choose(id, event, newest)).problem.code).toBe("not_resolvable");
    expect((await choose(id, answered, answered)).body).toMatchObject({ address: goodAddress, flags: [] });
    expect((await choose(id, answered, answered)).problem.code).toBe("not_resolvable");
    expect((await enter(id, thirdAddress, "txn_service")).body.flags).toEqual(["contradicting_address"]);
  });

  it("is a person's of finance who has just proved to be there", async () => {
    const { id, answered } = await contradict();
    const body = { outcome: "address", event: `${answered}`, newest: `${answered}`, reason: "Asked." };
    const path = `/api/transfers/${id}/resolution`;
    expect((await dashboard.send("POST", path, { body, as: "support" })).problem.code).toBe("not_allowed");
    const old = new Date(Date.now() - 600_000).toISOString();
    await (await db()).updateTable("sessions").set({ confirmed_at: old }).execute();
    expect((await dashboard.send("POST", path, { body })).problem.code).toBe("confirmation_needed");
  });
});

describe("an ID that a person enters", () => {
  it("leaves no effect to what was reported of another transaction while the transfer was closed", async () => {
    const { id, path } = await lose();
    expect((await resolve(id, { outcome: "absent" })).status).toBe(200);
    await call(path, { status: "completed", transactionId: "txn_other" });
    expect(await find(id)).toMatchObject({ status: "unknown", transactionId: null });
    expect((await enter(id, personsAddress)).status).toBe(200);
    expect(await find(id)).toMatchObject({
      status: "accepted",
      transactionId: "txn_person",
      flags: ["foreign_callback"],
    });
    await call(path, { status: "processing", transactionId: "txn_person" });
    expect((await find(id)).status).toBe("processing");
  });
});
