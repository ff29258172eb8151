import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, readdirSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { expect, inject, it, onTestFinished } from "vitest";
import { randomFrom } from "#lib/bench/seed/random";
import { appendAudit } from "#lib/server/audit/audit";
import { attachDatabase, openDatabase } from "#lib/server/database/db";
import { holdForLoss, judgeServer } from "#lib/server/hold/transfer-hold";
import { appendDeliveries } from "#lib/server/outbox/deliveries";
import type { Db } from "#lib/server/tables/schema";
import { examineLedger } from "#lib/server/verify/examine-ledger";
import { entriesOf } from "#lib/testing/database/audit-entries";
import { newPostgresDatabase, type TestDatabase } from "#lib/testing/database/new-database";
import { insertTransfers, randomTransfer } from "#lib/testing/ledger/random-lives";
import { forget } from "#lib/testing/servers/dashboard";
import { spawnInstance } from "#lib/testing/servers/instances";
import { scriptArgs } from "#lib/testing/servers/script";
import { freePort, root } from "#lib/testing/servers/server-process";
import { startFaultyService } from "#lib/testing/service/faulty-service";
import { writeSession } from "#lib/testing/sign-in/sessions";
import { testSecret } from "#lib/testing/sign-in/test-secret";
import { waitingFor } from "#lib/testing/telling/endpoints";
import { temporaryFolder } from "#lib/testing/temporary-folder";

async function emptyPostgres(): Promise<TestDatabase> {
  const database = await newPostgresDatabase(inject("postgres"));
  onTestFinished(database.drop);
  return database;
}

/** A ledger in a file, with a session. Gives the file and the session's cookie. */
async function ledgerInFile() {
  const file = join(temporaryFolder(), "dashboard.db");
  const ledger = await openDatabase({ kind: "sqlite", file });
  for (const entry of entriesOf(5)) await ledger.transaction().execute((trx) => appendAudit(trx, entry));
  const { cookie } = await writeSession(ledger, testSecret);
  // As the first start on the file does: a process that has seen no other server.
  await forget();
  await judgeServer(ledger);
  const examined = await examineLedger(ledger);
  await ledger.destroy();
  writeFileSync(join(file, "../auth-secret"), `${testSecret}\n`, { mode: 0o600 });
  return { file, cookie, examined };
}

const random = randomFrom(4);
const newTransfer = () => randomTransfer(random, new Date().toISOString());

/** The last entry of an audit log. */
const lastEntry = (ledger: Db) =>
  ledger.selectFrom("audit_log").selectAll().orderBy("seq", "desc").executeTakeFirstOrThrow();

/** `npm run move-to-postgres` */
async function move(file: string, url: string) {
  const args = scriptArgs("lib/commands/move-to-postgres.ts");
  const env = {
    PATH: process.env.PATH,
    DATABASE_URL: `file:${file}`,
    MOVE_TO_URL: url,
    NODE_ENV: "test" as const,
  };
  return promisify(execFile)(process.execPath, args, { cwd: root, env }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
      code,
      stdout,
      stderr,
    }),
  );
}

it("moves everything, sessions too, and leaves no second ledger to start on", async () => {
  const service = await startFaultyService();
  onTestFinished(service.close);
  const { file, cookie, examined } = await ledgerInFile();
  const target = await emptyPostgres();
  const { code, stdout, stderr } = await move(file, target.url);
  expect(stderr).toBe("");
  expect(code).toBe(0);
  expect(stdout).toContain("Transfers: 0. Events: 0. Audit entries: 5. Faults: 0.");
  expect(stdout).toContain(`AUTH_SECRET_FILE=${join(file, "../auth-secret")}`);
  expect(await move(file, target.url)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /^There is no database at .+ It was already moved, and is kept as .+\.moved-\w+\.\n$/,
    ),
  });
  const moved = await attachDatabase(target.setting);
  expect(await examineLedger(moved)).toEqual({ ...examined, entries: 6 });
  const entry = await lastEntry(moved);
  expect(entry).toMatchObject({ seq: 6, action: "ledger_moved", actor_id: null });
  expect(JSON.parse(entry.detail)).toEqual({
    by: "a_command",
    source: "embedded_database",
    engine: "postgresql",
    transfers: "0",
    events: "0",
    continues: `5:${entry.previous_hash}`,
  });
  expect(stdout).toContain(`This is in the audit log as entry 6:${entry.hash}\n`);
  await moved.destroy();
  expect(existsSync(file)).toBe(false);
  expect(readdirSync(dirname(file))).toContainEqual(expect.stringMatching(/^dashboard\.db\.moved-\w+$/));

  const instance = await spawnInstance(service, target.url, cookie);
  await instance.answers();
  expect((await instance.ask("GET", "/api/transfers")).status).toBe(200);
  // Nothing can have been sent after it was moved.
  expect((await instance.submit(randomUUID())).status).toBe(201);
});

it("moves what is still to be told, and what happens next comes after it", async () => {
  const file = join(temporaryFolder(), "dashboard.db");
  const ledger = await openDatabase({ kind: "sqlite", file });
  await insertTransfers(ledger, [newTransfer(), newTransfer()]);
  const tell = (to: Db, ...seqs: number[]) =>
    appendDeliveries(
      to,
      seqs.map((seq) => waitingFor("endpoint", "transfer", seq)),
    );
  await tell(ledger, 1, 2, 3);
  await forget();
  await judgeServer(ledger);
  const read = async (from: Db) => ({
    happenings: await from.selectFrom("happenings").selectAll().orderBy("seq").execute(),
    deliveries: await from.selectFrom("deliveries").selectAll().orderBy("seq").execute(),
  });
  const before = await read(ledger);
  await ledger.destroy();
  const target = await emptyPostgres();
  expect(await move(file, target.url)).toMatchObject({ code: 0, stderr: "" });
  const moved = await attachDatabase(target.setting);
  expect(await read(moved)).toEqual(before);
  await insertTransfers(moved, [newTransfer()]);
  await tell(moved, 4);
  const after = await read(moved);
  expect(after.happenings.map(({ seq }) => seq)).toEqual([1, 2, 3]);
  expect(after.deliveries.map(({ body }) => JSON.parse(body).data.seq)).toEqual([1, 2, 3, 4]);
  await moved.destroy();
});

it("keeps new transfers on hold that were on hold before", async () => {
  const service = await startFaultyService();
  onTestFinished(service.close);
  const { file, cookie } = await ledgerInFile();
  const source = await attachDatabase({ kind: "sqlite", file });
  await source.transaction().execute((trx) => holdForLoss(trx, { dispatch_deadline: null }));
  await source.destroy();
  const target = await emptyPostgres();
  expect((await move(file, target.url)).code).toBe(0);
  const instance = await spawnInstance(service, target.url, cookie);
  await instance.answers();
  expect((await instance.submit(randomUUID())).problem.code).toBe("transfers_held");
});

it("ends what was cut off between the copy and the file's new name, unless the file was used since", async () => {
  const { file } = await ledgerInFile();
  const target = await emptyPostgres();
  const putBack = () => {
    const moved = readdirSync(dirname(file)).filter((name) => name.includes(".moved-"));
    for (const name of moved) {
      const from = join(dirname(file), name);
      renameSync(from, from.replace(/\.moved-[^-]+/, ""));
    }
  };
  expect((await move(file, target.url)).code).toBe(0);
  const moved = await attachDatabase(target.setting);
  onTestFinished(() => moved.destroy());
  const { seq, hash } = await lastEntry(moved);
  putBack();
  expect(await move(file, target.url)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(`This is in the audit log as entry ${seq}:${hash}\n`),
  });
  expect(existsSync(file)).toBe(false);
  expect(await lastEntry(moved)).toMatchObject({ seq, hash });

  const refusal = { code: 1, stderr: "The database already has a ledger, and nothing was changed.\n" };
  // As long, with as many entries, and another one.
  const other = await ledgerInFile();
  expect(await move(other.file, target.url)).toMatchObject(refusal);
  expect(existsSync(other.file)).toBe(true);

  putBack();
  const used = await attachDatabase({ kind: "sqlite", file });
  const [entry] = entriesOf(1);
  if (entry !== undefined) await used.transaction().execute((trx) => appendAudit(trx, entry));
  await used.destroy();
  expect(await move(file, target.url)).toMatchObject(refusal);
  expect(existsSync(file)).toBe(true);
});

it("says what is wrong with the target in the words of its own variable", async () => {
  const { file } = await ledgerInFile();
  const target = new URL((await emptyPostgres()).url);
  target.password = "wrong";
  expect(await move(file, target.href)).toMatchObject({
    code: 78,
    stderr: expect.stringContaining("PostgreSQL refuses the password in MOVE_TO_URL."),
  });
  target.port = String(await freePort());
  expect(await move(file, target.href)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^PostgreSQL does not answer \(ECONNREFUSED\)\..+ in MOVE_TO_URL/),
  });
  expect(existsSync(file)).toBe(true);
});

it("refuses a target that holds something, and a source that a server lives on", async () => {
  const service = await startFaultyService();
  onTestFinished(service.close);
  const { file, examined } = await ledgerInFile();
  const target = await emptyPostgres();
  const ledger = await openDatabase(target.setting);
  const { email } = await writeSession(ledger, testSecret);
  expect(await move(file, target.url)).toMatchObject({
    code: 1,
    stderr: "The database already has a ledger, and nothing was changed.\n",
  });
  expect(await ledger.selectFrom("people").select("email").execute()).toEqual([{ email }]);
  await ledger.destroy();

  await (await spawnInstance(service, `file:${file}`)).answers();
  expect(await move(file, (await emptyPostgres()).url)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`A dashboard runs on ${file}. Stop it`),
  });
  const kept = await attachDatabase({ kind: "sqlite", file });
  expect(await examineLedger(kept)).toEqual(examined);
  await kept.destroy();
});
