import { spawn } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { attachDatabase, openDatabase } from "#lib/server/database/db";
import { newSharedDatabase } from "#lib/testing/database/database";
import type { TestDatabase } from "#lib/testing/database/new-database";
import { type Instance, signInTo, spawnInstance } from "#lib/testing/servers/instances";
import { scriptArgs } from "#lib/testing/servers/script";
import { root } from "#lib/testing/servers/server-process";
import { openOverHttp, testKey as sandboxKey } from "#lib/testing/service/contract-target";
import { answer, type FaultyService, startFaultyService, testKey } from "#lib/testing/service/faulty-service";
import { writeSession } from "#lib/testing/sign-in/sessions";
import { testSecret } from "#lib/testing/sign-in/test-secret";
import { temporaryFolder } from "#lib/testing/temporary-folder";

/** `npm run doctor`, with what is typed into it. */
async function doctor(args: string[], variables: Record<string, string>, typed = "") {
  const node = [...scriptArgs("lib/commands/doctor.ts"), ...args];
  const env = { PATH: process.env.PATH, NODE_ENV: "test" as const, ...variables };
  const child = spawn(process.execPath, node, { cwd: root, env, stdio: "pipe" });
  child.stdin.end(typed);
  const code = new Promise<number | null>((resolve) => child.on("exit", resolve));
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await code, stdout, stderr };
}

it("looks at a service alone, whose key is in a file", async () => {
  const service = await openOverHttp();
  onTestFinished(service.close);
  const file = join(temporaryFolder(), "key");
  writeFileSync(file, `${sandboxKey}\n`);
  const args = ["--base-url", service.base, "--api-key-file", file];
  const { code, stdout, stderr } = await doctor(args, { OFFRAMP_API_KEY: "the dashboard's own" });
  expect(stderr).toBe("");
  expect(stdout).toMatch(/^ok {4}quote base:usdc: 10 USDC gives /m);
  expect(stdout).toMatch(/\n\d+ ok, 0 to judge, 0 bad\.\n$/);
  expect(code).toBe(0);

  writeFileSync(file, "another-key");
  const refused = await doctor(args, {});
  expect(refused.stdout).toMatch(/^bad {3}business: The service rejected the API key/m);
  expect(refused.code).toBe(1);
});

it("prints no sign that a terminal obeys, and no line that the service wrote", async () => {
  const service = await startFaultyService();
  onTestFinished(service.close);
  const words = "\u001b[2J\u202Eno\r\nok    business: fine";
  const business = { name: words, status: words };
  service.behave("business", answer(200, JSON.stringify({ success: true, business, data: business })));
  service.behave("banks", answer(400, JSON.stringify({ success: false, message: words })));
  service.behave("quote", answer(400, JSON.stringify({ success: false, message: words })));
  const file = join(temporaryFolder(), "key");
  writeFileSync(file, testKey);
  const { stdout, stderr } = await doctor(["--base-url", service.baseUrl, "--api-key-file", file], {});
  expect(`${stdout}${stderr}`).not.toMatch(/[\p{Cc}\p{Cf}\u202E](?<!\n)/u);
  expect(stdout).not.toMatch(/^ok {4}business: fine/m);
  expect(stdout).toContain("\\u{001B}[2J\\u{202E}no");
});

it("says that the file of the secret is lost, and makes none in its place", async () => {
  const folder = temporaryFolder();
  const file = join(folder, "dashboard.db");
  const ledger = await openDatabase({ kind: "sqlite", file });
  const { personId } = await writeSession(ledger, testSecret);
  await ledger
    .insertInto("second_factors")
    .values({
      id: "f",
      person_id: personId,
      encrypted_secret: "x",
      encrypted_recovery_codes: "x",
      is_verified: 1,
      failed_count: 0,
      locked_until: null,
      last_step: 0,
    })
    .execute();
  await ledger.destroy();
  const { code, stdout } = await doctor([], { DATABASE_URL: `file:${file}` });
  expect(stdout).toMatch(/^bad {3}secret: The file auth-secret beside the database is missing/m);
  expect(stdout).toMatch(/^warn {2}callbacks: There is no AUTH_SECRET and no file auth-secret/m);
  expect(code).toBe(1);
  expect(existsSync(join(folder, "auth-secret"))).toBe(false);
});

it("names every fault of a configuration", async () => {
  const { code, stdout } = await doctor([], { OFFRAMP_BASE_URL: "https://x.example", DATABASE_URL: "x" });
  expect(stdout).toMatch(
    /^bad {3}configuration: OFFRAMP_BASE_URL is set, so OFFRAMP_API_KEY .+ is needed\.\nbad {3}configuration: DATABASE_URL must be a file/,
  );
  expect(code).toBe(1);
});

describe("with --initiate", () => {
  let service: FaultyService;
  let database: TestDatabase;
  let instance: Instance;
  let variables: Record<string, string>;

  beforeEach(async () => {
    service = await startFaultyService();
    onTestFinished(service.close);
    database = await newSharedDatabase();
    instance = await spawnInstance(service, database.url, await signInTo(database));
    await instance.answers();
    variables = {
      OFFRAMP_BASE_URL: service.baseUrl,
      OFFRAMP_API_KEY: testKey,
      DATABASE_URL: database.url,
      AUTH_SECRET: testSecret,
      APP_URL: instance.url,
    };
  });
  const recipient = ["--bank-code", "000013", "--account-number", "0123456789", "--account-name", "Ada Obi"];
  const args = ["--initiate", "--amount", "5", "--asset", "base:usdc", ...recipient];

  it("makes one transfer, which is in the ledger and nobody's by name", async () => {
    const { code, stdout, stderr } = await doctor(args, variables, "create 5 base:usdc\n");
    expect(stderr).toBe("");
    expect(stdout).toContain(`5 base:usdc at ${service.baseUrl}, to the account 0123456789 of Ada Obi`);
    expect(code).toBe(0);
    expect(service.callsOf("initiate")).toHaveLength(1);
    const id = /Transfer (\S+): accepted/.exec(stdout)?.[1] ?? "";
    const { body } = await instance.find(id);
    expect(body).toMatchObject({ status: "accepted", amount: "5", transactionId: "txn_1" });
    const ledger = await attachDatabase(database.setting);
    const entries = await ledger
      .selectFrom("audit_log")
      .select(["action", "record_id", "actor_id"])
      .execute();
    await ledger.destroy();
    expect(entries).toContainEqual({ action: "transfer_created", record_id: id, actor_id: null });
  });

  it("makes none when other words are typed, or none, for an account that is none and for another service", async () => {
    const typed = "create 5 base:usdc\n";
    const other = ["--base-url", service.baseUrl, "--api-key-file", "/nowhere"];
    const { code, stderr } = await doctor([...args, ...other], variables, typed);
    expect([code, stderr]).toEqual([1, expect.stringContaining("is recorded in the ledger")]);
    expect(service.calls).toEqual([]);
    for (const [given, words, expected] of [
      [args, "create 50 base:usdc\n", /No transfer was created\.$/m],
      [args, "", /No transfer was created\.$/m],
      [[...args, "--account-number", "12"], typed, /accountNumber/],
    ] as const) {
      const said = await doctor([...given], variables, words);
      expect([said.code, said.stdout + said.stderr], words).toEqual([1, expect.stringMatching(expected)]);
      expect(service.callsOf("initiate")).toEqual([]);
      expect((await instance.list()).items).toEqual([]);
    }
  });
});
