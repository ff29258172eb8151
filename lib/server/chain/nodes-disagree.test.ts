import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Transfer } from "#lib/contract/api";
import { db } from "#lib/server/database/db";
import { verifyLedger } from "#lib/server/verify/verify-ledger";
import { madeAt, watchSince } from "#lib/testing/ledger/watch-since";
import {
  startWatchingDashboard,
  type WatchingDashboard,
  watchedAssets,
} from "#lib/testing/servers/watching-dashboard";
import { type FakeNode, result, startFakeNode } from "#lib/testing/service/fake-node";
import type { ChainLog } from "#lib/testing/service/sandbox-chain";
import { tick } from "./watcher";

const [{ contract = "", chainId = 0 } = {}] = watchedAssets;
const hundred = 100_000_000n;
let node: FakeNode;
let watching: WatchingDashboard;
beforeEach(async () => {
  node = await startFakeNode(chainId);
  const urls = ["first", "second"].map((path) => `${node.url}/${path}`);
  watching = await startWatchingDashboard(urls);
  await watching.look();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await watching.close();
  await node.close();
});

/** One of the two nodes leaves these out, or tells of them in its own way. */
function tells(who: "first" | "second", change: (logs: ChainLog[]) => ChainLog[]): void {
  node.behave("eth_getLogs", (response, call) => {
    const logs = call.good as ChainLog[];
    result(call.path === `/${who}` ? change(logs) : logs)(response, call);
  });
}

async function audit(): Promise<void> {
  await (await db())
    .updateTable("chain_cursors")
    .set({ audited_at: new Date(0).toISOString() })
    .execute();
  const later = Date.now() + 3_700_000;
  vi.spyOn(Date, "now").mockReturnValue(later);
  node.mine(3);
  await watching.look();
  vi.restoreAllMocks();
}

async function paid(): Promise<Transfer & { address: string }> {
  const transfer = await watching.create();
  await watching.look();
  node.pay(contract, transfer.address, hundred);
  node.mine(3);
  await watching.look();
  return transfer;
}

async function disputes(transfer: Transfer): Promise<(string | null)[]> {
  const { events } = await watching.find(transfer);
  return events.flatMap(({ kind, text }) => (kind === "deposit_disputed" ? [text] : []));
}

it("that agree leave nothing to say, and the second is asked once for all", async () => {
  const transfer = await paid();
  node.calls.length = 0;
  await audit();
  expect(node.callsOf("eth_getLogs").filter(({ path }) => path === "/second")).toHaveLength(1);
  expect(await disputes(transfer)).toEqual([]);
  expect((await watching.find(transfer)).flags).toEqual([]);
});

it("of which the second has less: it is said, it needs a person, and nothing is taken back", async () => {
  const transfer = await paid();
  tells("second", () => []);
  await audit();
  const found = await watching.find(transfer);
  expect(await disputes(transfer)).toEqual(["The second node doesn’t have 100 USDC"]);
  expect(found.deposit).toMatchObject({ label: "exact", amount: "100" });
  expect(found.flags).toEqual(["nodes_disagree"]);
  expect(found.attention).toEqual(["nodes_disagree"]);
  expect(found.status).toBe(transfer.status);
  const { id, standing } = found;
  const body = { transfers: [{ id, seen: `${standing.seen}` }], text: "The second node was wrong" };
  const resolved = await watching.dashboard.send("POST", "/api/attention/resolution", { body });
  expect(resolved.status, JSON.stringify(resolved.body)).toBeLessThan(300);
  // The hour that two audits share is read twice, and told once.
  await audit();
  expect(Date.parse((await watching.cursor())?.audited_at ?? "")).toBeGreaterThan(0);
  expect(await disputes(transfer)).toHaveLength(1);
  expect((await watching.find(transfer)).attention).toEqual([]);
  await (await db()).updateTable("transfers").set({ has_node_dispute: 0 }).execute();
  const { differences } = await verifyLedger(await db());
  expect(differences).toMatchObject([{ column: "has_node_dispute", stored: "0", computed: "1" }]);
  await (await db()).updateTable("transfers").set({ has_node_dispute: 1 }).execute();
});

it("of which only the second has it, and the first still denies it: both are shown", async () => {
  const transfer = await watching.create();
  await watching.look();
  node.pay(contract, transfer.address, hundred);
  tells("first", () => []);
  node.mine(3);
  await watching.look();
  expect(await watching.news(transfer)).toEqual([]);
  await audit();
  expect(await disputes(transfer)).toEqual(["Only the second node has 100 USDC"]);
  expect((await watching.find(transfer)).deposit).toMatchObject({ label: "exact", amount: "100" });
});

it("of which the first had left it out for a moment agree", async () => {
  const transfer = await watching.create();
  await watching.look();
  node.pay(contract, transfer.address, hundred);
  tells("first", () => []);
  node.mine(3);
  await watching.look();
  node.recover();
  await audit();
  expect(await watching.news(transfer)).toEqual(["seen", "confirmed"]);
});

it("of which the second has another amount: the first one's stands", async () => {
  const transfer = await paid();
  tells("second", (logs) => logs.map((log) => ({ ...log, data: log.data.replace(/.$/, "7") })));
  await audit();
  const [text] = await disputes(transfer);
  expect(text).toMatch(/^The second node says something else about 100(\.\d+)? USDC$/);
  expect((await watching.find(transfer)).deposit).toMatchObject({ label: "exact", amount: "100" });
});

it("are compared for all that is watched, in a round that settles nothing too", async () => {
  const transfer = await paid();
  const ledger = await db();
  const created_at = new Date(Date.now() - 4 * 3_600_000).toISOString();
  await watchSince(ledger, created_at);
  await madeAt(ledger, transfer.id, created_at);
  await watching.create();
  tells("second", () => []);
  await ledger
    .updateTable("chain_cursors")
    .set({ audited_at: new Date(0).toISOString() })
    .execute();
  vi.spyOn(Date, "now").mockReturnValue(Date.now() + 3_700_000);
  node.mine(3);
  for (const reader of watching.readers()) await tick({ ...reader, settledAt: performance.now() });
  vi.restoreAllMocks();
  expect(await disputes(transfer)).toHaveLength(1);
  await madeAt(ledger, transfer.id, transfer.createdAt);
});

it("of which the second is slow: the first is read on meanwhile", async () => {
  const transfer = await watching.create();
  await watching.look();
  let release = () => {};
  node.behave("eth_getLogs", (response, call) => {
    const send = () => result(call.good)(response, call);
    if (call.path === "/second") release = send;
    else send();
  });
  await (await db())
    .updateTable("chain_cursors")
    .set({ audited_at: new Date(0).toISOString() })
    .execute();
  const [reader] = watching.readers();
  if (reader === undefined) throw new Error("Nothing is read.");
  const slow = tick(reader);
  await expect.poll(() => node.callsOf("eth_getLogs").map(({ path }) => path)).toContain("/second");
  node.pay(contract, transfer.address, hundred);
  await tick(reader);
  expect(await watching.news(transfer)).toEqual(["seen"]);
  release();
  await slow;
  expect(Date.parse((await watching.cursor())?.audited_at ?? "")).toBeGreaterThan(0);
});
