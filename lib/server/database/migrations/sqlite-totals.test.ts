import { join } from "node:path";
import { sql } from "kysely";
import { expect, it, onTestFinished } from "vitest";
import { openSqlite } from "#lib/server/database/sqlite/sqlite-database";
import { temporaryFolder } from "#lib/testing/temporary-folder";

/** A ledger that an older version has counted, with these totals of accounts. */
async function upgraded(...kobo: string[]) {
  const file = join(temporaryFolder(), "dashboard.db");
  const older = await openSqlite(file, "0028_arrivals");
  await sql`insert into counting values (1, 'Africa/Lagos', 2, '', '', 1)`.execute(older);
  for (const [at, sum] of kobo.entries())
    await sql`insert into payee_months
      values ('2026-11', '000013', ${`${at}`}, 1, ${sql.raw(sum)}, 'some-id')`.execute(older);
  await older.destroy();
  const ledger = await openSqlite(file);
  onTestFinished(() => ledger.destroy());
  return ledger;
}

it("takes whole totals along to the last digit", async () => {
  const ledger = await upgraded("0", "9007199254740993", "9223372036854775807");
  const rows = await ledger.selectFrom("payee_months").select("kobo").orderBy("account_number").execute();
  expect(rows.map(({ kobo }) => kobo)).toEqual(["0", "9007199254740993", "9223372036854775807"]);
  expect(await ledger.selectFrom("counting").select("is_done").execute()).toEqual([{ is_done: 1 }]);
});

it("counts again where a total has become a double", async () => {
  const ledger = await upgraded("191417909", "9223372036854775807 + 1");
  expect(await ledger.selectFrom("counting").selectAll().execute()).toEqual([]);
});
