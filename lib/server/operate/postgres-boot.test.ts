import { expect, it } from "vitest";
import { db } from "#lib/server/database/db";
import { failWrites } from "#lib/testing/database/database";
import { startOnFaultyService } from "#lib/testing/servers/faulty-dashboard";
import { spawnInstance } from "#lib/testing/servers/instances";

it("makes the link of the first admin once the database takes it, and finishes what a start does", async () => {
  const { service } = await startOnFaultyService();
  const ledger = await db();
  const mend = await failWrites(ledger, "insert on one_time_links");
  const instance = await spawnInstance(service, process.env.DATABASE_URL ?? "", "", { LOG_LEVEL: "info" });
  await instance.answers();
  await expect.poll(() => instance.process.output()).toContain("requests are answered with 503");
  await mend();
  await expect.poll(() => instance.process.output()).toContain("to create the first account");
  const links = ledger.selectFrom("one_time_links").select("kind").execute();
  expect(await links).toEqual([{ kind: "setup" }]);
  const reading = () => ledger.selectFrom("reading").select("id").execute();
  await expect.poll(reading).toEqual([{ id: 1 }]);
});
