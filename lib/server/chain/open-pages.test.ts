import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import type { Transfer } from "#lib/contract/api";
import { db } from "#lib/server/database/db";
import { madeAt, watchSince } from "#lib/testing/ledger/watch-since";
import {
  startWatchingDashboard,
  type WatchingDashboard,
  watchedAssets,
} from "#lib/testing/servers/watching-dashboard";
import { type FakeNode, startFakeNode } from "#lib/testing/service/fake-node";
import { noteOpenPage, openPages } from "./open-pages";
import { tick } from "./watcher";

const [{ contract = "", chainId = 0 } = {}] = watchedAssets;
let node: FakeNode;
let watching: WatchingDashboard;
beforeAll(async () => {
  node = await startFakeNode(chainId);
  watching = await startWatchingDashboard([node.url]);
  watching.dashboard.spoil();
  await watching.look();
});
afterAll(async () => {
  await watching.close();
  await node.close();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await (await db()).updateTable("chain_cursors").set({ lease_by: null, lease_until: null }).execute();
});

/** Three hours old: only the settling look asks about it, each minute. */
async function oldTransfer(): Promise<Transfer & { address: string }> {
  const transfer = await watching.create();
  await watching.look();
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
  const created_at = hoursAgo(3);
  const ledger = await db();
  await watchSince(ledger, hoursAgo(4));
  await madeAt(ledger, transfer.id, created_at);
  return transfer;
}

/** A round between two settling looks, as the first of its process or not. */
async function round(): Promise<string> {
  node.calls.length = 0;
  for (const reader of watching.readers())
    await tick({ ...reader, settledAt: performance.now(), checkedAt: performance.now() });
  return JSON.stringify(node.callsOf("eth_getLogs").map(({ params }) => params));
}
const isAskedFor = (asked: string, { address }: { address: string }) =>
  asked.includes(address.slice(2).toLowerCase());
const leave = () => {
  const now = performance.now();
  vi.spyOn(performance, "now").mockReturnValue(now + 61_000);
};

it("an old transfer is looked at each round while its page is open, and a minute longer", async () => {
  const transfer = await oldTransfer();
  const unseen = await oldTransfer();
  expect(isAskedFor(await round(), transfer)).toBe(false);
  await watching.find(transfer);
  const asked = await round();
  expect([isAskedFor(asked, transfer), isAskedFor(asked, unseen)]).toEqual([true, false]);
  node.pay(contract, transfer.address, 100_000_000n);
  await round();
  expect((await watching.find(transfer)).deposit).toMatchObject({ label: "seen", amount: "100" });
  await watching.find(unseen);
  leave();
  expect(isAskedFor(await round(), unseen)).toBe(false);
});

it("it is looked at by the server that has the page, though another one reads the network", async () => {
  const transfer = await oldTransfer();
  const young = await watching.create();
  await watching.look();
  const lease_until = new Date(Date.now() + 12_000).toISOString();
  await (await db()).updateTable("chain_cursors").set({ lease_by: "another", lease_until }).execute();
  await round();
  expect(node.calls).toEqual([]);
  await watching.find(transfer);
  const asked = await round();
  expect([isAskedFor(asked, transfer), isAskedFor(asked, young)]).toEqual([true, false]);
  expect(node.calls.map(({ method }) => method)).toEqual(["eth_getBlockByNumber", "eth_getLogs"]);
  node.pay(contract, transfer.address, 100_000_000n);
  await round();
  expect(await watching.news(transfer)).toEqual(["seen"]);
});

it("one that is not watched any more is not asked about, though its page is open", async () => {
  const transfer = await oldTransfer();
  const created_at = new Date(Date.now() - 31 * 86_400_000).toISOString();
  await watchSince(await db(), created_at);
  await madeAt(await db(), transfer.id, created_at);
  await watching.find(transfer);
  expect(isAskedFor(await round(), transfer)).toBe(false);
});

it("of a thousand pages the newest hundred count", () => {
  for (let at = 0; at < 1_000; at++) noteOpenPage(`page ${at}`);
  noteOpenPage("page 950");
  const open = openPages();
  expect([open.length, open[0], open.at(-1)]).toEqual([100, "page 900", "page 950"]);
  leave();
  expect(openPages()).toEqual([]);
});
