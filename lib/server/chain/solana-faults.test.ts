import { randomBytes } from "node:crypto";
import { base58 } from "@scure/base";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { startWatchingDashboard, type WatchingDashboard } from "#lib/testing/servers/watching-dashboard";
import { changed, type NodeBehaviour, result, rpcError } from "#lib/testing/service/fake-node";
import { type FakeSolana, startFakeSolana, usdcMint } from "#lib/testing/service/fake-solana";
import { answer, flood } from "#lib/testing/service/faulty-service";
import { holdTimeLimits } from "#lib/testing/service/time-limits";

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
afterEach(() => node.recover());

const whole: (behave: (response: never, call: never) => void) => NodeBehaviour = (behave) => (response) =>
  behave(response as never, {} as never);
const redirect: NodeBehaviour = (response) => {
  response.writeHead(307, { location: node.url });
  response.end();
};
const otherId: NodeBehaviour = (response, call) => result(call.good)(response, { ...call, id: call.id + 1 });
type Listed = { signature: string; slot: number };
type Told = { slot: number; transaction: { signatures: string[] }; meta: { err: unknown } };

const [accounts, list, transaction] = ["getMultipleAccounts", "getSignaturesForAddress", "getTransaction"];
const faults: [string, string, NodeBehaviour][] = [
  ["another question's answer", list, otherId],
  ["no list", list, result({ 0: "signature" })],
  ["null", list, result(null)],
  ["over 4 MB", list, whole(flood(4.5 * 1024 * 1024))],
  ["a redirect", list, redirect],
  ["a page", list, whole(answer(200, "<!doctype html>"))],
  ["no signature", list, changed((all: Listed[]) => all.map((one) => ({ ...one, signature: "0x1" })))],
  ["one transaction twice", list, changed((all: Listed[]) => all.flatMap((one) => [one, one]))],
  [
    "a list in no order",
    list,
    changed((all: Listed[]) => [
      ...all,
      { ...all[0], signature: base58.encode(randomBytes(64)), slot: node.head() + 9 },
    ]),
  ],
  [
    "too few accounts",
    accounts,
    changed(({ value, ...rest }: { value: [] }) => ({ ...rest, value: value.slice(1) })),
  ],
  [
    "accounts of an older slot",
    accounts,
    changed((all: object) => ({ ...all, context: { slot: node.final() - 40 } })),
  ],
  ["a node that is behind", accounts, rpcError(-32_016, "Minimum context slot has not been reached")],
  ["too many calls", accounts, rpcError(-32_005, "Node is unhealthy")],
  ["no transaction", transaction, result(null)],
  [
    "another transaction",
    transaction,
    changed((one: Told) => ({ ...one, transaction: { ...one.transaction, signatures: ["another"] } })),
  ],
  ["a transaction of another slot", transaction, changed((one: Told) => ({ ...one, slot: one.slot - 1 }))],
  [
    "one that failed after all",
    transaction,
    changed((one: Told) => ({ ...one, meta: { ...one.meta, err: "no" } })),
  ],
  [
    "balances without owners",
    transaction,
    changed((one: Told) => ({ ...one, meta: { ...one.meta, postTokenBalances: [{ mint: usdcMint }] } })),
  ],
  ["another chain", "getGenesisHash", result("EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG")],
  ["a head that is old", "getBlockTime", result(Math.floor(Date.now() / 1_000) - 300)],
  ["a head below the cursor", "getSlot", result(5)],
];

it.each(faults)(
  "%s: nothing is recorded, and the next good round records the truth",
  async (_name, method, fault) => {
    const transfer = await watching.create();
    await watching.look();
    const before = await watching.cursor();
    node.pay(transfer.address, 100_000_000n);
    node.advance();
    node.finalize();
    node.behave(method, fault);
    await watching.look();
    expect(await watching.news(transfer)).toEqual([]);
    expect((await watching.find(transfer)).deposit.label).toBe("none");
    expect((await watching.cursor())?.settled).toBe(before?.settled);
    node.recover();
    await watching.look();
    expect((await watching.find(transfer)).deposit).toMatchObject({ label: "exact", amount: "100" });
    expect(await watching.news(transfer)).toEqual(["seen", "confirmed"]);
    expect((await watching.cursor())?.settled).toBe(node.final());
  },
);

it("silent: one question, and none after it", async () => {
  const transfer = await watching.create();
  await watching.look();
  node.pay(transfer.address, 1n);
  const endWaiting = holdTimeLimits();
  // The time is over as soon as the question has come.
  node.behave(list, endWaiting);
  node.calls.length = 0;
  await watching.look();
  expect(node.callsOf(list)).toHaveLength(1);
  expect(await watching.news(transfer)).toEqual([]);
});

it("a node that no longer knows a transaction, and is behind, takes nothing back", async () => {
  const transfer = await watching.create();
  await watching.look();
  const signature = node.pay(transfer.address, 100_000_000n);
  await watching.look();
  node.advance();
  node.finalize();
  node.behave(list, result([]));
  node.behave("getSignatureStatuses", result({ context: { slot: node.final() - 40 }, value: [null] }));
  await watching.look();
  expect(await watching.news(transfer)).toEqual(["seen"]);
  node.recover();
  await watching.look();
  const { deposit } = await watching.find(transfer);
  expect(deposit).toMatchObject({ label: "exact", transactions: [signature] });
});
