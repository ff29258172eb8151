import { sql } from "kysely";
import { expect, it } from "vitest";
import { openTestLedger } from "#lib/testing/database";
import { databaseTime } from "./database-clock";
import { readServer } from "./database-server";
import { judgeServer, mayLackTransfers } from "./transfer-hold";

it("holds new transfers of a ledger that was dumped and put back on the same server", async () => {
  const ledger = await openTestLedger();
  await judgeServer(ledger);
  expect(mayLackTransfers(await readServer(ledger, databaseTime(ledger)))).toBe(false);
  // What putting back a dump does to each table: it is made anew, with the rows of then.
  await sql`create table restored (like database_server including all)`.execute(ledger);
  await sql`insert into restored select * from database_server`.execute(ledger);
  await sql`drop table database_server`.execute(ledger);
  await sql`alter table restored rename to database_server`.execute(ledger);
  await judgeServer(ledger);
  expect(mayLackTransfers(await readServer(ledger, databaseTime(ledger)))).toBe(true);
});
