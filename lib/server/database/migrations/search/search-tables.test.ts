import { type Kysely, sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { seedLedger } from "#lib/bench/seed/seed";
import { env } from "#lib/server/config/env";
import { db } from "#lib/server/database/db";
import { nameRows } from "#lib/server/ledger/name-terms";
import { isPostgres } from "#lib/server/tables/engine";
import type { Db } from "#lib/server/tables/schema";
import { startDashboard, type TestDashboard } from "#lib/testing/servers/dashboard";
import { addSearch, splitOpen } from "./search-tables";

const count = 1_200;
let dashboard: TestDashboard;
let ledger: Db;
beforeAll(async () => {
  dashboard = await startDashboard({});
  dashboard.spoil();
  await seedLedger(env().database, count);
  ledger = await db();
});
afterAll(() => dashboard.close());

/** Brings the tables back to what they were before the search and the lists of what needs a person. */
async function forgetSearch(): Promise<void> {
  const added = "asset asset_status last_four amount waiting transaction_id address".split(" ");
  for (const name of added) await sql.raw(`drop index transfers_${name}`).execute(ledger);
  await sql`drop table transfer_names`.execute(ledger);
  await sql`alter table transfers drop column is_repeated`.execute(ledger);
  await sql`create index transfers_transaction_id on transfers (transaction_id)`.execute(ledger);
  await sql`create index transfers_address on transfers (address)`.execute(ledger);
  await sql`create index transfers_late_deposit on transfers (has_late_deposit)`.execute(ledger);
  await sql`create index transfers_address_check on transfers (address_check)`.execute(ledger);
}

async function namesOfIndexes(): Promise<string[]> {
  const { rows } = !isPostgres(ledger)
    ? await sql<{ name: string }>`select name from sqlite_master where type = 'index'`.execute(ledger)
    : await sql<{ name: string }>`select indexname as name from pg_indexes`.execute(ledger);
  return rows.map(({ name }) => name).filter((name) => name.startsWith("transfers_"));
}

it("makes a ledger of before searchable: every word of every name, and what was seen twice", async () => {
  const rows = await ledger.selectFrom("transfers").selectAll().execute();
  const [first, second, third] = rows.filter(({ address }) => address !== null);
  const share = (column: "address" | "transaction_id", from: typeof first, to: typeof first) =>
    ledger
      .updateTable("transfers")
      .set({ [column]: from?.[column] })
      .where("id", "=", to?.id ?? "")
      .execute();
  await share("address", first, second);
  await share("transaction_id", second, third);
  const indexes = await namesOfIndexes();
  await forgetSearch();
  await addSearch(ledger as unknown as Kysely<unknown>);
  await splitOpen(ledger as unknown as Kysely<unknown>);
  // A later migration drops it.
  expect((await namesOfIndexes()).sort()).toEqual([...indexes, "transfers_needing"].sort());
  const terms = await ledger.selectFrom("transfer_names").selectAll().execute();
  const key = (row: (typeof terms)[number]) => `${row.term} ${row.created_at} ${row.transfer_id}`;
  expect(terms.map(key).sort()).toEqual(rows.flatMap(nameRows).map(key).sort());
  const repeated = await ledger.selectFrom("transfers").select("id").where("is_repeated", "=", 1).execute();
  expect(repeated.map(({ id }) => id).sort()).toEqual([first?.id, second?.id, third?.id].sort());
});

it("refuses to write made-up transfers into a ledger that holds any", async () => {
  await expect(seedLedger(env().database, 10)).rejects.toThrow("This database holds transfers.");
  expect(await ledger.selectFrom("transfers").select("id").execute()).toHaveLength(count);
});
