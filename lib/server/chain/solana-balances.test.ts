import { randomBytes } from "node:crypto";
import { base58 } from "@scure/base";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { tokenAccount } from "#lib/asset/token-account";
import type { Transfer } from "#lib/contract/api";
import { db } from "#lib/server/database/db";
import { sendOverHttp } from "#lib/server/service/offramp-http";
import { failWrites } from "#lib/testing/database/database";
import { madeAt, watchSince } from "#lib/testing/ledger/watch-since";
import { startWatchingDashboard, type WatchingDashboard } from "#lib/testing/servers/watching-dashboard";
import { result } from "#lib/testing/service/fake-node";
import { type FakeSolana, startFakeSolana, usdcMint, usdtMint } from "#lib/testing/service/fake-solana";
import { openNode } from "./node";
import { solanaReader } from "./solana-reader";
import { type Reader, tick } from "./watcher";

/** Those that are older than two hours: read each minute by their balances. */

const hundred = 100_000_000n;
let node: FakeSolana;
let watching: WatchingDashboard;
let transfer: Transfer & { address: string };
let reader: Reader;
beforeEach(async () => {
  node = await startFakeSolana();
  watching = await startWatchingDashboard([node.url], {}, "solana");
  watching.dashboard.spoil();
  await watching.look();
  transfer = await watching.create();
  await watching.look();
  const ledger = await db();
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
  await ledger
    .updateTable("chain_cursors")
    .set({ audited_at: hoursAgo(0) })
    .execute();
  await watchSince(ledger, hoursAgo(4));
  await madeAt(ledger, transfer.id, hoursAgo(3));
  reader = openReader();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await watching.close();
  await node.close();
});

function openReader(): Reader {
  const [one] = watching.readers();
  if (one === undefined) throw new Error("Nothing is read.");
  return one;
}

/** All that there is becomes final, and the minute has passed. */
async function round(by = reader): Promise<void> {
  node.advance();
  node.finalize();
  await tick({ ...by, settledAt: Number.NEGATIVE_INFINITY, checkedAt: performance.now(), pausedUntil: 0 });
}
/** Past the API: a page that is open makes its transfer hot. */
async function news(): Promise<string[]> {
  const events = (await db()).selectFrom("transfer_events").select("kind").orderBy("seq");
  const kinds = (await events.where("transfer_id", "=", transfer.id).execute()).map(({ kind }) => kind);
  return kinds.flatMap((kind) => (kind.startsWith("deposit_") ? [kind.slice("deposit_".length)] : []));
}
const lists = () => node.callsOf("getSignaturesForAddress").length;
const sweep = () => node.send([{ owner: transfer.address, mint: usdcMint, units: -hundred }]);

it("an account is asked about once its balance has changed, and not again", async () => {
  await round();
  expect(lists()).toBe(0);
  node.pay(transfer.address, hundred);
  await round();
  expect(await news()).toEqual(["seen", "confirmed"]);
  expect(lists()).toBe(1);
  await round();
  await round();
  expect(lists()).toBe(1);
  sweep();
  await round();
  expect([lists(), await news()]).toEqual([2, ["seen", "confirmed"]]);
});

it("what could not be written is read again", async () => {
  await round();
  node.pay(transfer.address, hundred);
  const mend = await failWrites(await db(), "insert on deposits");
  await round();
  await mend();
  expect(await news()).toEqual([]);
  await round();
  expect(await news()).toEqual(["seen", "confirmed"]);
});

it("what another server has read meanwhile makes its own memory void", async () => {
  const other = openReader();
  node.pay(transfer.address, hundred);
  await round();
  sweep();
  await round(other);
  // The balance that it remembers, by another deposit.
  node.pay(transfer.address, hundred);
  await round();
  expect(await news()).toEqual(["seen", "confirmed", "seen", "confirmed"]);
});

it("what came and went within a minute is found by the audit", async () => {
  node.pay(transfer.address, 1n);
  await round();
  node.pay(transfer.address, hundred);
  sweep();
  await round();
  vi.spyOn(Date, "now").mockReturnValue(Date.now() + 3_700_000);
  node.advance(20_000);
  await round();
  expect(await news()).toEqual(["seen", "confirmed"]);
  await (await db())
    .updateTable("chain_cursors")
    .set({ audited_at: new Date(0).toISOString() })
    .execute();
  await round();
  vi.restoreAllMocks();
  expect(await news()).toEqual(["seen", "confirmed", "seen", "confirmed"]);
});

it("a list that lacks what changed a balance settles nothing", async () => {
  node.pay(transfer.address, 1n);
  await round();
  node.pay(transfer.address, hundred);
  const before = (await watching.cursor())?.settled;
  node.behave("getSignaturesForAddress", (response, call) =>
    result((call.good as object[]).slice(1))(response, call),
  );
  await round();
  expect((await watching.cursor())?.settled).toBe(before);
  node.recover();
  await round();
  expect(await news()).toEqual(["seen", "confirmed", "seen", "confirmed"]);
});

it("takes a call for each hundred accounts, of two tokens each", async () => {
  const tokens = [usdcMint, usdtMint].map((contract) => ({
    ...{ contract, symbol: "USDC", decimals: 6, isAsset: true },
  }));
  const owners = Array.from({ length: 300 }, () => base58.encode(randomBytes(32)));
  const own = openNode({ network: "solana", url: node.url, headers: {}, send: sendOverHttp });
  node.calls.length = 0;
  const { found } = await solanaReader(tokens).readDeposits(own, owners, [1, node.final()], "settling");
  expect(found).toEqual([]);
  expect(node.calls.map(({ method }) => method)).toEqual(Array(6).fill("getMultipleAccounts"));
  const asked = node.calls.flatMap(({ params }) => params[0] as string[]);
  expect(asked[1]).toBe(tokenAccount(owners[0] ?? "", usdtMint));
});
