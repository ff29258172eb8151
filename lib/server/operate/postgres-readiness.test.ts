import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { newPostgresDatabase, type TestDatabase } from "#lib/testing/database/new-database";
import { startPostgres, type TestPostgres } from "#lib/testing/database/postgres";
import { type Instance, spawnInstance } from "#lib/testing/servers/instances";
import { seriesOf } from "#lib/testing/servers/metrics";
import { startProxy, type TcpProxy } from "#lib/testing/servers/tcp-proxy";
import { type FaultyService, startFaultyService } from "#lib/testing/service/faulty-service";

const token = "metrics-token-of-the-tests-0123456789";

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

async function start(): Promise<Instance> {
  const url = new URL(database.url);
  url.port = `${proxy.port}`;
  const instance = await spawnInstance(service, url.href, "", { METRICS_TOKEN: token });
  await instance.answers();
  return instance;
}

const isReady =
  ({ ask }: Instance) =>
  async () =>
    (await ask("GET", "/readyz")).status;

/** The database stays away until this has ended: no question waits for it. */
async function expectAway(instance: Instance): Promise<void> {
  const ask = isReady(instance);
  await expect.poll(ask).toBe(503);
  // Many at once, and one more after them.
  expect(await Promise.all(Array.from({ length: 10 }, ask))).toEqual(Array(10).fill(503));
  expect(await ask()).toBe(503);
  // What needs no database is answered, and the figures that nobody can read are left out.
  expect((await instance.ask("GET", "/healthz")).status).toBe(200);
  const reply = await instance.ask("GET", "/metrics", undefined, { authorization: `Bearer ${token}` });
  const series = seriesOf(await reply.text());
  expect([reply.status, series.get("dashboard_database_up")]).toEqual([200, 0]);
  expect(series.has("dashboard_unknown_outcomes_open")).toBe(false);
}

it("is not ready while PostgreSQL is stopped, and is again by itself when it is back", async () => {
  const instance = await start();
  await expect.poll(isReady(instance)).toBe(200);
  await postgres.stop();
  await expectAway(instance);
  await postgres.start();
  await expect.poll(isReady(instance)).toBe(200);
  expect(service.calls).toEqual([]);
});

it("is not ready while PostgreSQL is silent, and no request for it hangs", async () => {
  const instance = await start();
  await expect.poll(isReady(instance)).toBe(200);
  proxy.hold();
  await expectAway(instance);
  proxy.mend();
  await expect.poll(isReady(instance)).toBe(200);
});

it("is not ready before it has ever reached PostgreSQL", async () => {
  await postgres.stop();
  const instance = await start();
  await expectAway(instance);
  await postgres.start();
  await expect.poll(isReady(instance)).toBe(200);
});
