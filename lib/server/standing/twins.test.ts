import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeEach, expect, it, onTestFinished } from "vitest";
import type { Transfer } from "#lib/contract/api";
import { db } from "#lib/server/database/db";
import { isPostgres } from "#lib/server/tables/engine";
import type { Db } from "#lib/server/tables/schema";
import { mostRead, planOf, queriesOf, stepsOf } from "#lib/testing/database/query-plans";
import { goodTransfer } from "#lib/testing/ledger/inputs";
import type { TestDashboard } from "#lib/testing/servers/dashboard";
import { startOnFaultyService } from "#lib/testing/servers/faulty-dashboard";
import { readTwins } from "./twins";

let dashboard: TestDashboard;
let ledger: Db;
beforeEach(async () => {
  ({ dashboard } = await startOnFaultyService());
  ledger = await db();
});

/** The service of these tests gives each the same address. */
async function create(accountNumber: string): Promise<string> {
  const body = { ...goodTransfer, accountNumber };
  const headers = { "idempotency-key": randomUUID() };
  return (await dashboard.send<Transfer>("POST", "/api/transfers", { body, headers })).body.id;
}
const readOf = async (id: string, from = ledger) =>
  (await readTwins(from, [id], () => undefined)).get(id) ?? [];

it("gives those at the same address, the newest first, with when each was waited for", async () => {
  const ids = [await create("1000000001"), await create("1000000002"), await create("1000000003")];
  const twins = await readOf(ids[0] ?? "");
  expect(twins.map(({ id }) => id)).toEqual([ids[2], ids[1]]);
  expect(new Set(twins.map(({ account }) => account)).size).toBe(1);
  expect(twins.every(({ isOpen, life }) => isOpen && life.until === Number.POSITIVE_INFINITY)).toBe(true);
  expect(twins.every(({ life }) => Math.abs(life.from - Date.now()) < 60_000)).toBe(true);
});

it("reads no more of an address that all transfers have than it gives", async () => {
  const [id, other] = [await create("1000000001"), await create("1000000002")];
  const row = await ledger
    .selectFrom("addresses")
    .selectAll()
    .where("transfer_id", "=", other)
    .executeTakeFirstOrThrow();
  const further = Array.from({ length: 300 }, (_, at) => ({ ...row, address: `${row.address} ${at}` }));
  await ledger.insertInto("addresses").values(further).execute();
  const added = further.map(({ address }) => address);
  onTestFinished(
    async () => void (await ledger.deleteFrom("addresses").where("address", "in", added).execute()),
  );
  await sql`analyze`.execute(ledger);
  const queries = await queriesOf(ledger, (watched) => readOf(id, watched));
  const ofAddress = queries.find(({ sql: text }) => text.includes('from "addresses" where "account" = '));
  if (ofAddress === undefined) throw new Error("No query reads the address.");
  if (isPostgres(ledger)) expect(mostRead(await planOf(ledger, ofAddress))).toBeLessThan(60);
  else {
    const steps = await stepsOf(ledger, ofAddress);
    const inner = steps.filter(({ parent }) => parent !== 0).map(({ detail }) => detail);
    expect(inner).toEqual(["SEARCH addresses USING COVERING INDEX addresses_account (account=?)"]);
  }
});
