import { join } from "node:path";
import { sql } from "kysely";
import { expect, it, onTestFinished } from "vitest";
import { openSqlite } from "#lib/server/database/sqlite/sqlite-database";
import { temporaryFolder } from "#lib/testing/temporary-folder";

it("takes along what an older version has kept and counted, and keeps each key once", async () => {
  const file = join(temporaryFolder(), "dashboard.db");
  const older = await openSqlite(file, "0027_node_disputes");
  const kept = {
    transfer_id: "6a1f3c1e-3d0f-4a52-9a7e-0d4f4f0a9c11",
    body_hash: "b".repeat(64),
    received_at: "2026-01-02T03:04:05.006Z",
    last_at: "2026-01-02T03:04:06.007Z",
    repeats: 3,
    query: "a=1",
    content_type: "application/json",
    raw: '{"status":"processing","note":"naïve 🙂"}',
    raw_encoding: "utf8" as const,
    is_truncated: 0,
  };
  const { transfer_id } = kept;
  const window = { transfer_id, count: 59, ends_at: 4_102_444_800 };
  await sql`insert into received (${sql.join(Object.keys(kept).map((name) => sql.ref(name)))})
    values (${sql.join(Object.values(kept))})`.execute(older);
  await older.insertInto("callback_windows").values(window).execute();
  await older.destroy();

  const ledger = await openSqlite(file);
  onTestFinished(() => ledger.destroy());
  expect(await ledger.selectFrom("received").selectAll().execute()).toEqual([{ ...kept, arrival: 0 }]);
  expect(await ledger.selectFrom("callback_windows").selectAll().execute()).toEqual([window]);
  await expect(
    ledger
      .insertInto("received")
      .values({ ...kept, arrival: 1 })
      .execute(),
  ).rejects.toThrow(/UNIQUE/);
  await expect(ledger.insertInto("callback_windows").values(window).execute()).rejects.toThrow(/UNIQUE/);
  for (const table of ["received", "callback_windows"])
    await expect(sql`select rowid from ${sql.table(table)}`.execute(ledger)).rejects.toThrow(
      /no such column/,
    );
});
