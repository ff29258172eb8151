import "#lib/features/all/index";
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, inject, it } from "vitest";
import { verifyLedger } from "#lib/server/verify/verify-ledger";
import { newPostgresDatabase, type TestDatabase } from "#lib/testing/database/new-database";
import { type Instance, signInTo, spawnInstance } from "#lib/testing/servers/instances";
import {
  answer,
  type FaultyService,
  goodAddress,
  startFaultyService,
} from "#lib/testing/service/faulty-service";
import { openDatabase } from "./db";

let service: FaultyService;
let database: TestDatabase;

beforeEach(async () => {
  service = await startFaultyService();
  database = await newPostgresDatabase(inject("postgres"));
});
afterEach(async () => {
  const ledger = await openDatabase(database.setting);
  expect((await verifyLedger(ledger)).differences).toEqual([]);
  await ledger.destroy();
  await database.drop();
  await service.close();
});

/** Two servers on one database, started at the same moment. */
async function startTwo(): Promise<[Instance, Instance]> {
  const cookie = await signInTo(database);
  const spawn = () => spawnInstance(service, database.url, cookie);
  const both = await Promise.all([spawn(), spawn()]);
  await Promise.all(both.map(({ answers }) => answers()));
  return [both[0], both[1]] as [Instance, Instance];
}

/** The service hears of a transfer, and answers when it is told to. */
function holdInitiate(): { heard: Promise<void>; answerIt: () => void } {
  let isHeard: () => void = () => undefined;
  let answerIt: () => void = () => undefined;
  const heard = new Promise<void>((resolve) => {
    isHeard = resolve;
  });
  service.behave("initiate", (response, call) => {
    answerIt = () =>
      answer(200, `{"success":true,"address":"${goodAddress}","transactionId":"txn_1"}`)(response, call);
    isHeard();
  });
  return { heard, answerIt: () => answerIt() };
}

it("calls unknown what a killed server was sending, and lets the other one go on", async () => {
  const [first, second] = await startTwo();
  const { heard } = holdInitiate();
  const key = randomUUID();
  const submitting = first.submit(key).catch(() => "no answer");
  await heard;
  const [sending] = (await second.list()).items;
  // The first one lives: what it sends is its own, however often others look.
  expect(sending?.status).toBe("dispatching");
  first.process.kill();
  expect(await submitting).toBe("no answer");
  await expect.poll(async () => (await second.find(sending?.id ?? "")).body.status).toBe("unknown");
  const repeated = await second.submit(key);
  expect([repeated.status, repeated.body.id, repeated.body.status]).toEqual([200, sending?.id, "unknown"]);
  expect(service.callsOf("initiate")).toHaveLength(1);
  service.recover();
  expect((await second.submit(randomUUID(), { accountNumber: "0123456780" })).body.status).toBe("accepted");
});

it("sends one key once, however many ask at two servers", async () => {
  const servers = await startTwo();
  const key = randomUUID();
  const asked = Array.from({ length: 50 }, (_, at) => servers[at % 2]?.submit(key));
  const statuses = (await Promise.all(asked)).map((reply) => reply?.status);
  expect(statuses.filter((status) => status === 201)).toHaveLength(1);
  expect(statuses.filter((status) => status !== 201 && status !== 200 && status !== 409)).toEqual([]);
  expect(service.callsOf("initiate")).toHaveLength(1);
});

it("keeps every callback of one transfer once, however many come to two servers at the same time", async () => {
  const servers = await startTwo();
  const { body } = await servers[0].submit(randomUUID());
  const sent = JSON.parse(service.callsOf("initiate")[0]?.body ?? "{}") as { callbackUrl: string };
  const { pathname } = new URL(sent.callbackUrl);
  // Twenty that are new, each of them at both.
  const asked = Array.from({ length: 40 }, (_, at) =>
    servers[at % 2]?.ask("POST", pathname, { status: "processing", note: at >> 1 }),
  );
  const statuses = (await Promise.all(asked)).map((answered) => answered?.status);
  expect(statuses.filter((status) => status !== 204)).toEqual([]);
  const { events } = (await servers[1].find(body.id)).body;
  const kept = events.filter(({ kind }) => kind === "callback");
  expect(kept.map(({ deliveries }) => deliveries)).toEqual(Array.from({ length: 20 }, () => 2));
  expect(new Set(kept.map(({ raw }) => raw)).size).toBe(20);
});

it("does no harm by calling a server gone that only slept without its network", async () => {
  const [sleeper, other] = await startTwo();
  const { heard, answerIt } = holdInitiate();
  const submitting = sleeper.submit(randomUUID());
  await heard;
  process.kill(sleeper.process.pid, "SIGSTOP");
  const id = (await other.list()).items[0]?.id ?? "";
  const ledger = await openDatabase(database.setting);
  await sql`select pg_terminate_backend(pg_locks.pid) from pg_locks join transfers on objid::bigint = dispatched_by
    where locktype = 'advisory'`.execute(ledger);
  await ledger.destroy();
  await expect.poll(async () => (await other.find(id)).body.status).toBe("unknown");
  process.kill(sleeper.process.pid, "SIGCONT");
  answerIt();
  const { status, body } = await submitting;
  expect([status, body.id, body.status, body.address]).toEqual([201, id, "accepted", goodAddress]);
  expect(service.callsOf("initiate")).toHaveLength(1);
  // It takes its lock again, so that its next transfer is left to it.
  service.recover();
  const lockOfNext = async () => {
    const next = await sleeper.submit(randomUUID(), { accountNumber: `${Date.now()}`.slice(-10) });
    const reader = await openDatabase(database.setting);
    const row = await reader
      .selectFrom("transfers")
      .select("dispatched_by")
      .where("id", "=", next.body.id)
      .executeTakeFirst();
    await reader.destroy();
    return row?.dispatched_by;
  };
  await expect.poll(lockOfNext).toEqual(expect.any(Number));
});
