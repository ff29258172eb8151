import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { openDatabase } from "#lib/server/database/db";
import { newPostgresDatabase, type TestDatabase } from "#lib/testing/database/new-database";
import { startPostgres, type TestPostgres } from "#lib/testing/database/postgres";
import { type Instance, signInTo, spawnInstance } from "#lib/testing/servers/instances";
import { startProxy, type TcpProxy } from "#lib/testing/servers/tcp-proxy";
import {
  answer,
  type FaultyService,
  goodAddress,
  startFaultyService,
} from "#lib/testing/service/faulty-service";

/** A server of its own: it is stopped, and its network is broken. */
let postgres: TestPostgres;
let proxy: TcpProxy;
let service: FaultyService;
let database: TestDatabase;

beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.close());
beforeEach(async () => {
  service = await startFaultyService();
  proxy = await startProxy(postgres.port);
  database = await newPostgresDatabase(postgres.url);
});
afterEach(async () => {
  await proxy.close();
  await database.drop();
  await service.close();
});

/** A dashboard that reaches the database over the network that the test breaks. */
function spawn(cookie: string): Promise<Instance> {
  const url = new URL(database.url);
  url.port = `${proxy.port}`;
  return spawnInstance(service, url.href, cookie);
}

async function eventsOf(key: string): Promise<string[]> {
  const ledger = await openDatabase(database.setting);
  const rows = await ledger
    .selectFrom("transfer_events")
    .innerJoin("transfers", "transfers.id", "transfer_id")
    .where("idempotency_key", "=", key)
    .select("kind")
    .orderBy("seq")
    .execute();
  await ledger.destroy();
  return rows.map(({ kind }) => kind);
}

it("is waited for from the start: requests get a 503 until it is there, and then it recovers what it left", async () => {
  const cookie = await signInTo(database);
  await postgres.stop();
  const instance = await spawn(cookie);
  await instance.answers();
  const refused = await instance.submit(randomUUID());
  expect([refused.status, refused.problem.code]).toEqual([503, "database_unavailable"]);
  expect(refused.headers.get("retry-after")).toBe("5");
  expect(service.callsOf("initiate")).toHaveLength(0);
  await postgres.start();
  await expect.poll(async () => (await instance.list()).status).toBe(200);
  expect((await instance.submit(randomUUID())).status).toBe(201);
});

it("may be away when the service answers: the address is kept once it is back", async () => {
  const instance = await spawn(await signInTo(database));
  await instance.answers();
  const isAway = new Promise<void>((resolve) => {
    service.behave("initiate", async (response, call) => {
      await postgres.stop();
      answer(200, `{"success":true,"address":"${goodAddress}","transactionId":"txn_1"}`)(response, call);
      resolve();
    });
  });
  const submitting = instance.submit(randomUUID());
  expect(await Promise.race([isAway, submitting])).toBeUndefined();
  expect((await instance.list()).status).toBe(503);
  await postgres.start();
  const { status, body } = await submitting;
  expect([status, body.status, body.address]).toEqual([201, "accepted", goodAddress]);
  expect(service.callsOf("initiate")).toHaveLength(1);
});

it("may fall silent: a request ends in a 503, and the next one works once it speaks", async () => {
  const instance = await spawn(await signInTo(database));
  await instance.answers();
  expect((await instance.list()).status).toBe(200);
  proxy.hold();
  // Each ends while it is silent still.
  const replies = await Promise.all(Array.from({ length: 30 }, () => instance.list()));
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([503]));
  proxy.mend();
  await expect.poll(async () => (await instance.list()).status).toBe(200);
});

it("may do as told and never say so: the claim is found again and sent once, and the answer stands once", async () => {
  const instance = await spawn(await signInTo(database));
  await instance.answers();
  const lost = randomUUID();
  // The claim is committed, and the dashboard never hears of it.
  proxy.cutAfter('"dispatch_deadline" =', "commit");
  // The service answers when the other request has been: until then the transfer is being sent.
  service.behave("initiate", async (response, call) => {
    await Promise.race(replies);
    answer(200, `{"success":true,"address":"${goodAddress}","transactionId":"txn_0"}`)(response, call);
  });
  const replies = [instance.submit(lost), instance.submit(lost)];
  expect((await Promise.all(replies)).map(({ status }) => status).sort()).toEqual([201, 409]);
  expect(await eventsOf(lost)).toEqual(["requested", "dispatched", "accepted"]);
  expect(service.callsOf("initiate")).toHaveLength(1);
  service.behave("initiate", (response, call) => {
    proxy.cutAfter("commit");
    answer(200, `{"success":true,"address":"${goodAddress}","transactionId":"txn_1"}`)(response, call);
  });
  const key = randomUUID();
  const { status, body } = await instance.submit(key, { accountNumber: "0123456780" });
  expect([status, body.status, body.address]).toEqual([201, "accepted", goodAddress]);
  expect(await eventsOf(key)).toEqual(["requested", "dispatched", "accepted"]);
  expect(service.callsOf("initiate")).toHaveLength(2);
});

it("may be busy to its last connection: a request does not wait for long", async () => {
  const ledger = await openDatabase(database.setting);
  let release: () => void = () => undefined;
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  let taken = 0;
  const busy = Array.from({ length: 10 }, () =>
    ledger.connection().execute(() => {
      taken += 1;
      return isReleased;
    }),
  );
  await expect.poll(() => taken).toBe(10);
  // It ends while they are busy still.
  await expect(sql`select 1`.execute(ledger)).rejects.toMatchObject({ code: "database_unavailable" });
  release();
  await Promise.all(busy);
  await ledger.destroy();
});
