import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { expect, inject, it, onTestFinished } from "vitest";
import { keepCallback } from "#lib/server/callbacks/keep-callback";
import { env } from "#lib/server/config/env";
import { authSecret } from "#lib/server/credentials/secret";
import { attachDatabase, db } from "#lib/server/database/db";
import type { Db } from "#lib/server/tables/schema";
import { newSharedDatabase } from "#lib/testing/database/database";
import { describeDatabase, newPostgresDatabase } from "#lib/testing/database/new-database";
import { readRows } from "#lib/testing/ledger/forgery/full-ledger";
import { describeTables, type TableShape } from "#lib/testing/ledger/forgery/table-shapes";
import { answerRequest } from "#lib/testing/servers/handlers";
import { startWatchingDashboard, watchedAssets } from "#lib/testing/servers/watching-dashboard";
import { startFakeNode } from "#lib/testing/service/fake-node";
import { writeSession } from "#lib/testing/sign-in/sessions";
import { temporaryFolder } from "#lib/testing/temporary-folder";
import { writeBackup } from "./backup";
import { moveToPostgres } from "./move-ledger";
import { restoreBackup } from "./restore";

const [{ contract = "", chainId = 0 } = {}] = watchedAssets;
/** What a restore or a move adds to, and where nothing can be compared. */
const written = new Set(["audit_log", "audit_head", "database_server"]);

async function rowsOf(ledger: Db, shapes: readonly TableShape[]) {
  const rows: Record<string, string[]> = {};
  for (const shape of shapes) if (!written.has(shape.name)) rows[shape.name] = await readRows(ledger, shape);
  return rows;
}

/** A ledger with a deposit, a wallet that was asked, a callback that waits, and an export that nobody has read to its end. */
async function busyLedger() {
  const node = await startFakeNode(chainId);
  const watching = await startWatchingDashboard([node.url]);
  await watching.look();
  const [paid, asked] = [await watching.create(), await watching.create()];
  node.pay(contract, paid.address, 60_000_000n);
  node.mine(2);
  await watching.look();
  const ledger = await db();
  const claim = await watching.dashboard.send("POST", `/api/transfers/${asked.id}/fundings`, {
    body: { wallet: "Wallet 🏦", from: `0x${"ab".repeat(20)}` },
    headers: { "idempotency-key": randomUUID() },
  });
  expect(claim.status, JSON.stringify(claim.body)).toBe(201);
  const { callback_token_hash: tokenHash } = await ledger
    .selectFrom("transfers")
    .select("callback_token_hash")
    .where("id", "=", paid.id)
    .executeTakeFirstOrThrow();
  if (tokenHash === null) throw new Error("It gets no callbacks.");
  const raw = '{"status":"processing","note":"it’s \\"slow\\"\\n🏦"}';
  const received = { body_hash: "0".repeat(64), query: "", content_type: "", raw, is_truncated: 0 };
  expect(await keepCallback({ tokenHash, received: { ...received, raw_encoding: "utf8" } })).toBe("kept");
  const { cookie } = await writeSession(ledger, authSecret(), { role: "finance" });
  const origin = "http://localhost:3000";
  const headers = { host: "localhost:3000", origin, cookie, "content-type": "application/json" };
  const path = `${origin}/api/transfers/export`;
  const answer = await answerRequest(new Request(path, { method: "POST", headers, body: "{}" }));
  const reading = answer.body?.getReader();
  expect((await reading?.read())?.value?.length).toBeGreaterThan(0);
  onTestFinished(async () => {
    await reading?.cancel();
    watching.dashboard.spoil();
    await watching.close();
    await node.close();
  });
  return ledger;
}

it("a ledger in use is copied and restored as it was, on either engine, and moved", async () => {
  const ledger = await busyLedger();
  const shapes = (await describeTables(ledger)).filter(({ isPassing }) => !isPassing);
  const before = await rowsOf(ledger, shapes);
  for (const table of ["received", "fundings", "deposits", "chain_cursors"])
    expect(before[table], table).toHaveLength(1);
  const file = join(temporaryFolder(), "monday.db");
  expect((await writeBackup(env().database, file)).faults).toEqual([]);
  const onFile = describeDatabase(`file:${join(temporaryFolder(), "dashboard.db")}`);
  const expectIn = async (setting: typeof onFile.setting) => {
    const copy = await attachDatabase(setting);
    expect(await rowsOf(copy, shapes)).toEqual(before);
    await copy.destroy();
  };
  for (const target of [await newSharedDatabase(), onFile]) {
    expect((await restoreBackup(target.setting, file, false)).faults).toEqual([]);
    await expectIn(target.setting);
  }
  const server: string | undefined = inject("postgres");
  if (server === undefined || onFile.setting.kind !== "sqlite") return;
  const target = await newPostgresDatabase(server);
  onTestFinished(target.drop);
  if (target.setting.kind !== "postgres") throw new Error("No move.");
  expect((await moveToPostgres(onFile.setting, target.setting)).faults).toEqual([]);
  await expectIn(target.setting);
});
