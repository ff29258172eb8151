import { expect, it } from "vitest";
import { db } from "#lib/server/database/db";
import {
  startWatchingDashboard,
  type WatchingDashboard,
  watchedAssets,
} from "#lib/testing/servers/watching-dashboard";
import { type NodeServer, startFakeNode } from "#lib/testing/service/fake-node";
import { startFakeSolana, usdcMint } from "#lib/testing/service/fake-solana";

/**
 * 200,000 transfers to one address, of nothing or of the smallest unit: after them everybody else's deposit is seen within
 * two looks. Prints what the looks cost; their memory is that of the node as well, which is played in this process.
 */
const count = 200_000;
/** So many a slot: the clock allows no newer head. */
const ofASlot = 500;
const hundred = 100_000_000n;
const [{ contract = "", chainId = 0 } = {}] = watchedAssets;
type Made = Awaited<ReturnType<WatchingDashboard["create"]>>;

async function blindSince({ id }: Made): Promise<string | null> {
  const rows = (await db()).selectFrom("transfers").select("blind_since").where("id", "=", id);
  return (await rows.executeTakeFirstOrThrow()).blind_since;
}

/** Runs two looks, and says what they cost. */
async function measure(name: string, node: NodeServer, look: () => Promise<void>): Promise<void> {
  node.calls.length = 0;
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  let peak = before;
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss);
  }, 20);
  const costs: string[] = [];
  for (let turn = 0; turn < 2; turn++) {
    const began = performance.now();
    await look();
    costs.push(`${node.calls.length} questions in ${Math.round(performance.now() - began)} ms`);
    node.calls.length = 0;
  }
  clearInterval(timer);
  process.stdout.write(
    `${name}: looks of ${costs.join(" and ")}; ${Math.round((peak - before) / 1e6)} MB more\n`,
  );
}

/** Gives how many there were. */
async function looksUntil({ look }: WatchingDashboard, isSo: () => Promise<boolean>): Promise<number> {
  for (let looks = 0; looks < 400; looks++) {
    if (await isSo()) return looks;
    await look();
  }
  throw new Error("It is not so after 400 looks.");
}

const floods: [name: string, mostLogs: number, options: { blocks: number; units?: bigint }][] = [
  ["all in one block", 10_000, { blocks: 1 }],
  ["over 400 blocks", 10_000, { blocks: 400 }],
  ["over 2,000 blocks, of one unit each", 10_000, { blocks: 2_000, units: 1n }],
  ["over 400 blocks, by a node that tells all at once", Number.POSITIVE_INFINITY, { blocks: 400 }],
];

it.each(floods)("Ethereum's kind: %s", async (name, mostLogs, options) => {
  const node = await startFakeNode(chainId, 300, mostLogs);
  const watching = await startWatchingDashboard([node.url]);
  try {
    await watching.look();
    const victim = await watching.create();
    const others = [await watching.create(), await watching.create(), await watching.create()];
    await watching.look();
    node.flood(contract, victim.address, count, options);
    for (const { address } of others) node.pay(contract, address, hundred);
    node.mine(2);
    await measure(name, node, watching.look);
    const isSeen = async () => {
      const found = await Promise.all(others.map(watching.find));
      return found.every(({ deposit }) => deposit.amount === "100");
    };
    // A node that answers with 120 MB at once takes its time: the next looks ask it for less.
    const more = await looksUntil(watching, isSeen);
    expect(more).toBeLessThanOrEqual(mostLogs === Number.POSITIVE_INFINITY ? 12 : 0);
    await looksUntil(watching, async () => (await watching.cursor())?.settled === node.head() - 1);
    for (const one of others) {
      expect((await watching.find(one)).deposit).toMatchObject({ label: "exact", amount: "100" });
      expect(await blindSince(one)).toBeNull();
    }
    expect(await watching.cursor()).toMatchObject({ settled: node.head() - 1, blind_since: null });
    // What comes to the flooded one is seen as well, sooner or later.
    node.pay(contract, victim.address, hundred);
    node.mine(2);
    const looks = await looksUntil(
      watching,
      async () => (await watching.find(victim)).deposit.amount !== null,
    );
    process.stdout.write(`  its own 100 is seen after ${looks} looks\n`);
  } finally {
    await watching.close();
    await node.close();
  }
});

it.each([
  ["that failed", { err: { InstructionError: [0, "Custom"] } }],
  ["of one unit each", {}],
])("Solana: signatures %s", async (name, changes) => {
  const node = await startFakeSolana();
  const watching = await startWatchingDashboard([node.url], {}, "solana");
  try {
    await watching.look();
    const victim = await watching.create();
    const others = [await watching.create(), await watching.create(), await watching.create()];
    await watching.look();
    for (let sent = 0; sent < count; sent++) {
      if (sent % ofASlot === 0) node.advance();
      const move = { owner: victim.address, mint: usdcMint, units: 1n };
      node.send([move], { slot: node.head(), ...changes });
    }
    for (const { address } of others) node.pay(address, hundred);
    node.advance();
    node.finalize();
    await measure(name, node, watching.look);
    for (const one of others) {
      expect((await watching.find(one)).deposit).toMatchObject({ label: "exact", amount: "100" });
      expect(await blindSince(one)).toBeNull();
    }
    node.pay(victim.address, hundred);
    node.advance();
    node.finalize();
    await watching.look();
    await watching.look();
    expect(await watching.news(victim)).toContain("confirmed");
    const rows = await (await db())
      .selectFrom("deposits")
      .select("units")
      .where("transfer_id", "=", victim.id)
      .execute();
    expect(rows.map(({ units }) => units)).toContain(`${hundred}`);
  } finally {
    await watching.close();
    await node.close();
  }
});
