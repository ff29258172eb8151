import { chmodSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { temporaryFolder } from "#lib/testing/temporary-folder";
import { openEngine, openSqlite } from "./sqlite-database";

it("is made on first use, for its owner alone, with its folder", async () => {
  const file = join(temporaryFolder(), "data", "dashboard.db");
  const ledger = await openSqlite(file);
  for (const name of [file, `${file}-wal`]) expect(statSync(name).mode & 0o777).toBe(0o600);
  expect(statSync(join(file, "..")).mode & 0o777).toBe(0o700);
  await ledger.destroy();
});

it("is not opened when it is something else", async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "folder.db"));
  await expect(openSqlite(join(folder, "folder.db"))).rejects.toThrow();
  writeFileSync(
    join(folder, "text.db"),
    "this is no database, and long enough to be read as a header of one".repeat(20),
  );
  chmodSync(join(folder, "text.db"), 0o600);
  await expect(openSqlite(join(folder, "text.db"))).rejects.toThrow();
});

it("knows each column by its name after another program has rebuilt the table", async () => {
  const file = join(temporaryFolder(), "dashboard.db");
  const ledger = await openSqlite(file);
  const other = openEngine(file);
  other.exec("create table words (word, times); insert into words values ('paid', 2)");
  const all = () => sql`select * from words`.execute(ledger).then(({ rows }) => rows);
  const named = () => sql`select times, word as said from words`.execute(ledger).then(({ rows }) => rows);
  expect([await all(), await named()]).toEqual([[{ word: "paid", times: 2 }], [{ times: 2, said: "paid" }]]);
  other.exec(`create table rebuilt (id, times, word); insert into rebuilt select 7, times, word from words;
    drop table words; alter table rebuilt rename to words`);
  expect(await all()).toEqual([{ id: 7, times: 2, word: "paid" }]);
  expect(await named()).toEqual([{ times: 2, said: "paid" }]);
  other.close();
  await ledger.destroy();
});
