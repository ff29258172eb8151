import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { tokenTransfer } from "#lib/asset/token-call";
import type { Transfer } from "#lib/contract/api";
import type { FundingTerms } from "#lib/contract/funding/fundings";
import { db } from "#lib/server/database/db";
import {
  startWatchingDashboard,
  type WatchingDashboard,
  watchedAssets,
} from "#lib/testing/servers/watching-dashboard";
import { type FakeNode, result, rpcError, startFakeNode } from "#lib/testing/service/fake-node";

const [{ contract = "", chainId = 0 } = {}] = watchedAssets;
const wallet = `0x${"c0".repeat(20)}`;
const newHash = () => `0x${randomUUID().replaceAll("-", "").repeat(2)}`;
const hex = (number: number) => `0x${number.toString(16)}`;
let node: FakeNode;
let watching: WatchingDashboard;

beforeAll(async () => {
  node = await startFakeNode(chainId);
  watching = await startWatchingDashboard([node.url]);
  await watching.look();
});
afterEach(() => node.recover());
afterAll(async () => {
  await watching.close();
  await node.close();
});

type Own = Transfer & { address: string };
type Sent = { transfer: Own; key: string; hash: string; data: string };

const send = <Body>(path: string, body: object, key?: string) =>
  watching.dashboard.send<Body>("POST", path, {
    body,
    ...(key !== undefined && { headers: { "idempotency-key": key } }),
  });
const ask = ({ id }: Own, key: string = randomUUID()) =>
  send<FundingTerms>(`/api/transfers/${id}/fundings`, { wallet: "MetaMask", from: wallet }, key);
const stateOf = async ({ key }: Pick<Sent, "key">) =>
  (await (await db()).selectFrom("fundings").select("state").where("id", "=", key).executeTakeFirst())?.state;
const fundEvents = async (transfer: Own) =>
  (await watching.find(transfer)).events.flatMap(({ kind, source }) =>
    kind.startsWith("fund_") ? [`${source} ${kind.slice("fund_".length)}`] : [],
  );

/** Its wallet was asked a while ago, and said that it sent. */
async function sent(transfer?: Own, hash = newHash()): Promise<Sent> {
  const own = transfer ?? (await watching.create());
  const key = randomUUID();
  const { body: terms, status } = await ask(own, key);
  expect(status).toBe(201);
  // Looked at before anything happens.
  await watching.look();
  const asked_at = new Date(Date.now() - 20_000).toISOString();
  await (await db()).updateTable("fundings").set({ asked_at }).where("id", "=", key).execute();
  await send(`/api/transfers/${own.id}/fundings/${key}/answer`, { said: "sent", hash });
  return { transfer: own, key, hash, data: tokenTransfer(terms).data };
}

type Block = { number: string; hash: string };
const blockAt = async (number: number): Promise<Block> => {
  const body = JSON.stringify({ id: 1, method: "eth_getBlockByNumber", params: [hex(number), false] });
  const response = await fetch(node.url, { method: "POST", body });
  return ((await response.json()) as { result: Block }).result;
};

/** What the node says of its transaction, mined and settled since; each part may be said otherwise. */
async function fail(its: Sent, changes: { receipt?: object; transaction?: object; block?: number } = {}) {
  node.mine(10);
  const { number, hash: blockHash } = await blockAt(changes.block ?? node.head() - 5);
  const place = { blockNumber: number, blockHash };
  const both = { from: wallet, to: contract, ...place };
  node.behave(
    "eth_getTransactionReceipt",
    result({ ...both, transactionHash: its.hash, status: "0x0", ...changes.receipt }),
  );
  node.behave(
    "eth_getTransactionByHash",
    result({ ...both, hash: its.hash, input: its.data, ...changes.transaction }),
  );
  await watching.look();
}

describe("a transaction that failed", () => {
  it("frees the transfer, where it is what the wallet was asked for since", async () => {
    const its = await sent();
    await fail(its);
    expect(await stateOf(its)).toBe("failed");
    expect(await fundEvents(its.transfer)).toEqual(["wallet asked", "wallet sent", "chain failed"]);
    expect((await ask(its.transfer)).status).toBe(201);
  });

  it("counts too where the wallet has put a mark of its own behind the call", async () => {
    const its = await sent();
    await fail(its, { transaction: { input: `${its.data}62617365` } });
    expect(await stateOf(its)).toBe("failed");
  });

  const other = `0x${"11".repeat(20)}`;
  it.each<[string, (its: Sent) => Parameters<typeof fail>[1]]>([
    ["was mined before the wallet was asked", () => ({ block: 5 })],
    ["did not fail", () => ({ receipt: { status: "0x1" } })],
    ["has no status", () => ({ receipt: { status: undefined } })],
    ["has an empty status", () => ({ receipt: { status: "0x" } })],
    ["is of another sender", () => ({ receipt: { from: other } })],
    ["is of another sender, by itself", () => ({ transaction: { from: other } })],
    ["called another contract", () => ({ receipt: { to: other } })],
    ["called another contract, by itself", () => ({ transaction: { to: other } })],
    ["made a contract", () => ({ receipt: { to: null } })],
    ["is another one", () => ({ receipt: { transactionHash: newHash() } })],
    ["is another one, by itself", () => ({ transaction: { hash: newHash() } })],
    ["is not settled", () => ({ block: node.head() + 10 })],
    ["is on a block that no longer stands", () => ({ receipt: { blockHash: newHash() } })],
    [
      "was asked for another address",
      (its) => ({ transaction: { input: its.data.replace(/.{64}$/, "0".repeat(64)) } }),
    ],
    ["is of another amount", (its) => ({ transaction: { input: `${its.data.slice(0, -1)}1` } })],
    ["has no call", () => ({ transaction: { input: "0x" } })],
  ])("leaves the wallet's question alone where it %s", async (_what, changes) => {
    const its = await sent();
    await fail(its, changes(its));
    expect(await stateOf(its)).toBe("sent");
    expect((await ask(its.transfer)).problem.code).toBe("funding_open");
  });

  it.each([
    ["isn’t known", result(null)],
    ["is refused", rpcError(-32_000, "transaction indexing is in progress")],
    ["is garbage", result({ hash: 1 })],
  ])(
    "leaves it alone where the transaction itself %s, and others are still asked about",
    async (_what, said) => {
      const [first, second] = [await sent(), await sent()];
      await fail(first);
      expect(await stateOf(first)).toBe("failed");
      node.behave("eth_getTransactionByHash", said);
      node.mine(2);
      const asked = node.callsOf("eth_getTransactionReceipt").length;
      await watching.look();
      expect(await stateOf(second)).toBe("sent");
      expect(node.callsOf("eth_getTransactionReceipt").length).toBeGreaterThan(asked);
    },
  );
});

it("a hash that two requests name is a failure of neither", async () => {
  const first = await sent();
  await sent(undefined, first.hash);
  await fail(first);
  expect(await stateOf(first)).toBe("sent");
});

it("an old failure that a wallet names again says nothing of what travels now", async () => {
  const old = await sent();
  await fail(old);
  expect(await stateOf(old)).toBe("failed");
  const again = await sent(old.transfer, old.hash);
  node.mine(2);
  await watching.look();
  expect(await stateOf(again)).toBe("sent");
  expect((await ask(old.transfer)).problem.code).toBe("funding_open");
});

describe("a failure that a reorganisation takes back", () => {
  const depth = 8;
  it("holds the transfer again: what was sent may be mined after all", async () => {
    const its = await sent();
    await fail(its);
    expect(await stateOf(its)).toBe("failed");
    node.recover();
    node.reorg(depth);
    node.mine(depth);
    // The first look goes back, the next one reads.
    await watching.look();
    await watching.look();
    expect(await stateOf(its)).toBe("unsure");
    expect(await fundEvents(its.transfer)).toEqual([
      ...["wallet asked", "wallet sent", "chain failed", "chain unsure"],
    ]);
    expect((await ask(its.transfer)).problem.code).toBe("funding_open");
    node.pay(contract, its.transfer.address, 100_000_000n, { transactionHash: its.hash });
    await watching.look();
    expect(await stateOf(its)).toBe("arrived");
  });

  it("leaves a licence that was given since, and what still stands", async () => {
    const [its, standing] = [await sent(), await sent()];
    await fail(standing);
    await fail(its);
    const key = randomUUID();
    expect((await ask(its.transfer, key)).status).toBe(201);
    node.recover();
    node.reorg(depth);
    node.mine(depth);
    await watching.look();
    await watching.look();
    expect([await stateOf(its), await stateOf({ key }), await stateOf(standing)]).toEqual([
      ...["failed", "asked", "failed"],
    ]);
    // The wallet that was asked since has refused: now nobody may send before it is known.
    await send(`/api/transfers/${its.transfer.id}/fundings/${key}/answer`, {
      said: "not_sent",
      code: "4001",
    });
    node.mine(3);
    await watching.look();
    expect(await stateOf(its)).toBe("unsure");
  });
});
