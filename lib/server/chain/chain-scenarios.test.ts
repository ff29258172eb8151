import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openOnAnvil, openOnSandbox, type ScenarioChain } from "#lib/testing/service/scenario-chains";

type Play = (chain: ScenarioChain, to: string, look: () => Promise<void>) => Promise<unknown>;
type Said = Record<string, unknown>;
const seenTwice = ["seen", "seen", "confirmed", "confirmed"];
const [hundred, sixty, forty] = [100_000_000n, 60_000_000n, 40_000_000n];

const scenarios: [string, Play, Said, string[], object?][] = [
  [
    "the exact amount",
    (chain, to) => chain.pay("usdc", to, hundred),
    { label: "exact", amount: "100", difference: "0", parts: ["100"] },
    ["seen", "confirmed"],
  ],
  [
    "two parts",
    async (chain, to) => {
      await chain.pay("usdc", to, sixty);
      await chain.pay("usdc", to, forty);
    },
    { label: "exact", amount: "100", parts: ["60", "40"] },
    seenTwice,
  ],
  [
    "two parts in one transaction",
    (chain, to) => chain.pay("usdc", to, sixty, forty),
    { label: "exact", amount: "100", parts: ["60", "40"] },
    seenTwice,
  ],
  [
    "two equal parts in one transaction",
    (chain, to) => chain.pay("usdc", to, sixty, sixty),
    { label: "over", amount: "120", difference: "20", parts: ["60", "60"] },
    seenTwice,
  ],
  [
    "a token with a fee of its own",
    (chain, to) => chain.pay("fee", to, hundred),
    { label: "short", amount: "99", difference: "1", isShort: true },
    ["seen", "confirmed"],
    { asset: "base:fee" },
  ],
  [
    "60 of 100",
    (chain, to) => chain.pay("usdc", to, sixty),
    { label: "short", amount: "60", difference: "40", isShort: true },
    ["seen", "confirmed"],
  ],
  [
    "120 of 100",
    (chain, to) => chain.pay("usdc", to, hundred + 20_000_000n),
    { label: "over", amount: "120", difference: "20" },
    ["seen", "confirmed"],
  ],
  [
    "one unit more",
    (chain, to) => chain.pay("usdc", to, hundred + 1n),
    { label: "over", amount: "100.000001", difference: "0.000001" },
    ["seen", "confirmed"],
  ],
  [
    "one unit less",
    (chain, to) => chain.pay("usdc", to, hundred - 1n),
    { label: "short", amount: "99.999999", difference: "0.000001", isShort: true },
    ["seen", "confirmed"],
  ],
  [
    "another token",
    (chain, to) => chain.pay("usdt", to, hundred),
    { label: "wrong_token", amount: null, otherToken: { symbol: "USDT", amount: "100" } },
    ["seen", "confirmed"],
  ],
  [
    "another token beside its own",
    async (chain, to) => {
      await chain.pay("usdt", to, forty);
      await chain.pay("usdc", to, hundred);
    },
    { label: "exact", amount: "100", otherToken: { symbol: "USDT", amount: "40" } },
    seenTwice,
  ],
  [
    "a reorganisation that drops one of two parts",
    async (chain, to, look) => {
      await chain.pay("usdc", to, sixty);
      await chain.pay("usdc", to, forty);
      await look();
      await chain.reorg(1);
    },
    { label: "short", amount: "60", parts: ["60"] },
    ["seen", "seen", "confirmed", "gone"],
  ],
  [
    "a reorganisation that keeps it in a block of the same number",
    async (chain, to, look) => {
      const tx = await chain.pay("usdc", to, hundred);
      await look();
      await chain.reorg(1, { tx, nthBlock: 0 });
      await look();
    },
    { label: "exact", amount: "100", parts: ["100"] },
    ["seen", "moved", "confirmed"],
  ],
  [
    "a reorganisation that drops it",
    async (chain, to, look) => {
      await chain.pay("usdc", to, hundred);
      await look();
      await chain.reorg(1);
    },
    { label: "gone", amount: null, transactions: [] },
    ["seen", "gone"],
  ],
  [
    "a reorganisation that moves it",
    async (chain, to, look) => {
      const tx = await chain.pay("usdc", to, hundred);
      await look();
      await chain.mine(1);
      await chain.reorg(2, { tx, nthBlock: 1 });
      await look();
    },
    { label: "exact", amount: "100", parts: ["100"] },
    ["seen", "moved", "confirmed"],
  ],
  [
    "a reorganisation below the cursor",
    async (chain, to, look) => {
      await chain.pay("usdc", to, hundred);
      await chain.mine(3);
      await look();
      await chain.reorg(4);
      await look();
    },
    { label: "gone", amount: null },
    ["seen", "confirmed", "gone"],
  ],
  [
    "a reorganisation below the cursor that moves it",
    async (chain, to, look) => {
      const tx = await chain.pay("usdc", to, hundred);
      await chain.mine(3);
      await look();
      await chain.reorg(4, { tx, nthBlock: 1 });
      await look();
    },
    { label: "exact", amount: "100", parts: ["100"] },
    ["seen", "confirmed", "moved"],
  ],
  [
    "300 blocks while nobody looked",
    async (chain, to) => {
      await chain.pay("usdc", to, hundred);
      await chain.mine(300);
    },
    { label: "exact", amount: "100" },
    ["seen", "confirmed"],
  ],
  [
    "25 minutes late",
    async (chain, to, look) => {
      await chain.wait(1_500);
      await look();
      await chain.pay("usdc", to, hundred);
    },
    { label: "exact", amount: "100" },
    ["seen", "confirmed"],
  ],
];

describe.each([
  ["the sandbox's chain", openOnSandbox],
  ["a real node", openOnAnvil],
])("on %s", (_name, open) => {
  let chain: ScenarioChain;
  beforeAll(async () => {
    chain = await open();
    await chain.watching.look();
  });
  afterAll(() => chain.close());

  it.each(scenarios)("%s", async (name, play, said, news, changes) => {
    const { watching } = chain;
    const transfer = await watching.create(changes);
    await watching.look();
    expect((await watching.find(transfer)).deposit.label).toBe("none");
    await play(chain, transfer.address, watching.look);
    await watching.look();
    await chain.mine(2);
    await watching.look();
    await watching.look();
    const found = await watching.find(transfer);
    expect(found.deposit).toMatchObject(said);
    expect([...(await watching.news(transfer))].sort()).toEqual([...news].sort());
    expect([found.status, found.isHandled]).toEqual([transfer.status, transfer.isHandled]);
    if (name === "25 minutes late") {
      const late = Date.parse(found.deposit.firstAt ?? "") - Date.parse(transfer.createdAt);
      // The node’s clock may be some seconds behind ours.
      expect(late).toBeGreaterThan(1_440_000);
    }
  });
});
