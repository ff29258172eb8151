import { randomBytes } from "node:crypto";
import { base58 } from "@scure/base";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import type { Transfer } from "#lib/contract/api";
import { startWatchingDashboard, type WatchingDashboard } from "#lib/testing/servers/watching-dashboard";
import { type FakeSolana, startFakeSolana, usdcMint, usdtMint } from "#lib/testing/service/fake-solana";

type Made = Transfer & { address: string };
const [hundred, sixty, forty] = [100_000_000n, 60_000_000n, 40_000_000n];
const stranger = base58.encode(randomBytes(32));
let node: FakeSolana;
let watching: WatchingDashboard;

beforeAll(async () => {
  node = await startFakeSolana();
  watching = await startWatchingDashboard([node.url], {}, "solana");
  await watching.look();
});
afterAll(async () => {
  await watching.close();
  await node.close();
});
afterEach(() => {
  node.recover();
  vi.restoreAllMocks();
});

async function create(): Promise<Made> {
  const transfer = await watching.create();
  await watching.look();
  expect((await watching.find(transfer)).deposit.label).toBe("none");
  return transfer;
}

/** All of it final, and read. */
async function settle(): Promise<void> {
  node.advance();
  node.finalize();
  await watching.look();
  await watching.look();
}

type Play = (to: string) => unknown;
const usdc = (owner: string, units: bigint) => ({ owner, mint: usdcMint, units });
it.each<[string, Play, object, number]>([
  ["the exact amount", (to) => node.pay(to, hundred), { label: "exact", amount: "100", difference: "0" }, 1],
  [
    "one unit less",
    (to) => node.pay(to, hundred - 1n),
    { label: "short", amount: "99.999999", difference: "0.000001", isShort: true },
    1,
  ],
  ["more", (to) => node.pay(to, hundred + sixty), { label: "over", amount: "160", difference: "60" }, 1],
  [
    "two parts",
    (to) => [node.pay(to, sixty), node.pay(to, forty)],
    { label: "exact", amount: "100", parts: ["60", "40"] },
    2,
  ],
  [
    "two parts in one transaction, of which one comes to another account of the owner",
    (to) => node.send([usdc(to, sixty), { ...usdc(to, forty), account: stranger }]),
    { label: "exact", amount: "100", parts: ["100"] },
    1,
  ],
  [
    "another token",
    (to) => node.pay(to, hundred, usdtMint),
    { label: "wrong_token", amount: null, otherToken: { symbol: "USDT", amount: "100" } },
    1,
  ],
  [
    "what somebody else gets in the same transaction",
    (to) => node.send([usdc(stranger, hundred), usdc(to, sixty)]),
    { label: "short", amount: "60" },
    1,
  ],
  [
    "a deposit that is swept at once",
    (to) => [node.pay(to, hundred), node.send([usdc(to, -hundred)])],
    { label: "exact", amount: "100" },
    1,
  ],
  [
    "a transaction that failed",
    (to) => node.send([usdc(to, hundred)], { err: { InstructionError: [2, { Custom: 1 }] } }),
    { label: "none", amount: null },
    0,
  ],
])("%s", async (_name, play, said, deposits) => {
  const transfer = await create();
  await play(transfer.address);
  await watching.look();
  if (deposits > 0) expect((await watching.news(transfer)).every((kind) => kind === "seen")).toBe(true);
  await settle();
  const found = await watching.find(transfer);
  expect(found.deposit).toMatchObject(said);
  const kinds = [...Array(deposits).fill("confirmed"), ...Array(deposits).fill("seen")];
  expect([...(await watching.news(transfer))].sort()).toEqual(kinds);
  expect(found.status).toBe(transfer.status);
});

it("is seen before it is final, and no confirmations are counted", async () => {
  const transfer = await create();
  const signature = node.pay(transfer.address, hundred);
  await watching.look();
  const seen = { label: "seen", amount: "100", confirmations: null, transactions: [signature] };
  expect((await watching.find(transfer)).deposit).toMatchObject(seen);
  const found = await watching.dashboard.send<{ items: Transfer[] }>("GET", `/api/transfers?q=${signature}`);
  expect(found.body.items.map(({ id }) => id)).toEqual([transfer.id]);
  await settle();
  expect((await watching.find(transfer)).deposit.label).toBe("exact");
});

it("a signature that is gone is so once its slot is final, and comes back where it is seen again", async () => {
  const transfer = await create();
  const signature = node.pay(transfer.address, hundred);
  await watching.look();
  node.drop(signature);
  await watching.look();
  expect(await watching.news(transfer)).toEqual(["seen"]);
  await settle();
  expect((await watching.find(transfer)).deposit).toMatchObject({ label: "gone", amount: null });
  node.send([usdc(transfer.address, hundred)], { signature });
  await watching.look();
  await settle();
  expect(await watching.news(transfer)).toEqual(["seen", "gone", "seen", "confirmed"]);
});

it("one that came into another slot has moved", async () => {
  const transfer = await create();
  const signature = node.pay(transfer.address, hundred);
  await watching.look();
  node.drop(signature);
  node.advance(3);
  node.send([usdc(transfer.address, hundred)], { signature });
  await settle();
  expect(await watching.news(transfer)).toEqual(["seen", "moved", "confirmed"]);
});

it("what leaves the account it came to before it is final is confirmed all the same", async () => {
  const transfer = await create();
  node.pay(transfer.address, 1n);
  await settle();
  node.send([usdc(transfer.address, -1n)]);
  await settle();
  node.pay(transfer.address, hundred);
  await watching.look();
  node.send([usdc(transfer.address, -hundred)]);
  await settle();
  expect(await watching.news(transfer)).toEqual(["seen", "confirmed", "seen", "confirmed"]);
});
