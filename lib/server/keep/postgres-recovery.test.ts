import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { readServer } from "#lib/server/database/database-server";
import { openDatabase } from "#lib/server/database/db";
import { judgeServer, mayLackTransfers } from "#lib/server/hold/transfer-hold";
import { databaseTime } from "#lib/server/tables/database-clock";
import { newPostgresDatabase } from "#lib/testing/database/new-database";
import { startPostgres, type TestPostgres } from "#lib/testing/database/postgres";

/** A server of its own: its settings are changed. */
let server: TestPostgres;

beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.close());

it("goes on with a synchronous standby, and holds new transfers of one that read an archive", async () => {
  const database = await newPostgresDatabase(server.url);
  const ledger = await openDatabase(database.setting);
  onTestFinished(() => ledger.destroy());
  const isHeldAfterFailover = async () => {
    await ledger.updateTable("database_server").set({ timeline: "00000000", is_synchronous: 1 }).execute();
    await judgeServer(ledger);
    return mayLackTransfers(await readServer(ledger, databaseTime(ledger)));
  };
  await judgeServer(ledger);
  expect(await isHeldAfterFailover()).toBe(false);
  await server.set({ restore_command: "false" });
  expect(await isHeldAfterFailover()).toBe(true);
});
