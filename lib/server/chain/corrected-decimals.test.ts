import { afterEach, beforeEach, expect, it } from "vitest";
import { db } from "#lib/server/database/db";
import { termsOf } from "#lib/server/funding/funding-terms";
import { describeDifference, verifyLedger } from "#lib/server/verify/verify-ledger";
import { newAddress } from "#lib/testing/ledger/give-life";
import {
  startWatchingDashboard,
  type WatchingDashboard,
  watchedAssets,
} from "#lib/testing/servers/watching-dashboard";
import { type FakeNode, startFakeNode } from "#lib/testing/service/fake-node";

/** A table that said 18 decimals for a token that has 6, and says 6 now. */

const [{ contract = "", chainId = 0 } = {}] = watchedAssets;
const hundred = 100_000_000n;
const withDecimals = (decimals: number) => ({
  OFFRAMP_ASSETS: JSON.stringify(watchedAssets.map((asset) => ({ ...asset, decimals }))),
});
let node: FakeNode;
let watching: WatchingDashboard;
beforeEach(async () => {
  node = await startFakeNode(chainId);
});
afterEach(async () => {
  await watching.close();
  await node.close();
});

it("an amount with more decimals than the token blinds nobody, has a page, and is short of it", async () => {
  watching = await startWatchingDashboard([node.url]);
  watching.dashboard.spoil();
  await watching.look();
  const [fine, other] = [await watching.create(), await watching.create()];
  const ledger = await db();
  await ledger.updateTable("transfers").set({ amount: "100.00000012" }).where("id", "=", fine.id).execute();
  const row = await ledger
    .selectFrom("transfers")
    .selectAll()
    .where("id", "=", fine.id)
    .executeTakeFirstOrThrow();
  expect(termsOf(row)).toBeUndefined();
  for (const { address } of [fine, other]) node.pay(contract, address, hundred);
  node.mine(2);
  await watching.look();
  expect((await watching.find(other)).deposit).toMatchObject({ label: "exact" });
  expect((await watching.find(fine)).deposit).toMatchObject({
    label: "short",
    amount: "100",
    difference: "0.00000012",
  });
});

it("what arrived before is told again with the decimals that it has", async () => {
  watching = await startWatchingDashboard([node.url], withDecimals(18));
  await watching.look();
  const transfer = await watching.create();
  await watching.look();
  node.pay(contract, transfer.address, hundred);
  node.mine(2);
  await watching.look();
  expect((await watching.find(transfer)).deposit).toMatchObject({ label: "short", amount: "0.0000000001" });
  // As another start reads them.
  const readers = watching.readers().map((reader) => ({
    ...reader,
    network: {
      ...reader.network,
      tokens: reader.network.tokens.map((token) => ({ ...token, decimals: 6 })),
    },
  }));
  node.mine(1);
  await watching.look(readers);
  node.mine(1);
  await watching.look(readers);
  expect((await watching.find(transfer)).deposit).toMatchObject({ label: "exact", amount: "100" });
  expect(await watching.news(transfer)).toEqual(["seen", "confirmed", "gone", "seen", "confirmed"]);
  expect((await verifyLedger(await db())).differences.map(describeDifference)).toEqual([]);
});

it("a contract that only bears the token's symbol brings nothing of it, and is named as another token", async () => {
  const copy = { symbol: "USDC", contract: newAddress(), decimals: 6 };
  watching = await startWatchingDashboard([node.url], {
    OFFRAMP_ASSETS: JSON.stringify(watchedAssets.map((asset) => ({ ...asset, otherTokens: [copy] }))),
  });
  await watching.look();
  const transfer = await watching.create();
  node.pay(copy.contract, transfer.address, hundred);
  node.mine(2);
  await watching.look();
  expect((await watching.find(transfer)).deposit).toMatchObject({
    ...{ label: "wrong_token", amount: null },
    otherToken: { symbol: "USDC", amount: "100" },
  });
});
