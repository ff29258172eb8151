import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { sql } from "kysely";
import Database from "libsql";
import { expect, it, onTestFinished, vi } from "vitest";
import type { Transfer } from "#lib/contract/api";
import { env } from "#lib/server/config/env";
import { lockEachStatement, startLockedDashboard } from "#lib/testing/database/lock-acts";
import { goodTransfer } from "#lib/testing/ledger/inputs";
import { startDashboard } from "#lib/testing/servers/dashboard";
import { answer, goodAddress, startFaultyService, testKey } from "#lib/testing/service/faulty-service";
import { temporaryFolder } from "#lib/testing/temporary-folder";
import { openSqlite } from "./sqlite-database";

it("stands still for nobody while another program holds the lock, and goes on afterwards", async () => {
  const service = await startFaultyService();
  const dashboard = await startDashboard({ OFFRAMP_BASE_URL: service.baseUrl, OFFRAMP_API_KEY: testKey });
  onTestFinished(async () => {
    await dashboard.close();
    await service.close();
  });
  const submit = async (accountNumber: string) => {
    const body = { ...goodTransfer, accountNumber };
    const headers = { "idempotency-key": randomUUID() };
    return (await dashboard.send<Transfer>("POST", "/api/transfers", { body, headers })).status;
  };
  expect(await submit("0123456700")).toBe(201);
  const { database } = env();
  const other = new Database(database.kind === "sqlite" ? database.file : "");
  onTestFinished(() => void other.close());
  const delay = monitorEventLoopDelay({ resolution: 10 });
  other.exec("begin immediate");
  delay.enable();
  const waiting = Promise.all(["0123456701", "0123456702", "0123456703"].map(submit));
  // Who only reads waits for nobody.
  for (let at = 0; at < 20; at++) expect((await dashboard.send("GET", "/api/transfers")).status).toBe(200);
  expect(await waiting).toEqual([503, 503, 503]);
  delay.disable();
  other.exec("rollback");
  expect(delay.max / 1e6).toBeLessThan(100);
  for (let at = 0; at < 3; at++) expect(await submit(`012345671${at}`)).toBe(201);
});

it("keeps what it says it has written after a statement of any kind has met a lock", async () => {
  const file = join(temporaryFolder(), "dashboard.db");
  const ledger = await openSqlite(file);
  const other = new Database(file);
  onTestFinished(async () => {
    other.close();
    await ledger.destroy();
  });
  await sql`create table notes (id integer primary key, text text)`.execute(ledger);
  const notes = ledger.withTables<{ notes: { id: number; text: string } }>();
  const kinds = [
    (text: string) => notes.insertInto("notes").values({ id: 1, text }).execute(),
    (text: string) => notes.insertInto("notes").values({ id: 1, text }).returning("id").execute(),
    (text: string) => notes.updateTable("notes").set({ text }).where("id", "=", 0).execute(),
    (text: string) => sql`insert into notes (id, text) values (1, ${text})`.execute(notes),
    // One that is not known to write, until it does.
    (text: string) => sql`/* */ insert into notes (id, text) values (1, ${text})`.execute(notes),
    (text: string) =>
      notes.transaction().execute((trx) => trx.insertInto("notes").values({ id: 1, text }).execute()),
  ];
  for (const [at, write] of kinds.entries()) {
    other.exec("begin immediate");
    const writing = write("refused");
    await expect(
      Promise.race([writing, new Promise((resolve) => setTimeout(resolve, 60, "waits"))]),
    ).resolves.toBe("waits");
    other.exec("rollback");
    await writing;
    const id = at + 2;
    await notes.insertInto("notes").values({ id, text: "alone" }).execute();
    expect(other.prepare("select text from notes where id = ?").get([id])).toMatchObject({ text: "alone" });
    await notes.transaction().execute(async (trx) => {
      await trx.deleteFrom("notes").where("id", "=", 1).execute();
    });
    expect(other.prepare("select text from notes where id = 1").get([])).toBeUndefined();
  }
});

it("goes on whole from a lock that is taken before any statement", async () => {
  const locked = await startLockedDashboard(20);
  const taken = await lockEachStatement(locked, locked.acts.slice(0, 2), 30);
  expect(taken).toBeGreaterThan(8);
  const accounts = locked.service.callsOf("initiate").map(({ body }) => JSON.parse(body).accountNumber);
  expect(new Set(accounts).size).toBe(accounts.length);
  await locked.close();
});

it("holds the service's answer for more than 20 seconds while another program has the lock", async () => {
  const locked = await startLockedDashboard(20);
  onTestFinished(() => void vi.restoreAllMocks());
  const clock = performance.now.bind(performance);
  let passedMs = 0;
  vi.spyOn(performance, "now").mockImplementation(() => clock() + passedMs);
  const { other } = locked.taker;
  locked.service.behave("initiate", (response, call) => {
    other.exec("begin immediate");
    setTimeout(() => {
      passedMs = 20_000;
    }, 200);
    setTimeout(() => void other.exec("rollback"), 600);
    answer(200, `{"success":true,"address":"${goodAddress}","transactionId":"txn_7"}`)(response, call);
  });
  const [create] = locked.acts;
  expect(await create?.run()).toBe(201);
  locked.service.recover();
  await locked.close();
});
