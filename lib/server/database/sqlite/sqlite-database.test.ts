import { chmodSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "#lib/testing/temporary-folder";
import { openSqlite } from "./sqlite-database";

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
