import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { inTransaction } from "#lib/server/audit/transaction";
import { openDatabase } from "#lib/server/database/db";
import { settingOf } from "#lib/testing/database/database-setting";
import { newPostgresDatabase, type TestDatabase } from "#lib/testing/database/new-database";
import { startPostgres, type TestPostgres } from "#lib/testing/database/postgres";
import { administer } from "#lib/testing/database/postgres-admin";
import { signInTo, spawnInstance } from "#lib/testing/servers/instances";
import { root } from "#lib/testing/servers/server-process";
import { type FaultyService, startFaultyService } from "#lib/testing/service/faulty-service";

/** A server of its own: its roles and settings are changed. */
let server: TestPostgres;
let service: FaultyService;
let database: TestDatabase;
/** The address by which a role of no rights reaches the database. */
let guest: string;

beforeAll(async () => {
  server = await startPostgres();
  service = await startFaultyService();
  await administer(server.url, "create role guest login password 'guest'");
});
afterAll(async () => {
  await server.close();
  await service.close();
});
beforeEach(async () => {
  database = await newPostgresDatabase(server.url);
  const url = new URL(database.url);
  [url.username, url.password] = ["guest", "guest"];
  guest = url.href;
});
afterEach(() => database.drop());

/** A default of a role in the test's own database, with which it goes. */
async function setDefault(role: string, name: string, value: string): Promise<void> {
  const { pathname } = new URL(database.url);
  await administer(server.url, `alter role ${role} in database ${pathname.slice(1)} set ${name} = ${value}`);
}

/** Those that this server knows: a limit of a transaction came with version 17. */
async function settingsAmong(names: string[]): Promise<string[]> {
  const ledger = await openDatabase(database.setting);
  const { rows } = await sql<{
    name: string;
  }>`select name from pg_settings where name in (${sql.join(names)})`
    .execute(ledger)
    .finally(() => ledger.destroy());
  return rows.map(({ name }) => name);
}

/** What a start says that ends with the exit code of a bad configuration. */
async function refusalOf(url: string): Promise<string> {
  const { process } = await spawnInstance(service, url, "", { LOG_LEVEL: "info" });
  await process.ended;
  expect(process.exitCode()).toBe(78);
  return process.output();
}

describe("a start is refused at once, with the sentence,", () => {
  it("of a role that may not create tables in public", async () => {
    // What a server since version 15 has by itself.
    await administer(database.url, "revoke create on schema public from public");
    expect(await refusalOf(guest)).toContain("may not create tables in the schema public");
  });

  it("where another schema has tables that the role does not see", async () => {
    await administer(database.url, "create schema shop create table kysely_migration (name text)");
    expect(await refusalOf(database.url)).toContain("The database has tables in the schema shop");
  });

  it("where the role looks in a schema that is not there", async () => {
    await setDefault("guest", "search_path", "nowhere");
    expect(await refusalOf(guest)).toContain("has no schema to work in");
  });

  it("where another program has a table by a name that is needed", async () => {
    await administer(database.url, "create table transfers (id text)");
    const output = await refusalOf(database.url);
    expect(output).toContain("Another program has a table");
    expect(output).toContain("42P07");
  });

  it("of a role that may not use the tables that are there", async () => {
    await (await openDatabase(database.setting)).destroy();
    const output = await refusalOf(guest);
    expect(output).toContain("grant it what docs/operating.md lists");
    expect(output).toContain("42501");
  });
});

describe("a role's own defaults do no harm:", () => {
  it.each(["serializable", "'repeatable read'"])("%s", async (level) => {
    await setDefault("postgres", "default_transaction_isolation", level);
    const ledger = await openDatabase(database.setting);
    await sql`create table counts (id text primary key, times integer not null)`.execute(ledger);
    await sql`insert into counts values ('a', 0)`.execute(ledger);
    let runs = 0;
    await inTransaction(ledger, async (trx) => {
      runs += 1;
      await sql`select times from counts`.execute(trx);
      await sql`update counts set times = times + 1`.execute(ledger);
      await sql`update counts set times = times + 1`.execute(trx);
    });
    const { rows } = await sql`select times from counts`.execute(ledger);
    await ledger.destroy();
    expect([runs, rows]).toEqual([1, [{ times: 2 }]]);
  });

  it("every request of many at once is served", async () => {
    await setDefault("postgres", "default_transaction_isolation", "serializable");
    const instance = await spawnInstance(service, database.url, await signInTo(database));
    await instance.answers();
    const accounts = Array.from({ length: 20 }, (_, at) => `01234567${at + 10}`);
    const replies = accounts.map((accountNumber) => instance.submit(randomUUID(), { accountNumber }));
    expect((await Promise.all(replies)).map(({ status }) => status)).toEqual(accounts.map(() => 201));
  });

  it("jit, limits and the style of dates", async () => {
    const given = ["statement_timeout", "lock_timeout", "transaction_timeout", "idle_session_timeout"];
    const limits = await settingsAmong(given);
    for (const limit of limits) await setDefault("postgres", limit, "'30s'");
    await setDefault("postgres", "datestyle", "'SQL, DMY'");
    await setDefault("postgres", "jit", "on");
    const ledger = await openDatabase(database.setting);
    const { rows } = await sql<Record<string, unknown>>`
      select '2026-03-04 05:06:07Z'::timestamptz as at, current_setting('jit') as jit,
        current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
        current_setting('transaction_timeout', true) as transaction,
        current_setting('idle_session_timeout') as idle`.execute(ledger);
    await ledger.destroy();
    const at = new Date("2026-03-04T05:06:07Z");
    const transaction = limits.includes("transaction_timeout") ? "0" : null;
    expect(rows).toEqual([{ at, jit: "off", statement: "8s", lock: "0", transaction, idle: "0" }]);
  });
});

it("synchronous_commit=local is refused where a standby keeps what is committed, and named in the log elsewhere", async () => {
  await setDefault("postgres", "synchronous_commit", "local");
  const instance = await spawnInstance(service, database.url, "", { LOG_LEVEL: "info" });
  await instance.answers();
  expect(instance.process.output()).toContain("synchronous_commit is local");
  await server.set({ synchronous_standby_names: "other" });
  // Without that standby no commit of the other tests would end.
  const output = await refusalOf(database.url).finally(() =>
    server.set({ synchronous_standby_names: undefined }),
  );
  expect(output).toContain("synchronous_commit=local does not wait");
});

it("a role that owns nothing serves with the grants of the operator's guide, once another has made the tables", async () => {
  await (await openDatabase(database.setting)).destroy();
  for (const grant of grantsToRun("guest")) await administer(database.url, grant);
  const instance = await spawnInstance(service, guest, await signInTo(database));
  await instance.answers();
  expect((await instance.submit(randomUUID())).status).toBe(201);
  await expect.poll(async () => (await instance.ask("GET", "/readyz")).status).toBe(200);
  const ledger = await openDatabase(settingOf(guest));
  expect(await ledger.selectFrom("transfers").select("submission").execute()).toEqual([
    { submission: "accepted" },
  ]);
  await ledger.destroy();
});

/** The statements of the guide for a role that serves and owns nothing. */
function grantsToRun(role: string): string[] {
  const guide = readFileSync(join(root, "docs/operating.md"), "utf8");
  const statements = [...guide.matchAll(/^(grant|alter default privileges) .+;$/gm)].map(
    ([statement]) => statement,
  );
  expect(statements).toHaveLength(3);
  return statements.map((statement) => statement.replace("dashboard_server", role));
}
