import { afterEach, beforeEach, expect, it } from "vitest";
import { db } from "#lib/server/database/db";
import { startWatchingDashboard, type WatchingDashboard } from "#lib/testing/servers/watching-dashboard";
import { changed, type NodeBehaviour, result, rpcError } from "#lib/testing/service/fake-node";
import { type FakeSolana, startFakeSolana, usdcMint } from "#lib/testing/service/fake-solana";

/** A transaction that a node won't tell of, or very many, at one address; and everybody else's. */

type Made = Awaited<ReturnType<WatchingDashboard["create"]>>;
const hundred = 100_000_000n;
let node: FakeSolana;
let watching: WatchingDashboard;
let victim: Made;
let other: Made;
beforeEach(async () => {
  node = await startFakeSolana();
  watching = await startWatchingDashboard([node.url], {}, "solana");
  await watching.look();
  victim = await watching.create();
  other = await watching.create();
  await watching.look();
});
afterEach(async () => {
  await watching.close();
  await node.close();
});

async function round(): Promise<void> {
  node.advance();
  node.finalize();
  await watching.look();
}
async function blindSince(): Promise<string | null> {
  const rows = (await db()).selectFrom("transfers").select("blind_since").where("id", "=", victim.id);
  return (await rows.executeTakeFirstOrThrow()).blind_since;
}
const without = (part: "meta" | "blockTime") => changed((one: object) => ({ ...one, [part]: null }));

it.each<[string, NodeBehaviour]>([
  [
    "of a version that it doesn't tell",
    rpcError(-32_015, "Transaction version (1) is not supported by the requesting client"),
  ],
  ["that it doesn't have", result(null)],
  ["without what it did", without("meta")],
  ["that is a fault of its own", rpcError(-32_603, "Internal error", 500)],
])("one transaction %s: it is told once, and everybody else's is seen", async (_name, fault) => {
  const dust = node.pay(victim.address, 1n);
  node.behave("getTransaction", (response, call) =>
    (call.params[0] === dust ? fault : result(call.good))(response, call),
  );
  node.pay(other.address, hundred);
  await round();
  expect((await watching.find(other)).deposit).toMatchObject({ label: "exact" });
  await round();
  await round();
  const { events } = await watching.find(victim);
  const told = events.filter(({ kind }) => kind === "deposit_unread");
  expect(told.map(({ text, source }) => [source, text?.includes(dust)])).toEqual([["chain", true]]);
  expect(await watching.cursor()).toMatchObject({ settled: node.final(), blind_since: null });
  expect(await blindSince()).toBeNull();
  node.pay(victim.address, hundred);
  await round();
  expect((await watching.find(victim)).deposit).toMatchObject({ label: "exact", amount: "100" });
});

it("a newer version is read where the node has it", async () => {
  node.behave("getTransaction", (response, call) => {
    const [, { maxSupportedTransactionVersion }] = call.params as [
      string,
      { maxSupportedTransactionVersion: number },
    ];
    const refuse = rpcError(-32_015, "Transaction version (1) is not supported");
    (maxSupportedTransactionVersion < 1 ? refuse : result(call.good))(response, call);
  });
  node.pay(victim.address, hundred);
  await round();
  expect((await watching.find(victim)).deposit).toMatchObject({ label: "exact" });
});

it("a block without a time: what is in it stands beside its neighbours", async () => {
  const signature = node.pay(victim.address, hundred);
  const slot = node.head();
  node.behave("getTransaction", without("blockTime"));
  node.behave("getBlockTime", (response, call) =>
    result(call.params[0] === slot ? null : call.good)(response, call),
  );
  await round();
  await round();
  expect((await watching.find(victim)).deposit).toMatchObject({ label: "exact", transactions: [signature] });
  expect(await watching.news(victim)).toEqual(["seen", "confirmed"]);
});

it("11,000 failed transactions that name the account: all of it is read in a few looks, and nobody else waits", async () => {
  const first = node.pay(victim.address, hundred);
  for (let at = 0; at < 11_000; at++)
    node.send([{ owner: victim.address, mint: usdcMint, units: 1n }], {
      err: { InstructionError: [0, "no"] },
    });
  node.pay(other.address, hundred);
  await round();
  expect((await watching.find(other)).deposit).toMatchObject({ label: "exact" });
  for (let left = 4; left > 0; left--) await round();
  expect((await watching.find(victim)).deposit).toMatchObject({ label: "exact", transactions: [first] });
  expect(await watching.cursor()).toMatchObject({ settled: node.final(), blind_since: null });
  expect(await blindSince()).toBeNull();
});
