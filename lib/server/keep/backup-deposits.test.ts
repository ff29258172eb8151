import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { env } from "#lib/server/config/env";
import { attachDatabase, db } from "#lib/server/database/db";
import type { Db } from "#lib/server/tables/schema";
import { newSharedDatabase } from "#lib/testing/database/database";
import { startWatchingDashboard, watchedAssets } from "#lib/testing/servers/watching-dashboard";
import { startFakeNode } from "#lib/testing/service/fake-node";
import { temporaryFolder } from "#lib/testing/temporary-folder";
import { writeBackup } from "./backup";
import { restoreBackup } from "./restore";

const [{ contract = "", chainId = 0 } = {}] = watchedAssets;

/** What was seen, how far was read, and which wallets were asked, in any order. */
async function chainOf(ledger: Db): Promise<string[]> {
  const rows: object[] = [];
  for (const table of ["deposits", "chain_cursors", "fundings"] as const)
    rows.push(...(await ledger.selectFrom(table).selectAll().execute()));
  return rows.map((row) => JSON.stringify(Object.entries(row).sort())).sort();
}

it("a backup holds the deposits, the cursors and the wallets' requests, and they are computed again", async () => {
  const node = await startFakeNode(chainId);
  const watching = await startWatchingDashboard([node.url]);
  onTestFinished(async () => {
    await watching.close();
    await node.close();
  });
  await watching.look();
  const [paid, asked] = [await watching.create(), await watching.create()];
  await watching.look();
  node.pay(contract, paid.address, 60_000_000n);
  node.mine(2);
  await watching.look();
  const body = { wallet: "Wallet (example.wallet)", from: `0x${"ab".repeat(20)}` };
  const headers = { "idempotency-key": randomUUID() };
  const path = `/api/transfers/${asked.id}/fundings`;
  const claim = await watching.dashboard.send("POST", path, { body, headers });
  expect(claim.status, JSON.stringify(claim.body)).toBe(201);
  const before = await chainOf(await db());
  expect(before).toHaveLength(3);

  const file = join(temporaryFolder(), "backups", "monday.db");
  expect((await writeBackup(env().database, file)).faults).toEqual([]);
  const target = await newSharedDatabase();
  expect((await restoreBackup(target.setting, file, false)).faults).toEqual([]);
  const restored = await attachDatabase(target.setting);
  expect(await chainOf(restored)).toEqual(before);
  await restored.destroy();
});
