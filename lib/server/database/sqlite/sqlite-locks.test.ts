import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { sql } from "kysely";
import Database from "libsql";
import { expect, it, onTestFinished, vi } from "vitest";
import type { Transfer } from "#lib/contract/api";
import { env } from "#lib/server/config/env";
import { db } from "#lib/server/database/db";
import { lockEachStatement, startLockedDashboard } from "#lib/testing/database/lock-acts";
import { goodTransfer } from "#lib/testing/ledger/inputs";
import { startDashboard } from "#lib/testing/servers/dashboard";
import { answer, goodAddress, startFaultyService, testKey } from "#lib/testing/service/faulty-service";
import { temporaryFolder } from "#lib/testing/temporary-folder";
import { openSqlite } from "./sqlite-database";

/** A clock that stands still, or goes on with each look at it. */
function holdClock(onLook: (passedMs: number) => void = () => undefined) {
  const clock = { passedMs: 0, msALook: 0 };
  const startMs = performance.now();
  vi.spyOn(performance, "now").mockImplementation(() => {
    clock.passedMs += clock.msALook;
    onLook(clock.passedMs);
    return startMs + clock.passedMs;
  });
  onTestFinished(() => void vi.restoreAllMocks());
  return clock;
}

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
  // A wait in the engine stops the whole process.
  const { rows } = await sql<{ timeout: number }>`pragma busy_timeout`.execute(await db());
  expect(rows).toEqual([{ timeout: 0 }]);
  other.exec("begin immediate");
  const clock = holdClock();
  let ended = 0;
  const waiting = ["0123456701", "0123456702", "0123456703"].map(async (accountNumber) => {
    const status = await submit(accountNumber);
    ended += 1;
    return status;
  });
  // Who only reads waits for nobody.
  for (let at = 0; at < 20; at++) expect((await dashboard.send("GET", "/api/transfers")).status).toBe(200);
  expect(ended).toBe(0);
  clock.msALook = 1_000;
  expect(await Promise.all(waiting)).toEqual([503, 503, 503]);
  other.exec("rollback");
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
    let hasEnded = false;
    const writing = write("refused").finally(() => {
      hasEnded = true;
    });
    // The engine answers in the turn in which it is asked.
    for (let turn = 0; turn < 5; turn++) await setImmediate();
    expect(hasEnded).toBe(false);
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
  const { other } = locked.taker;
  locked.service.behave("initiate", (response, call) => {
    other.exec("begin immediate");
    let isHeld = true;
    const clock = holdClock((passedMs) => {
      if (!isHeld || passedMs <= 20_000) return;
      isHeld = false;
      other.exec("rollback");
    });
    clock.msALook = 1_000;
    answer(200, `{"success":true,"address":"${goodAddress}","transactionId":"txn_7"}`)(response, call);
  });
  const [create] = locked.acts;
  expect(await create?.run()).toBe(201);
  locked.service.recover();
  await locked.close();
});
