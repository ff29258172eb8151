import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { newPostgresDatabase } from "#lib/testing/database/new-database";
import { startPostgres } from "#lib/testing/database/postgres";
import { signInTo, spawnInstance } from "#lib/testing/servers/instances";
import { askDoctor, lightsOf, metricsToken } from "#lib/testing/servers/lights";
import { startFaultyService } from "#lib/testing/service/faulty-service";

/** A disk in memory. Needs Linux, and its administrator; the server's own user has to come by. */
function smallDisk(megabytes: number): string {
  const folder = mkdtempSync(join(tmpdir(), "small-disk-"));
  chmodSync(folder, 0o711);
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", folder]);
  onTestFinished(() => {
    execFileSync("umount", ["--lazy", folder]);
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

it("three lights say that PostgreSQL's disk is full, and that it has room again", async () => {
  const disk = smallDisk(160);
  const postgres = await startPostgres({ max_wal_size: "64MB" }, disk);
  onTestFinished(postgres.close);
  const service = await startFaultyService();
  onTestFinished(service.close);
  const database = await newPostgresDatabase(postgres.url);
  const cookie = await signInTo(database);
  const instance = await spawnInstance(service, database.url, cookie, { METRICS_TOKEN: metricsToken });
  await instance.answers();
  expect(await lightsOf(instance)).toEqual({ readyz: 200, up: 1 });
  const filling = join(disk, "filling");
  // It ends when nothing fits any more.
  expect(() =>
    execFileSync("dd", ["if=/dev/zero", `of=${filling}`, "bs=4096"], { stdio: "ignore" }),
  ).toThrow();
  await expect.poll(() => lightsOf(instance)).toEqual({ readyz: 503, up: 0 });
  const found = await askDoctor(service, database.url);
  expect(found).toContainEqual(
    expect.stringMatching(/^bad database: Nothing can be written now\. The disk of PostgreSQL is full\./),
  );
  expect(await lightsOf(instance)).toEqual({ readyz: 503, up: 0 });
  rmSync(filling);
  await expect.poll(() => lightsOf(instance)).toEqual({ readyz: 200, up: 1 });
  expect(await askDoctor(service, database.url)).toContain(
    "ok database: A row was written just now, with the locks that every transfer takes.",
  );
});
