import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Transfer, TransferWithEvents } from "#lib/contract/api";
import type { FundingTerms } from "#lib/contract/funding/fundings";
import { appendAudit } from "#lib/server/audit/audit";
import { inTransaction } from "#lib/server/audit/transaction";
import { commandOrigin } from "#lib/server/auth/actor";
import { openReaders, tick } from "#lib/server/chain/watcher";
import { db } from "#lib/server/database/db";
import { verifyLedger } from "#lib/server/verify/verify-ledger";
import { failWrites } from "#lib/testing/database/database";
import {
  startWatchingDashboard,
  type WatchingDashboard,
  watchedAssets,
} from "#lib/testing/servers/watching-dashboard";
import { type FakeNode, rpcError, startFakeNode } from "#lib/testing/service/fake-node";
import { topicOf } from "#lib/testing/service/sandbox-chain";

const [{ contract = "", chainId = 0 } = {}] = watchedAssets;
const hundred = 100_000_000n;
const wallet = `0x${"C0".repeat(20)}`;
const hash = `0x${"5e".repeat(32)}`;
const newHash = () => `0x${randomUUID().replaceAll("-", "").repeat(2)}`;
let node: FakeNode;
let watching: WatchingDashboard;

beforeAll(async () => {
  node = await startFakeNode(chainId);
  watching = await startWatchingDashboard([node.url]);
  await watching.look();
});
afterAll(async () => {
  await watching.close();
  await node.close();
});

type Of = Pick<Transfer, "id">;
const own = { wallet: "MetaMask", from: wallet };
const ask = ({ id }: Of, key = randomUUID(), body: object = own, as: "admin" | "finance" = "admin") =>
  watching.dashboard.send<FundingTerms>("POST", `/api/transfers/${id}/fundings`, {
    ...{ body, as },
    headers: { "idempotency-key": key },
  });
const answer = ({ id }: Of, key: string, body: object, as: "admin" | "finance" = "admin") =>
  watching.dashboard.send<{ state: string }>("POST", `/api/transfers/${id}/fundings/${key}/answer`, {
    body,
    as,
  });
const close = ({ id }: Of, key: string, body: object = { reason: "The wallet shows nothing." }) =>
  watching.dashboard.send<TransferWithEvents>("POST", `/api/transfers/${id}/fundings/${key}/close`, { body });
const stateOf = async (key: string) =>
  (await (await db()).selectFrom("fundings").select("state").where("id", "=", key).executeTakeFirst())?.state;
const fundEvents = async (transfer: Of) =>
  (await watching.find(transfer)).events.flatMap(({ kind }) => (kind.startsWith("fund_") ? [kind] : []));
/** A new transfer whose wallet was asked. */
async function asked(): Promise<{ transfer: Transfer & { address: string }; key: string }> {
  const transfer = await watching.create();
  const key = randomUUID();
  expect((await ask(transfer, key)).status).toBe(201);
  return { transfer, key };
}
async function makeOld(key: string, minutes: number): Promise<void> {
  const at = new Date(Date.now() - minutes * 60_000).toISOString();
  await (await db()).updateTable("fundings").set({ changed_at: at }).where("id", "=", key).execute();
}

describe("the licence to ask a wallet", () => {
  it.each([2, 3])("is given once to %i people who ask together", async (count) => {
    const transfer = await watching.create();
    const replies = await Promise.all(
      Array.from({ length: count }, (_, at) =>
        ask(transfer, randomUUID(), own, at === 1 ? "finance" : "admin"),
      ),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([201, ...Array(count - 1).fill(409)]);
    const refused = replies.filter(({ status }) => status === 409);
    for (const { problem } of refused)
      expect(problem).toMatchObject({ code: "funding_open", person: expect.stringMatching(/^A person of/) });
    expect(await fundEvents(transfer)).toEqual(["fund_asked"]);
    expect((await watching.find(transfer)).funding).toMatchObject({ state: "asked", wallet: "MetaMask" });
  });

  it("is for the ledger’s own amount, token and address, and a repeat gets none", async () => {
    const transfer = await watching.create({ amount: "1250.5" });
    const key = randomUUID();
    const terms = { id: key, chainId, contract, to: transfer.address, units: "1250500000" };
    expect(await ask(transfer, key)).toMatchObject({ status: 201, body: terms });
    expect(await ask(transfer, key)).toMatchObject({ status: 200, body: terms });
    expect((await ask(transfer, key, own, "finance")).problem.code).toBe("idempotency_key_reused");
    expect((await ask(await watching.create(), key)).problem.code).toBe("idempotency_key_reused");
    const noKey = { body: own, headers: {} };
    const path = `/api/transfers/${transfer.id}/fundings`;
    expect((await watching.dashboard.send("POST", path, noKey)).problem.code).toBe(
      "idempotency_key_required",
    );
    expect(await fundEvents(transfer)).toEqual(["fund_asked"]);
  });

  it("is refused once a deposit was seen, and where the address is in doubt", async () => {
    const transfer = await watching.create();
    await watching.look();
    node.pay(contract, transfer.address, 1n);
    await watching.look();
    expect((await ask(transfer)).problem.code).toBe("deposit_seen");
    const ledger = await db();
    const doubtful = await watching.create();
    await ledger
      .updateTable("transfers")
      .set({ address_check: "invalid" })
      .where("id", "=", doubtful.id)
      .execute();
    expect((await ask(doubtful)).problem.code).toBe("not_open");
    await ledger
      .updateTable("transfers")
      .set({ address_check: "valid" })
      .where("id", "=", doubtful.id)
      .execute();
  });

  it("leaves nothing of a claim that was cut off", async () => {
    const transfer = await watching.create();
    const ledger = await db();
    const mend = await failWrites(ledger, "insert on audit_log");
    const key = randomUUID();
    expect((await ask(transfer, key)).status).toBeGreaterThanOrEqual(500);
    await mend();
    expect(await stateOf(key)).toBeUndefined();
    expect(await fundEvents(transfer)).toEqual([]);
    expect((await ask(transfer, key)).status).toBe(201);
  });
});

describe("what the wallet says", () => {
  it.each([
    [{ said: "sent", hash: hash.toUpperCase().replace("X", "x") }, "sent", "fund_sent"],
    [{ said: "sent", hash: "0x1234" }, "unsure", "fund_unsure"],
    [{ said: "sent" }, "unsure", "fund_unsure"],
    [{ said: "not_sent", code: "4001" }, "not_sent", "fund_not_sent"],
    [{ said: "not_sent" }, "not_sent", "fund_not_sent"],
    [{ said: "not_sent", code: "-32000" }, "unsure", "fund_unsure"],
    [
      { said: "not_sent", code: "-32000", words: "insufficient funds for gas * price + value" },
      ...(["not_sent", "fund_not_sent"] as const),
    ],
    [{ said: "not_sent", code: "-32000", words: "already known" }, "unsure", "fund_unsure"],
    [{ said: "not_sent", words: "Failed to fetch" }, "unsure", "fund_unsure"],
    [{ said: "not_sent", words: "User rejected" }, "not_sent", "fund_not_sent"],
    [{ said: "unsure", code: "-32603" }, "unsure", "fund_unsure"],
  ])("%j leaves it %s", async (said, state, kind) => {
    const { transfer, key } = await asked();
    expect((await answer(transfer, key, said)).body.state).toBe(state);
    // A repeat, and the same in other words, change nothing.
    expect((await answer(transfer, key, said)).body.state).toBe(state);
    expect(await fundEvents(transfer)).toEqual(["fund_asked", kind]);
    const isFree = state === "not_sent";
    expect((await watching.find(transfer)).funding === null).toBe(isFree);
    expect((await ask(transfer)).status).toBe(isFree ? 201 : 409);
  });

  it("is heard from the person who asked alone", async () => {
    const { transfer, key } = await asked();
    expect((await answer(transfer, key, { said: "not_sent" }, "finance")).problem.code).toBe("not_allowed");
    expect((await answer(await watching.create(), key, { said: "not_sent" })).problem.code).toBe("not_found");
    expect(await stateOf(key)).toBe("asked");
  });

  it("never frees what may have been sent, and a late hash is kept in every state", async () => {
    const { transfer, key } = await asked();
    await answer(transfer, key, { said: "unsure" });
    expect((await answer(transfer, key, { said: "not_sent", code: "4001" })).body.state).toBe("unsure");
    expect((await answer(transfer, key, { said: "sent", hash })).body.state).toBe("sent");
    expect((await answer(transfer, key, { said: "unsure" })).body.state).toBe("sent");
    const closed = await asked();
    expect((await close(closed.transfer, closed.key)).body.funding).toBeNull();
    expect((await answer(closed.transfer, closed.key, { said: "sent", hash })).body.state).toBe("closed");
    expect(await fundEvents(closed.transfer)).toEqual(["fund_asked", "fund_closed", "fund_sent"]);
  });
});

describe("a person", () => {
  it("closes it once, with a reason, and somebody else may ask then", async () => {
    const { transfer, key } = await asked();
    expect((await close(transfer, key, { reason: " " })).problem.code).toBe("invalid_input");
    const { body } = await close(transfer, key);
    expect(body.funding).toBeNull();
    expect(body.events.at(-1)).toMatchObject({ kind: "fund_closed", text: "The wallet shows nothing." });
    expect((await close(transfer, key)).problem.code).toBe("not_possible_now");
    expect((await ask(transfer, randomUUID(), own, "finance")).status).toBe(201);
  });

  it("is needed after 10 minutes without an answer, 30 without a deposit, and at once where it is unsure", async () => {
    const { transfer, key } = await asked();
    const needs = async () => (await watching.find(transfer)).attention;
    await makeOld(key, 9);
    expect(await needs()).toEqual([]);
    await makeOld(key, 11);
    expect(await needs()).toEqual(["wallet_silent"]);
    await answer(transfer, key, { said: "unsure" });
    expect(await needs()).toEqual(["wallet_unsure"]);
    await answer(transfer, key, { said: "sent", hash });
    await makeOld(key, 29);
    expect(await needs()).toEqual([]);
    await makeOld(key, 31);
    expect(await needs()).toEqual(["wallet_unseen"]);
  });
});

describe("the network", () => {
  it.each([
    ["the transaction that the wallet named", true, undefined, "arrived"],
    ["a deposit of the same sender, with another hash", true, wallet, "arrived"],
    ["a deposit of the same sender, while nobody knows", false, wallet, "arrived"],
    ["a deposit of somebody else", false, undefined, "unsure"],
  ])("%s settles it or not, and what is gone again is taken back", async (_what, isNamed, from, state) => {
    const { transfer, key } = await asked();
    await watching.look();
    const named = newHash();
    await answer(transfer, key, isNamed ? { said: "sent", hash: named } : { said: "unsure" });
    const isSame = isNamed && from === undefined;
    const log = node.pay(contract, transfer.address, hundred, isSame ? { transactionHash: named } : {});
    if (from !== undefined) log.topics[1] = topicOf(from);
    await watching.look();
    expect((await watching.find(transfer)).deposit.label).not.toBe("none");
    expect(await stateOf(key)).toBe(state);
    if (state !== "arrived") return;
    expect((await watching.find(transfer)).funding).toBeNull();
    node.reorg(1);
    node.mine(1);
    await watching.look();
    expect((await watching.find(transfer)).deposit.label).toBe("gone");
    expect(await stateOf(key)).toBe("sent");
    expect((await ask(transfer)).problem.code).toBe("funding_open");
  });
});

it("a node that refuses to tell of a transaction is read on", async () => {
  const { transfer, key } = await asked();
  await watching.look();
  await answer(transfer, key, { said: "sent", hash: newHash() });
  node.behave("eth_getTransactionReceipt", rpcError(-32_000, "transaction indexing is in progress"));
  node.mine(2);
  const ledger = await db();
  await ledger.updateTable("chain_cursors").set({ lease_by: null, lease_until: null }).execute();
  const readers = openReaders();
  for (const reader of readers) await tick(reader);
  node.recover();
  expect(readers.map(({ failures, pausedUntil }) => [failures, pausedUntil])).toEqual([[0, 0]]);
  expect(await stateOf(key)).toBe("sent");
});

it("verifies what was asked and what became of it, and names what somebody changed", async () => {
  const { transfer, key } = await asked();
  const ledger = await db();
  const said = async (change: object, back: object) => {
    await ledger.updateTable("fundings").set(change).where("id", "=", key).execute();
    const { differences } = await verifyLedger(ledger);
    await ledger.updateTable("fundings").set(back).where("id", "=", key).execute();
    return differences.map((each) => ("text" in each ? each.text : "?"));
  };
  const changed = `wallet request ${key} was changed: its event asked for something else`;
  expect(await said({ units: "1" }, { units: "100000000" })).toEqual([changed]);
  expect(await said({ wallet: "Eve" }, { wallet: "MetaMask" })).toEqual([changed]);
  expect(await said({ hash }, { hash: null })).toEqual([
    `wallet request ${key} names another transaction than its events`,
  ]);
  // Where the transfer stands, which no longer follows, is named besides.
  expect(await said({ state: "not_sent" }, { state: "asked" })).toEqual(
    expect.arrayContaining([
      `wallet request ${key} is stored as not_sent, its events and deposits say asked`,
      "has_live_funding is stored as 1, its wallet requests say otherwise",
    ]),
  );
  const [row] = await ledger.deleteFrom("fundings").where("id", "=", key).returningAll().execute();
  expect((await verifyLedger(ledger)).differences).toEqual(
    expect.arrayContaining([
      {
        transferId: transfer.id,
        text: "has_live_funding is stored as 1, its wallet requests say otherwise",
      },
      { transferId: transfer.id, text: `wallet request ${key} was removed` },
    ]),
  );
  if (row !== undefined) await ledger.insertInto("fundings").values(row).execute();
  expect((await verifyLedger(ledger)).differences).toEqual([]);
});

// The last one: from here on every transfer is older than a restore.
it("asks a person to confirm first, where a backup may lack a licence that was used", async () => {
  const transfer = await watching.create();
  const detail = {
    ...({ by: "a_command", source: "a_backup", engine: "postgresql" } as const),
    ...{ transfers: "1", events: "1" },
  };
  await inTransaction(await db(), (trx) =>
    appendAudit(trx, { ...commandOrigin, action: "ledger_restored", recordId: null, detail }),
  );
  expect((await ask(transfer)).problem.code).toBe("funding_unconfirmed");
  expect(await fundEvents(transfer)).toEqual([]);
  const key = randomUUID();
  // No wallet's own word opens it: a person does, for everybody, with a reason.
  expect((await ask(transfer, key, { ...own, confirmsUnsent: true })).problem.code).toBe("invalid_input");
  expect((await ask(transfer, key)).problem.code).toBe("funding_unconfirmed");
  const { standing } = await watching.find(transfer);
  expect(standing).toMatchObject({ invitation: "closed", closedBy: "restore", canOpen: true });
  const body = { reason: "Nobody has sent: the explorer shows nothing.", seen: `${standing.seen}` };
  const path = `/api/transfers/${transfer.id}/opening`;
  expect((await watching.dashboard.send("POST", path, { body })).status).toBe(200);
  expect((await ask(transfer, key)).status).toBe(201);
  await answer(transfer, key, { said: "not_sent", code: "4001" });
  // It was confirmed since.
  expect((await ask(transfer)).status).toBe(201);
});
