import { sql } from "kysely";
import { expect, inject, it } from "vitest";
import { inTransaction } from "#lib/server/audit/transaction";
import { openDatabase } from "#lib/server/database/db";
import { DatabaseFailure } from "#lib/server/tables/database-failure";
import { newPostgresDatabase } from "#lib/testing/database/new-database";

it("runs local work again where PostgreSQL has undone one of two that waited for each other", async () => {
  const database = await newPostgresDatabase(inject("postgres"));
  const ledger = await openDatabase(database.setting);
  await sql`create table pairs (id text primary key, times integer not null)`.execute(ledger);
  await sql`insert into pairs values ('a', 0), ('b', 0)`.execute(ledger);
  let [runs, began] = [0, 0];
  let meet: () => void = () => undefined;
  const haveBothBegun = new Promise<void>((resolve) => {
    meet = resolve;
  });
  const count = (order: string[]) =>
    inTransaction(ledger, async (trx) => {
      runs += 1;
      for (const id of order) {
        await sql`update pairs set times = times + 1 where id = ${id}`.execute(trx);
        // Each has its first row when the other asks for it.
        began += 1;
        if (began === 2) meet();
        await haveBothBegun;
      }
    });
  await Promise.all([count(["a", "b"]), count(["b", "a"])]);
  expect(runs).toBeGreaterThan(2);
  expect((await sql`select times from pairs`.execute(ledger)).rows).toEqual([{ times: 2 }, { times: 2 }]);
  await ledger.destroy();
  await database.drop();
});

it("gives up on work that never gets through, and never repeats any other failure", async () => {
  const database = await newPostgresDatabase(inject("postgres"));
  const ledger = await openDatabase(database.setting);
  const runs: Record<string, number> = { "40001": 0, "23505": 0 };
  for (const code of Object.keys(runs)) {
    const failing = inTransaction(ledger, () => {
      runs[code] = (runs[code] ?? 0) + 1;
      throw new DatabaseFailure(code, true, undefined);
    });
    await expect(failing).rejects.toMatchObject({ state: code });
  }
  expect(runs).toEqual({ "40001": 5, "23505": 1 });
  await ledger.destroy();
  await database.drop();
});
