import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import type { Transfer } from "#lib/contract/api";
import { db } from "#lib/server/database/db";
import { newSharedDatabase } from "#lib/testing/database/database";
import { settingOf } from "#lib/testing/database/database-setting";
import {
  startWatchingDashboard,
  type WatchingDashboard,
  watchedAssets,
} from "#lib/testing/servers/watching-dashboard";
import { startFakeNode } from "#lib/testing/service/fake-node";
import { temporaryFolder } from "#lib/testing/temporary-folder";
import { writeBackup } from "./backup";
import { restoreBackup } from "./restore";

const [{ contract = "", chainId = 0 } = {}] = watchedAssets;
type Own = Transfer & { address: string };

const askOn =
  ({ dashboard }: WatchingDashboard) =>
  async ({ id }: Own, key: string = randomUUID()) => {
    const body = { wallet: "MetaMask", from: `0x${"c0".repeat(20)}` };
    const headers = { "idempotency-key": key };
    const { status, problem } = await dashboard.send("POST", `/api/transfers/${id}/fundings`, {
      body,
      headers,
    });
    return status === 201 ? "licence" : status === 200 ? "repeat" : problem.code;
  };

/** "link", or why none was made. */
const linkOn =
  ({ dashboard }: WatchingDashboard) =>
  async ({ id }: Own) => {
    const body = { validHours: 2, payeeName: "Ada" };
    const { status, problem } = await dashboard.send("POST", `/api/transfers/${id}/pay-link`, { body });
    return status === 201 ? "link" : problem.code;
  };

/** A person says that nobody has sent. */
const openOn =
  ({ dashboard, find }: WatchingDashboard) =>
  async (transfer: Own) => {
    const { standing } = await find(transfer);
    const body = { reason: "Nobody has sent.", seen: `${standing.seen}` };
    const path = `/api/transfers/${transfer.id}/opening`;
    const { status, problem } = await dashboard.send("POST", path, { body });
    return status === 200 ? "open" : problem.code;
  };

it("stays closed to wallets and payers, whatever was asked before the backup and after it, until a person opens it again", async () => {
  const node = await startFakeNode(chainId);
  onTestFinished(node.close);
  const variables = { APP_URL: "http://localhost:3000" };
  const first = await startWatchingDashboard([node.url], variables);
  const ask = askOn(first);
  await first.look();
  const said = {
    asked: undefined,
    unsure: { said: "unsure" },
    sent: { said: "sent", hash: `0x${"7d".repeat(32)}` },
  };
  const live: [Own, key: string][] = [];
  for (const body of Object.values(said)) {
    const [transfer, key] = [await first.create(), randomUUID()];
    expect(await ask(transfer, key)).toBe("licence");
    const path = `/api/transfers/${transfer.id}/fundings/${key}/answer`;
    if (body !== undefined) await first.dashboard.send("POST", path, { body });
    live.push([transfer, key]);
  }
  const [untouched, askedLater, paidLater] = [
    await first.create(),
    await first.create(),
    await first.create(),
  ];
  await first.look();
  const backup = join(temporaryFolder(), "monday.db");
  await writeBackup(settingOf(process.env.DATABASE_URL ?? ""), backup);
  // What the backup lacks: one licence that nobody has used yet, and one that was.
  expect([await ask(askedLater), await ask(paidLater)]).toEqual(["licence", "licence"]);
  await first.close();
  node.pay(contract, paidLater.address, 100_000_000n);

  const database = await newSharedDatabase();
  await restoreBackup(database.setting, backup, false);
  const again = await startWatchingDashboard([node.url], {
    ...variables,
    DATABASE_URL: database.url,
  });
  onTestFinished(again.close);
  const [askAgain, linkAgain, open] = [askOn(again), linkOn(again), openOn(again)];
  const everybody = [...live.map(([transfer]) => transfer), untouched, askedLater, paidLater];
  for (const transfer of everybody) expect(await askAgain(transfer)).toBe("transfers_held");
  for (const transfer of [untouched, askedLater, paidLater])
    expect(await linkAgain(transfer)).toBe("transfers_held");
  // An admin has compared, half a minute later.
  const since = new Date(Date.now() - 60_000).toISOString();
  await (await db()).updateTable("database_server").set({ held_since: since }).execute();
  const release = await again.dashboard.send("POST", "/api/hold/release", { body: { since } });
  expect(release.body).toEqual({ hold: null });
  // A live request holds off everybody still, whatever a person says.
  for (const [at, state] of Object.keys(said).entries()) {
    const [transfer, key] = live[at] ?? [untouched, ""];
    expect((await again.find(transfer)).funding).toMatchObject({ id: key, state });
    expect([await askAgain(transfer), await open(transfer)]).toEqual(["funding_open", "not_resolvable"]);
    expect(await linkAgain(transfer)).toBe("not_possible_now");
    const close = `/api/transfers/${transfer.id}/fundings/${key}/close`;
    await again.dashboard.send("POST", close, { body: { reason: "The wallet shows nothing." } });
    expect(await askAgain(transfer)).toBe("funding_unconfirmed");
    expect([await open(transfer), await askAgain(transfer)]).toEqual(["open", "licence"]);
  }
  expect([await linkAgain(untouched), await linkAgain(paidLater)]).toEqual([
    ...["funding_unconfirmed", "funding_unconfirmed"],
  ]);
  for (const transfer of [untouched, askedLater]) {
    expect(await askAgain(transfer)).toBe("funding_unconfirmed");
    expect([await open(transfer), await askAgain(transfer)]).toEqual(["open", "licence"]);
    expect(await askAgain(transfer)).toBe("funding_open");
  }
  // The network still has what was sent since; the reader of before had its lease for seconds only.
  await (await db()).updateTable("chain_cursors").set({ lease_until: null, lease_by: null }).execute();
  await again.look();
  expect((await again.find(paidLater)).deposit.amount).toBe("100");
  expect([await open(paidLater), await askAgain(paidLater)]).toEqual(["not_resolvable", "deposit_seen"]);
});
