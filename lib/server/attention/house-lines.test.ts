import { randomUUID } from "node:crypto";
import { expect, it, onTestFinished } from "vitest";
import type { Transfer } from "#lib/contract/api";
import { findAttentionPage } from "#lib/server/attention/attention";
import { beginWatching } from "#lib/server/chain/cursors";
import { db } from "#lib/server/database/db";
import { listDeposits } from "#lib/server/standing/deposit-facts";
import { goodTransfer } from "#lib/testing/ledger/inputs";
import { startDashboard, type TestDashboard } from "#lib/testing/servers/dashboard";

async function start(): Promise<TestDashboard> {
  const dashboard = await startDashboard({});
  onTestFinished(() => dashboard.close());
  return dashboard;
}

let accounts = 2_000_000_000;

async function create(dashboard: TestDashboard): Promise<Transfer> {
  accounts += 1;
  const { body } = await dashboard.send<Transfer>("POST", "/api/transfers", {
    body: { ...goodTransfer, accountNumber: String(accounts), accountName: "SANDBOX WAITS" },
    headers: { "idempotency-key": randomUUID() },
  });
  expect(body.status).toBe("accepted");
  return body;
}

it("tells a network that can’t be read in one line, and lists its transfers only where they are asked for", async () => {
  const dashboard = await start();
  const ledger = await db();
  const [first, second] = [await create(dashboard), await create(dashboard)];
  await beginWatching(ledger, first.network);
  const blind_since = new Date(Date.now() - 10 * 60_000).toISOString();
  await ledger
    .updateTable("chain_cursors")
    .set({ blind_since })
    .where("network", "=", first.network)
    .execute();

  const all = await findAttentionPage({}, "nobody");
  expect(all.rows).toEqual([]);
  expect(all.lines).toEqual([{ reason: "network_blind", count: 2, networks: [first.network] }]);
  const asked = await findAttentionPage({ reason: "network_blind" }, "nobody");
  // The oldest first.
  expect(asked.rows.map(({ transfer }) => transfer.id)).toEqual([first.id, second.id]);
  expect(asked.lines).toEqual([]);
  // It only says so: a blind network closes nothing.
  expect(asked.rows.map(({ transfer }) => transfer.standing.closedBy)).toEqual([null, null]);
});

it("lists what came to every address that a transfer ever had, and says which is not its own", async () => {
  const dashboard = await start();
  dashboard.spoil();
  const ledger = await db();
  const { id, network, address, createdAt } = await create(dashboard);
  const other = `0x${"7".repeat(40)}`;
  const row = (to_address: string, tx: string, is_own_token: number) => ({
    ...{ transfer_id: id, network, tx, contract: `0x${"1".repeat(40)}`, ordinal: 0, decimals: 6 },
    ...{ symbol: is_own_token === 1 ? "USDC" : "USDbC", is_own_token, from_address: "0x1", to_address },
    ...{ units: "5000000", block: 1, block_hash: "0xb", block_time: new Date().toISOString() },
    ...{ state: "confirmed" as const, changes: 1, node: "n" },
  });
  await ledger
    .insertInto("deposits")
    .values([row(address ?? "", "0xa", 1), row(address ?? "", "0xb", 0), row(other, "0xc", 1)])
    .execute();
  const listed = await listDeposits({ id, address, createdAt });
  expect(listed).toMatchObject([
    { tx: "0xa", amount: "5", symbol: "USDC", isElsewhere: false, isOtherToken: false },
    { tx: "0xb", symbol: "USDbC", isElsewhere: false, isOtherToken: true },
    { tx: "0xc", to: other, isElsewhere: true, isOtherToken: false },
  ]);
});
