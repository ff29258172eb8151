import { renameSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { newSharedDatabase } from "#lib/testing/database";
import { startFaultyService } from "#lib/testing/faulty-service";
import { spawnInstance } from "#lib/testing/instances";
import { temporaryFolder } from "#lib/testing/temporary-folder";

it("is not ready while the file of its database is gone, and is again when it is back", async () => {
  const service = await startFaultyService();
  const { setting, url } = await newSharedDatabase();
  const { ask, answers } = await spawnInstance(service, url);
  await answers();
  const isReady = async () => (await ask("GET", "/readyz")).status;
  expect(await isReady()).toBe(200);
  const file = setting.kind === "sqlite" ? setting.file : "";
  const elsewhere = join(temporaryFolder(), "dashboard.db");
  renameSync(file, elsewhere);
  await expect.poll(isReady, { timeout: 5_000 }).toBe(503);
  expect((await ask("GET", "/healthz")).status).toBe(200);
  renameSync(elsewhere, file);
  await expect.poll(isReady, { timeout: 5_000 }).toBe(200);
  await service.close();
});
