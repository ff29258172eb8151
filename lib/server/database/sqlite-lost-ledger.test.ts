import "#lib/features/all/index";
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { appendAudit } from "#lib/server/audit/audit";
import { writeBackup } from "#lib/server/keep/backup";
import { restoreBackup } from "#lib/server/keep/restore";
import { entriesOf } from "#lib/testing/database/audit-entries";
import { spawnInstance } from "#lib/testing/servers/instances";
import { startFaultyService } from "#lib/testing/service/faulty-service";
import { temporaryFolder } from "#lib/testing/temporary-folder";
import { openDatabase } from "./db";

it("a server whose database was lost does not begin a new one, until somebody says so or restores a backup", async () => {
  const service = await startFaultyService();
  onTestFinished(service.close);
  const folder = temporaryFolder();
  const file = join(folder, "dashboard.db");
  const [setting, url, marker] = [{ kind: "sqlite", file } as const, `file:${file}`, `${file}-ledger`];
  const ledger = await openDatabase(setting);
  await ledger.transaction().execute((trx) => appendAudit(trx, entriesOf(1)[0] ?? Object()));
  await ledger.destroy();
  const first = await spawnInstance(service, url);
  await first.answers();
  await expect.poll(() => readFileSync(marker, "utf8")).toMatch(/^[0-9a-f]{64}\n$/);
  expect(statSync(marker).mode & 0o777).toBe(0o600);
  await first.process.stop();
  await writeBackup(setting, join(folder, "backup.db"));

  for (const end of ["", "-wal", "-shm"]) rmSync(file + end, { force: true });
  const second = await spawnInstance(service, url);
  await second.process.ended;
  expect(second.process.exitCode()).toBe(78);
  expect(second.process.output()).toContain(`${file} is missing, and ${marker} says that it had a ledger`);
  expect(second.process.output()).toContain("restore a backup");
  expect(existsSync(file)).toBe(false);

  // An empty file in its place is no ledger either.
  writeFileSync(file, "");
  await expect(openDatabase(setting)).rejects.toThrow(/The database is empty/);
  await restoreBackup(setting, join(folder, "backup.db"), false);
  await (await openDatabase(setting)).destroy();

  rmSync(file);
  rmSync(marker);
  await (await openDatabase(setting)).destroy();
});

it("a backup is restored where there is not even a folder yet", async () => {
  const folder = temporaryFolder();
  const ledger = await openDatabase({ kind: "sqlite", file: join(folder, "dashboard.db") });
  await ledger.transaction().execute((trx) => appendAudit(trx, entriesOf(1)[0] ?? Object()));
  await ledger.destroy();
  await writeBackup({ kind: "sqlite", file: join(folder, "dashboard.db") }, join(folder, "backup.db"));
  const setting = { kind: "sqlite", file: join(folder, "new", "machine", "dashboard.db") } as const;
  expect(await restoreBackup(setting, join(folder, "backup.db"), false)).toMatchObject({ entries: 1 });
  expect(statSync(join(folder, "new", "machine")).mode & 0o777).toBe(0o700);
  expect(statSync(setting.file).mode & 0o777).toBe(0o600);
});
