import { afterAll, beforeAll, expect, it } from "vitest";
import { db } from "#lib/server/database/db";
import type { TransferRow } from "#lib/server/tables/schema";
import { madeAt, watchSince } from "#lib/testing/ledger/watch-since";
import {
  startWatchingDashboard,
  type WatchingDashboard,
  watchedAssets,
} from "#lib/testing/servers/watching-dashboard";
import { type FakeNode, startFakeNode } from "#lib/testing/service/fake-node";

const [{ contract = "", chainId = 0 } = {}] = watchedAssets;
const dayMs = 86_400_000;
let node: FakeNode;
let watching: WatchingDashboard;
beforeAll(async () => {
  node = await startFakeNode(chainId);
  watching = await startWatchingDashboard([node.url]);
  watching.dashboard.spoil();
  await watching.look();
  await watchSince(await db(), daysAgo(200));
});
afterAll(async () => {
  await watching.close();
  await node.close();
});

const daysAgo = (days: number) => new Date(Date.now() - days * dayMs).toISOString();

/** As if it had been made then. */
async function age(id: string, days: number, changes: Partial<TransferRow> = {}): Promise<void> {
  const created_at = daysAgo(days);
  await madeAt(await db(), id, created_at, { updated_at: created_at, ...changes });
}

it.each([
  ["30 days old", 31, {}, 1],
  ["over for 7 days", 9, { status: "expired" }, 2],
] as const)(
  "a transfer that is %s is asked about no more, and says since when",
  async (_case, days, changes, endedDaysAgo) => {
    const transfer = await watching.create();
    await watching.look();
    await age(transfer.id, days, { deposit_label: "none", ...changes });
    const other = await watching.create();
    node.calls.length = 0;
    await watching.look();
    const asked = JSON.stringify(node.calls.map(({ params }) => params)).toLowerCase();
    expect(asked).toContain(other.address.slice(2).toLowerCase());
    expect(asked).not.toContain(transfer.address.slice(2).toLowerCase());
    const { deposit } = await watching.find(transfer);
    expect(deposit.label).toBe("none");
    expect(deposit.watchEndedAt?.slice(0, 10)).toBe(daysAgo(endedDaysAgo).slice(0, 10));
    expect((await watching.find(other)).deposit.watchEndedAt).toBeNull();
  },
);

it("a network that is not read for want of anybody to look for is not called blind", async () => {
  const transfer = await watching.create();
  await watching.look();
  await age(transfer.id, 40, { deposit_label: "none" });
  await (await db())
    .updateTable("chain_cursors")
    .set({ read_at: daysAgo(12) })
    .execute();
  const { deposit } = await watching.find(transfer);
  expect(deposit).toMatchObject({ label: "none" });
  // Nobody read the network when its time was over.
  expect(deposit.watchEndedAt?.slice(0, 10)).toBe(daysAgo(12).slice(0, 10));
});

it("what arrived keeps its label", async () => {
  const transfer = await watching.create();
  await watching.look();
  node.pay(contract, transfer.address, 100_000_000n);
  node.mine(2);
  await watching.look();
  expect((await watching.find(transfer)).deposit).toMatchObject({ label: "exact", watchEndedAt: null });
  await age(transfer.id, 31);
  await (await db())
    .updateTable("deposits")
    .set({ block_time: daysAgo(31) })
    .execute();
  const { deposit } = await watching.find(transfer);
  expect([deposit.label, deposit.watchEndedAt?.slice(0, 10)]).toEqual(["exact", daysAgo(1).slice(0, 10)]);
});

it.each([
  ["made before the network was first read", 201, { deposit_label: null }],
  ["known too late to be looked at", 31, { deposit_label: null }],
])("one that was %s is off, and has no end", async (_case, days, changes) => {
  const transfer = await watching.create();
  await age(transfer.id, days, changes);
  expect((await watching.find(transfer)).deposit).toMatchObject({ label: "off", watchEndedAt: null });
});
