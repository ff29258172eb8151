import { afterAll, beforeAll, expect, it } from "vitest";
import type { Transfer } from "#lib/contract/api";
import { db } from "#lib/server/database/db";
import type { DepositRow } from "#lib/server/tables/deposit-rows";
import {
  startWatchingDashboard,
  type WatchingDashboard,
  watchedAssets,
} from "#lib/testing/servers/watching-dashboard";
import { type FakeNode, startFakeNode } from "#lib/testing/service/fake-node";
import { describeDifference, verifyLedger } from "./verify-ledger";

const [{ contract = "", chainId = 0 } = {}] = watchedAssets;
let node: FakeNode;
let watching: WatchingDashboard;
let transfer: Transfer & { address: string };
let tx: string;
beforeAll(async () => {
  node = await startFakeNode(chainId);
  watching = await startWatchingDashboard([node.url]);
  await watching.look();
  transfer = await watching.create();
  await watching.look();
  const lost = node.pay(contract, transfer.address, 40_000_000n);
  await watching.look();
  node.reorg(1);
  node.mine(1);
  await watching.look();
  tx = node.pay(contract, transfer.address, 60_000_000n).transactionHash;
  node.mine(2);
  await watching.look();
  expect(await watching.news(transfer)).toEqual(["seen", "gone", "seen", "confirmed"]);
  expect(lost.transactionHash).not.toBe(tx);
});
afterAll(async () => {
  await watching.close();
  await node.close();
});

const faults = async () => (await verifyLedger(await db())).differences.map(describeDifference);

it.each<[string, Partial<DepositRow>, string]>([
  ["amount", { units: "100000000" }, "is stored as 100 USDC, its event says 60 USDC"],
  ["token", { symbol: "EURC" }, "is stored as 60 EURC, its event says 60 USDC"],
  ["unit", { units: "600000000", decimals: 7 }, "has another place or sender than its events"],
  ["sender", { from_address: `0x${"e".repeat(40)}` }, "has another place or sender than its events"],
  ["state", { state: "seen" }, "is stored as seen, its events say confirmed"],
  ["block", { block: 1 }, "has another place or sender than its events"],
  ["fork", { block_hash: `0x${"1".repeat(64)}` }, "has another place or sender than its events"],
  ["transaction", { tx: `0x${"2".repeat(64)}` }, "was inserted or changed: no event tells of it"],
  ["number of changes", { changes: 3 }, "was inserted or changed: no event tells of it"],
])("a deposit whose %s was changed is named", async (_what, changes, said) => {
  expect(await faults()).toEqual([]);
  const ledger = await db();
  const before = await ledger
    .selectFrom("deposits")
    .selectAll()
    .where("tx", "=", tx)
    .executeTakeFirstOrThrow();
  const write = (values: Partial<DepositRow>, where: string) =>
    ledger.updateTable("deposits").set(values).where("tx", "=", where).execute();
  await write(changes, tx);
  expect((await faults()).join()).toContain(said);
  await write(before, changes.tx ?? tx);
  expect(await faults()).toEqual([]);
});

it("a deposit that was removed is missed", async () => {
  const ledger = await db();
  const gone = await ledger
    .selectFrom("deposits")
    .selectAll()
    .where("state", "=", "gone")
    .executeTakeFirstOrThrow();
  await ledger.deleteFrom("deposits").where("tx", "=", gone.tx).execute();
  const [fault = "", ...others] = await faults();
  expect(fault).toMatch(/event \d+ is of a deposit that was changed or removed$/);
  expect(others).toEqual([]);
  await ledger.insertInto("deposits").values(gone).execute();
});
