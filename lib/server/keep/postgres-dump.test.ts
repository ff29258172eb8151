import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, it, onTestFinished } from "vitest";
import type { Transfer } from "#lib/contract/api";
import { readServer } from "#lib/server/database/database-server";
import { db } from "#lib/server/database/db";
import { judgeServer, mayLackTransfers } from "#lib/server/hold/transfer-hold";
import { findTransfer } from "#lib/server/ledger/transfers";
import { readBack } from "#lib/server/submission/keep-outcome";
import { databaseTime } from "#lib/server/tables/database-clock";
import type { Db } from "#lib/server/tables/schema";
import { openTestLedger } from "#lib/testing/database/database";
import { goodTransfer } from "#lib/testing/ledger/inputs";
import { loseTransfer } from "#lib/testing/ledger/lose-transfer";
import { forget, startDashboard } from "#lib/testing/servers/dashboard";

/** What putting back a dump does to each table: it is made anew, with the rows of then. */
async function putBack(ledger: Db): Promise<void> {
  await sql`create table restored (like database_server including all)`.execute(ledger);
  await sql`insert into restored select * from database_server`.execute(ledger);
  await sql`drop table database_server`.execute(ledger);
  await sql`alter table restored rename to database_server`.execute(ledger);
}

it("holds new transfers of a ledger that was dumped and put back on the same server", async () => {
  const ledger = await openTestLedger();
  // No other server was seen before.
  await forget();
  await judgeServer(ledger);
  expect(mayLackTransfers(await readServer(ledger, databaseTime(ledger)))).toBe(false);
  await putBack(ledger);
  await judgeServer(ledger);
  expect(mayLackTransfers(await readServer(ledger, databaseTime(ledger)))).toBe(true);
});

it("writes again what a dump that was put back lacks, while the server that sent it lives", async () => {
  const dashboard = await startDashboard({});
  onTestFinished(() => dashboard.close());
  const { body } = await dashboard.send<Transfer>("POST", "/api/transfers", {
    body: goodTransfer,
    headers: { "idempotency-key": randomUUID() },
  });
  const { status } = await findTransfer(body.id);
  const ledger = await db();
  await readBack(ledger);
  await loseTransfer(ledger, body.id);
  dashboard.spoil();
  await putBack(ledger);
  await readBack(ledger);
  expect((await findTransfer(body.id)).status).toBe(status);
});
