import { afterEach, beforeEach, expect, it } from "vitest";
import { db } from "#lib/server/database/db";
import { describeDifference, verifyLedger } from "#lib/server/verify/verify-ledger";
import {
  startWatchingDashboard,
  type WatchingDashboard,
  watchedAssets,
} from "#lib/testing/servers/watching-dashboard";
import { type FakeNode, nextSecond, result, startFakeNode } from "#lib/testing/service/fake-node";
import { hex } from "#lib/testing/service/sandbox-chain";

/** A newest block that is none, and blocks that become others below what was settled. */

const [{ contract = "", chainId = 0 } = {}] = watchedAssets;
type Made = Awaited<ReturnType<WatchingDashboard["create"]>>;
const hundred = 100_000_000n;
let node: FakeNode;
let watching: WatchingDashboard;
let transfer: Made;
beforeEach(async () => {
  node = await startFakeNode(chainId);
  watching = await startWatchingDashboard([`${node.url}/first`]);
  await watching.look();
  transfer = await watching.create();
  await watching.look();
});
afterEach(async () => {
  await watching.close();
  await node.close();
});

const faults = async () => (await verifyLedger(await db())).differences.map(describeDifference);
const settled = async () => (await watching.cursor())?.settled ?? 0;
const deposit = async () => (await watching.find(transfer)).deposit;

/** A backend that says that its chain is so much longer, for whatever block it is asked. */
function pretend(ahead: number): void {
  const top = node.head() + ahead;
  node.behave("eth_getBlockByNumber", (response, call) => {
    const number = call.params[0] === "latest" ? top : Number(call.params[0]);
    if (number <= node.head()) return result(call.good)(response, call);
    const hashOf = (of: number) => `0x${of.toString(16).padStart(64, "f")}`;
    const timestamp = hex(Math.floor(Date.now() / 1_000) - (top - number > 100 ? 1 : 0));
    const block = { number: hex(number), hash: hashOf(number), parentHash: hashOf(number - 1), timestamp };
    result(number > top ? null : block)(response, call);
  });
}

it("20,000 too high, as often as it is said: the cursor stays, and the deposit is seen afterwards", async () => {
  const before = await settled();
  pretend(20_000);
  await watching.look();
  await watching.look();
  expect(await settled()).toBe(before);
  expect((await watching.cursor())?.blind_since).not.toBeNull();
  node.pay(contract, transfer.address, hundred);
  node.mine(2);
  node.recover();
  await watching.look();
  expect(await deposit()).toMatchObject({ label: "exact" });
  expect((await watching.cursor())?.blind_since).toBeNull();
});

it.each([30, 900, 4_000])("%i too high, and believed: what came in the gap is found", async (ahead) => {
  pretend(ahead);
  await watching.look();
  await watching.look();
  expect(await settled()).toBeGreaterThan(node.head());
  node.recover();
  node.pay(contract, transfer.address, hundred);
  await nextSecond();
  node.mine(2);
  await watching.look();
  await watching.look();
  expect(await settled()).toBe(node.head() - 1);
  expect(await deposit()).toMatchObject({ label: "exact", amount: "100" });
});

it("a node whose second one is far behind it is not believed", async () => {
  await watching.close();
  watching = await startWatchingDashboard([`${node.url}/first`, `${node.url}/second`]);
  await watching.look();
  transfer = await watching.create();
  const top = node.head() + 4_000;
  node.behave("eth_getBlockByNumber", (response, call) => {
    const isAhead = call.path === "/first" && call.params[0] === "latest";
    result(isAhead ? { ...(call.good as object), number: hex(top) } : call.good)(response, call);
  });
  await watching.look();
  expect(await settled()).toBeLessThanOrEqual(node.head());
  node.recover();
  node.pay(contract, transfer.address, hundred);
  node.mine(2);
  await watching.look();
  expect(await deposit()).toMatchObject({ label: "exact" });
});

it.each([5, 40, 150])(
  "a reorganisation of %i settled blocks takes back what it removed, and finds what it has",
  async (depth) => {
    node.pay(contract, transfer.address, hundred);
    for (let left = depth; left > 0; left -= 5) {
      node.mine(5);
      await watching.look();
    }
    expect(await deposit()).toMatchObject({ label: "exact" });
    node.reorg(depth + 3);
    node.mine(3);
    await watching.look();
    await watching.look();
    expect(await deposit()).toMatchObject({ label: "gone" });
    node.pay(contract, transfer.address, hundred);
    node.mine(2);
    await watching.look();
    expect(await deposit()).toMatchObject({ label: "exact" });
    expect(await faults()).toEqual([]);
  },
);

it("the same transaction with another amount is gone and seen, before it is final and after", async () => {
  const sixty = `0x${60_000_000n.toString(16).padStart(64, "0")}`;
  node.pay(contract, transfer.address, hundred);
  await watching.look();
  node.reorg(1, () => ({ data: sixty }));
  await watching.look();
  expect(await watching.news(transfer)).toEqual(["seen", "gone", "seen"]);
  node.mine(3);
  await watching.look();
  expect(await deposit()).toMatchObject({ label: "short", amount: "60", isShort: true });
  node.reorg(4, () => ({ data: `0x${40_000_000n.toString(16).padStart(64, "0")}` }));
  node.mine(1);
  await watching.look();
  await watching.look();
  expect(await deposit()).toMatchObject({ label: "short", amount: "40" });
  expect(await watching.news(transfer)).toEqual([
    "seen",
    "gone",
    "seen",
    "confirmed",
    "gone",
    "seen",
    "confirmed",
  ]);
  expect(await faults()).toEqual([]);
});

it("one of a deposit's block that the node doesn't have keeps nobody else from being read", async () => {
  const other = await watching.create();
  const { blockNumber } = node.pay(contract, transfer.address, hundred);
  node.behave("eth_getBlockByNumber", (response, call) =>
    result(call.params[0] === blockNumber ? null : call.good)(response, call),
  );
  node.pay(contract, other.address, hundred);
  node.mine(3);
  await watching.look();
  await watching.look();
  expect((await watching.find(other)).deposit).toMatchObject({ label: "exact" });
  expect(await settled()).toBe(node.head() - 1);
  expect(await watching.news(transfer)).toEqual(["unread"]);
  await watching.look();
  expect(await watching.news(transfer)).toEqual(["unread"]);
});
