import { afterEach, beforeEach, expect, it } from "vitest";
import { db } from "#lib/server/database/db";
import {
  startWatchingDashboard,
  type WatchingDashboard,
  watchedAssets,
} from "#lib/testing/servers/watching-dashboard";
import { type FakeNode, result, rpcError, startFakeNode } from "#lib/testing/service/fake-node";
import { type ChainLog, topicOf } from "#lib/testing/service/sandbox-chain";
import { holdTimeLimits } from "#lib/testing/service/time-limits";

/** One address that strangers send to, and everybody else's. */

const [{ contract = "", chainId = 0, otherTokens: [other] = [] } = {}] = watchedAssets;
type Made = Awaited<ReturnType<WatchingDashboard["create"]>>;
const hundred = 100_000_000n;
let node: FakeNode;
let watching: WatchingDashboard;
let victim: Made;
let others: Made[];
beforeEach(async () => {
  node = await startFakeNode(chainId);
  watching = await startWatchingDashboard([node.url]);
  await watching.look();
  victim = await watching.create();
  others = [await watching.create(), await watching.create(), await watching.create()];
  await watching.look();
});
afterEach(async () => {
  await watching.close();
  await node.close();
});

async function blindSince({ id }: Made): Promise<string | null> {
  const rows = (await db()).selectFrom("transfers").select("blind_since").where("id", "=", id);
  return (await rows.executeTakeFirstOrThrow()).blind_since;
}
/** After the flood, each of the others gets its money, and it is seen and confirmed within two looks. */
async function expectOthersSeen(): Promise<void> {
  for (const { address } of others) node.pay(contract, address, hundred);
  node.mine(2);
  await watching.look();
  await watching.look();
  for (const one of others)
    expect((await watching.find(one)).deposit).toMatchObject({ label: "exact", amount: "100" });
  expect(await watching.cursor()).toMatchObject({ settled: node.head() - 1, blind_since: null });
}
/** As a node that gives at most so many logs in one answer. */
function limit(most: number, refuse = rpcError(-32_005, `query returned more than ${most} results`)): void {
  node.behave("eth_getLogs", (response, call) => {
    const isTooMuch = (call.good as ChainLog[]).length > most;
    (isTooMuch ? refuse : result(call.good))(response, call);
  });
}

it("8,000 transfers of nothing in one block: that address is blind by itself, and no other", async () => {
  node.flood(contract, victim.address, 8_000);
  await expectOthersSeen();
  expect(await blindSince(victim)).not.toBeNull();
  for (const one of others) expect(await blindSince(one)).toBeNull();
  // What comes to it in other blocks, or in another token, is seen.
  node.pay(contract, victim.address, hundred);
  node.mine(2);
  await watching.look();
  expect((await watching.find(victim)).deposit).toMatchObject({ label: "exact" });
});

it("the blind block is read once a node tells of it, and what is in it is found", async () => {
  const { blockNumber, blockHash } = node.pay(contract, victim.address, hundred);
  const isIn = (log: ChainLog) => log.blockNumber === blockNumber && log.blockHash === blockHash;
  node.behave("eth_getLogs", (response, call) => {
    const isTooMuch = (call.good as ChainLog[]).some(isIn);
    (isTooMuch
      ? rpcError(-32_000, "response size should not greater than 1 bytes, too large response")
      : result(call.good))(response, call);
  });
  await expectOthersSeen();
  await expectOthersSeenAgain();
  expect(await watching.news(victim)).toEqual([]);
  const since = await blindSince(victim);
  expect(since).not.toBeNull();
  node.mine(50);
  await watching.look();
  expect(await blindSince(victim)).toBe(since);
  node.recover();
  node.mine(1);
  await watching.look();
  expect(await watching.news(victim)).toEqual(["seen", "confirmed"]);
  expect(await blindSince(victim)).toBeNull();
});
async function expectOthersSeenAgain(): Promise<void> {
  const late = await watching.create();
  others = [late];
  await expectOthersSeen();
}

it("a flood in one token hides no payment in another of the same block", async () => {
  node.flood(contract, victim.address, 8_000);
  const last = node.head();
  if (other === undefined) throw new Error("The table has no other token.");
  node.pay(other.contract, victim.address, hundred);
  node.reorg(1, () => undefined);
  const at = { blockNumber: `0x${last.toString(16)}`, logIndex: "0x9999" };
  const { blockHash } = node.pay(contract, others[0]?.address ?? "", 1n);
  expect(blockHash).not.toBe("");
  const block = (await (
    await fetch(node.url, ask("eth_getBlockByNumber", [at.blockNumber, false]))
  ).json()) as {
    result: { hash: string };
  };
  node.pay(other.contract, victim.address, hundred, { ...at, blockHash: block.result.hash });
  node.mine(3);
  await watching.look();
  await watching.look();
  const { deposit } = await watching.find(victim);
  expect(deposit).toMatchObject({ label: "wrong_token", otherToken: { amount: "100" } });
});
const ask = (method: string, params: unknown[]) => ({
  method: "POST",
  body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
});

it("8,000 over 400 blocks: nothing is blind, and its own money is seen", async () => {
  node.flood(contract, victim.address, 8_000, { blocks: 400 });
  node.pay(contract, victim.address, hundred);
  await expectOthersSeen();
  expect((await watching.find(victim)).deposit).toMatchObject({ label: "exact", amount: "100" });
  expect(await blindSince(victim)).toBeNull();
});

it("a node that tells of 100 at most: 2,100 blocks are read, and nobody is blind", async () => {
  limit(100);
  node.flood(contract, victim.address, 4_200, { blocks: 2_100 });
  node.pay(contract, victim.address, hundred);
  await expectOthersSeen();
  for (let left = 8; left > 0 && (await blindSince(victim)) !== null; left--) {
    node.mine(1);
    await watching.look();
  }
  expect((await watching.find(victim)).deposit).toMatchObject({ label: "exact", amount: "100" });
  expect(await blindSince(victim)).toBeNull();
});

it("4,000 of a smallest unit: as many are kept as may be, few blocks are asked for, and what matters counts", async () => {
  node.flood(contract, victim.address, 4_000, { units: 1n, blocks: 1_000 });
  node.pay(contract, victim.address, hundred);
  node.calls.length = 0;
  await expectOthersSeen();
  expect(node.callsOf("eth_getBlockByNumber").length).toBeLessThan(500);
  const rows = await (await db())
    .selectFrom("deposits")
    .select("units")
    .where("transfer_id", "=", victim.id)
    .execute();
  expect(rows.length).toBeLessThanOrEqual(201);
  expect(rows.some(({ units }) => units === `${hundred}`)).toBe(true);
});

it("a flood again and again: the questions of a look do not grow with it", async () => {
  const callsOfALook = async () => {
    node.flood(contract, victim.address, 8_000);
    node.mine(1);
    node.calls.length = 0;
    await watching.look();
    return node.calls.length;
  };
  await callsOfALook();
  await callsOfALook();
  const before = await callsOfALook();
  for (let times = 0; times < 3; times++) await callsOfALook();
  expect(await callsOfALook()).toBeLessThan(2 * before);
  await expectOthersSeen();
});

it("a flood that a node can’t tell in time: the next looks ask for less, until that address is blind by itself", async () => {
  const endWaiting = holdTimeLimits();
  const from = node.head();
  node.behave("eth_getLogs", (response, call) => {
    const [{ topics, toBlock }] = call.params as [{ toBlock: string; topics: [string, null, string[]] }];
    const isSlow = topics[2].includes(topicOf(victim.address)) && Number(toBlock) > from;
    if (isSlow) endWaiting();
    else result(call.good)(response, call);
  });
  node.mine(20);
  for (let looks = 0; looks < 4; looks++) await watching.look();
  await expectOthersSeen();
  expect(await blindSince(victim)).not.toBeNull();
  for (const one of others) expect(await blindSince(one)).toBeNull();
});

it("a fault that one address alone brings about is a matter of that address", async () => {
  node.behave("eth_getLogs", (response, call) => {
    const [{ topics }] = call.params as [{ topics: [string, null, string[]] }];
    const isVictims = topics[2].includes(topicOf(victim.address));
    (isVictims ? rpcError(-32_603, "internal error", 500) : result(call.good))(response, call);
  });
  await expectOthersSeen();
  expect(await blindSince(victim)).not.toBeNull();
});
