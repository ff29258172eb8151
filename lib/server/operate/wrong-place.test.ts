import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, it, onTestFinished } from "vitest";
import { attachDatabase } from "#lib/server/database/db";
import { newSharedDatabase } from "#lib/testing/database/database";
import { spawnCommand } from "#lib/testing/servers/command";

const folder = mkdtempSync(join(tmpdir(), "wrong-place-"));
afterAll(() => rmSync(folder, { recursive: true }));

const commands: [string, ...string[]][] = [
  ["verify-ledger"],
  ["verify-audit"],
  ["reset-sign-in", "ada@example.com"],
  ["locks", "--all"],
  ["hold-transfers"],
  ["controls-off", "--reason", "Nobody is left who could."],
  ["backup", join(folder, "new", "backup.db")],
];

it.each(commands)("%s says that there is no ledger, and makes none", async (name, ...args) => {
  const { url, setting } = await newSharedDatabase();
  const { ended, exitCode, output } = spawnCommand(url, name, ...args);
  await ended;
  expect([exitCode(), output()]).toEqual([
    1,
    expect.stringMatching(/^There is no (ledger in the )?database\b.+\n$/),
  ]);
  expect(readdirSync(folder)).toEqual([]);
  if (setting.kind === "sqlite") expect(readdirSync(dirname(setting.file))).toEqual([]);
  else {
    const database = await attachDatabase(setting);
    onTestFinished(() => database.destroy());
    expect(await database.introspection.getTables()).toEqual([]);
  }
});
