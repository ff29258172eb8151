import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, inject, it, onTestFinished } from "vitest";
import { openDatabase } from "#lib/server/database/db";
import { settingOf } from "#lib/testing/database/database-setting";
import { newPostgresDatabase, type TestDatabase } from "#lib/testing/database/new-database";
import { startPooler } from "#lib/testing/database/pooler";
import { type Instance, signInTo, spawnInstance } from "#lib/testing/servers/instances";
import { type FaultyService, startFaultyService } from "#lib/testing/service/faulty-service";

let service: FaultyService;
let database: TestDatabase;

beforeEach(async () => {
  service = await startFaultyService();
  database = await newPostgresDatabase(inject("postgres"));
});
afterEach(async () => {
  await database.drop();
  await service.close();
});

/** The address of a pooler before the database, for one test. */
async function pooled(ways: Parameters<typeof startPooler>[1]): Promise<string> {
  const pooler = await startPooler(database.url, ways);
  onTestFinished(pooler.close);
  return pooler.url;
}

function spawn(url: string, cookie = ""): Promise<Instance> {
  return spawnInstance(service, url, cookie, { LOG_LEVEL: "info" });
}

/** What a start says that ends with the exit code of a bad configuration. */
async function refusalOf(url: string): Promise<string> {
  const { process } = await spawn(url);
  await process.ended;
  expect(process.exitCode()).toBe(78);
  return process.output();
}

describe("a pooler that keeps sessions", () => {
  it("serves as it comes, and transfers are made through it", async () => {
    const cookie = await signInTo(database);
    const instance = await spawn(await pooled({ mode: "session" }), cookie);
    await instance.answers();
    const replies = await Promise.all(Array.from({ length: 8 }, () => instance.submit(randomUUID())));
    const statuses = replies.map(({ status }) => status);
    // The same recipient again is asked about; none fails.
    expect(Math.max(...statuses)).toBeLessThan(500);
    expect(statuses).toContain(201);
    await expect.poll(async () => (await instance.ask("GET", "/readyz")).status).toBe(200);
  });

  it("does not take the limits away that each statement has", async () => {
    const ledger = await openDatabase(settingOf(await pooled({ mode: "session" })));
    const { rows } = await sql`select current_setting('statement_timeout') as statement,
      current_setting('idle_in_transaction_session_timeout') as idle`.execute(ledger);
    await ledger.destroy();
    expect(rows).toEqual([{ statement: "8s", idle: "10s" }]);
  });
});

describe("a pooler that moves a client at each transaction", () => {
  it.each([false, true])("is refused at the start, by its name (round robin: %s)", async (isRoundRobin) => {
    const output = await refusalOf(await pooled({ mode: "transaction", isRoundRobin }));
    expect(output).toContain("transaction pooling");
    expect(output).toContain("pool_mode=session");
  });
});

it("a pooler that refuses what every client says at the start is named at once", async () => {
  const output = await refusalOf(await pooled({ mode: "session", parameters: [] }));
  expect(output).toContain("refuses a start-up parameter");
  expect(output).toContain("08P01");
});

it("a pooler whose server is away is waited for, and the log says where to look", async () => {
  const away = await startPooler(database.url.replace(/:\d+\//, ":1/"), { mode: "session" });
  onTestFinished(away.close);
  const instance = await spawn(away.url, await signInTo(database));
  await instance.answers();
  expect((await instance.list()).status).toBe(503);
  expect(instance.process.output()).toContain("The pooler in front of PostgreSQL cannot serve");
});
