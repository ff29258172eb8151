import { afterAll, beforeAll, expect, it } from "vitest";
import { readDatabase } from "#lib/server/config/database-setting";
import { ConfigurationError } from "#lib/server/config/env";
import { openDatabase } from "#lib/server/database/db";
import { describeDatabase, newPostgresDatabase } from "#lib/testing/database/new-database";
import { startPostgres, type TestPostgres } from "#lib/testing/database/postgres";
import { administer } from "#lib/testing/database/postgres-admin";
import { signInTo, spawnInstance } from "#lib/testing/servers/instances";
import { type FaultyService, startFaultyService } from "#lib/testing/service/faulty-service";

/** A server of its own: its settings are changed. */
let server: TestPostgres;
let service: FaultyService;

beforeAll(async () => {
  server = await startPostgres();
  service = await startFaultyService();
});
afterAll(async () => {
  await server.close();
  await service.close();
});

/** Opens the database at a URL. Gives what it was refused for. */
async function refusalOf(url: string): Promise<string> {
  const setting = readDatabase(
    url,
    () => undefined,
    () => undefined,
  );
  if (setting === undefined) throw new Error("The URL was not taken.");
  const error = await openDatabase(setting).then(
    (ledger) => ledger.destroy(),
    (cause: unknown) => cause,
  );
  expect(error).toBeInstanceOf(ConfigurationError);
  return String(error);
}

it.each(["fsync", "synchronous_commit", "full_page_writes"])("is refused with %s=off", async (name) => {
  await server.set({ [name]: "off" });
  expect(await refusalOf(server.url)).toContain(`${name}=off`);
  await server.set({ [name]: undefined });
});

it("is refused when it takes no writes", async () => {
  await server.set({ default_transaction_read_only: "on" });
  expect(await refusalOf(server.url)).toContain("is read-only");
  await server.set({ default_transaction_read_only: undefined });
});

it("is refused when its database cannot hold every name", async () => {
  await administer(server.url, "create database narrow template template0 encoding 'SQL_ASCII'");
  expect(await refusalOf(server.url.replace(/\/postgres$/, "/narrow"))).toContain("encoding UTF8");
});

it("is refused when it knows neither the user nor the database, without the password in a word of it", async () => {
  const wrong = new URL(server.url);
  wrong.password = "CANARY";
  const refusals = await Promise.all([
    refusalOf(wrong.href),
    refusalOf(server.url.replace(/\/postgres$/, "/nowhere")),
  ]);
  expect(refusals[0]).toContain("password in DATABASE_URL");
  expect(refusals[1]).toContain("no database with the name");
  for (const text of refusals) expect(text).not.toMatch(/CANARY|p@ss|p%40ss/);
});

it("ends a start with the exit code of a bad configuration, and says why, without the password", async () => {
  const database = await newPostgresDatabase(server.url);
  await server.set({ fsync: "off" });
  const instance = await spawnInstance(service, database.url, "", { LOG_LEVEL: "debug" });
  await instance.process.ended;
  expect(instance.process.exitCode()).toBe(78);
  expect(instance.process.output()).toContain("The PostgreSQL server runs with fsync=off");
  expect(instance.process.output()).not.toMatch(/p@ss|p%40ss/);
  await server.set({ fsync: undefined });
  await database.drop();
});

it("is waited for while it is a standby, and used once it is promoted", async () => {
  const cookie = await signInTo(describeDatabase(server.url));
  await server.stop();
  server.keepFile("standby.signal", "");
  await server.startStandby();
  const instance = await spawnInstance(service, server.url, cookie, { LOG_LEVEL: "info" });
  await instance.answers();
  expect((await instance.list()).status).toBe(503);
  expect(instance.process.output()).toContain("is read-only now, as a standby is");
  await administer(server.url, "select pg_promote()");
  await expect.poll(async () => (await instance.list()).status).toBe(200);
});

it("that is refused later is named in the log by the sentence", async () => {
  const instance = await spawnInstance(service, server.url, "", { LOG_LEVEL: "error" });
  await instance.answers();
  await server.set({ fsync: "off" });
  await administer(
    server.url,
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'offramp-dashboard'",
  );
  await expect.poll(() => instance.process.output()).toContain("The PostgreSQL server runs with fsync=off");
  await server.set({ fsync: undefined });
});
