import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { beforeEach, expect, inject, it, onTestFinished } from "vitest";
import { openDatabase } from "#lib/server/database/db";
import { newPostgresDatabase, type TestDatabase } from "#lib/testing/database/new-database";
import { startPooler } from "#lib/testing/database/pooler";
import { administer } from "#lib/testing/database/postgres-admin";
import { scriptArgs } from "#lib/testing/servers/script";
import { root } from "#lib/testing/servers/server-process";
import { testSecret } from "#lib/testing/sign-in/test-secret";

let database: TestDatabase;

beforeEach(async () => {
  database = await newPostgresDatabase(inject("postgres"));
  onTestFinished(() => database.drop());
});

/** What `npm run doctor` says of the database, a line a finding. */
async function diagnose(url = database.url): Promise<string> {
  const variables = { DATABASE_URL: url, AUTH_SECRET: testSecret };
  const env = { PATH: process.env.PATH, NODE_ENV: "test" as const, ...variables };
  const child = spawn(process.execPath, scriptArgs("lib/commands/doctor.ts"), { cwd: root, env });
  return text(child.stdout);
}

/** A default of the administrator in this database alone. */
async function setDefault(name: string, value: string): Promise<void> {
  const { pathname } = new URL(database.url);
  await administer(
    database.url,
    `alter role postgres in database ${pathname.slice(1)} set ${name} = ${value}`,
  );
}

it("reads the server's clock, whatever style of dates the role has, and names a commit that is local", async () => {
  await (await openDatabase(database.setting)).destroy();
  await setDefault("datestyle", "'SQL, DMY'");
  await setDefault("synchronous_commit", "local");
  const findings = await diagnose();
  expect(findings).toMatch(/^ok {4}clock: It agrees with PostgreSQL's clock/m);
  expect(findings).toMatch(/^ok {4}database: PostgreSQL /m);
  expect(findings).toMatch(/^warn {2}database: synchronous_commit is local/m);
  expect(findings).toMatch(/^ok {4}ledger: /m);
});

it("names a pooler that moves a client at each transaction", async () => {
  const pooler = await startPooler(database.url, { mode: "transaction" });
  onTestFinished(pooler.close);
  expect(await diagnose(pooler.url)).toMatch(
    /^bad {3}database: DATABASE_URL leads to a pooler.+transaction/m,
  );
});

it("names an empty database in which the role may make no tables", async () => {
  await administer(database.url, "create role visitor login password 'visitor'");
  // As it is since PostgreSQL 15.
  await administer(database.url, "revoke create on schema public from public");
  onTestFinished(async () => void (await administer(inject("postgres"), "drop role visitor")));
  const url = new URL(database.url);
  [url.username, url.password] = ["visitor", "visitor"];
  expect(await diagnose(url.href)).toMatch(/^bad {3}database: .+may not create tables in the schema public/m);
});
