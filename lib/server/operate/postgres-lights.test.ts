import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { newPostgresDatabase, type TestDatabase } from "#lib/testing/database/new-database";
import { startPostgres, type TestPostgres } from "#lib/testing/database/postgres";
import { type Instance, signInTo, spawnInstance } from "#lib/testing/servers/instances";
import { askDoctor, lightsOf, metricsToken } from "#lib/testing/servers/lights";
import { type FaultyService, startFaultyService } from "#lib/testing/service/faulty-service";

/** A server of its own: it is made read-only. */
let postgres: TestPostgres;
let service: FaultyService;
let database: TestDatabase;
let instance: Instance;

beforeAll(async () => {
  postgres = await startPostgres({ max_prepared_transactions: "5" });
});
afterAll(() => postgres.close());
beforeEach(async () => {
  service = await startFaultyService();
  database = await newPostgresDatabase(postgres.url);
  const cookie = await signInTo(database);
  instance = await spawnInstance(service, database.url, cookie, { METRICS_TOKEN: metricsToken });
  await instance.answers();
});
afterEach(async () => {
  await database.drop();
  await service.close();
});

/** Somebody's session, by the name of its application, in a transaction that they forget. Gives how it ends. */
async function forget(statement: string, end = "rollback"): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: database.url, application_name: "reports" });
  client.on("error", () => undefined);
  await client.connect();
  await client.query("begin");
  await client.query(statement);
  if (end !== "rollback") await client.query("prepare transaction 'forgotten'");
  return async () => {
    await client.query(end);
    await client.end();
  };
}

const reports =
  /Process \d+ \(application reports, user postgres, idle in transaction\) has been in a transaction since \d{4}-/;
const head = "update audit_head set seq = seq";

it.each<[string, () => Promise<() => Promise<void>>, RegExp]>([
  [
    "takes no writes",
    async () => {
      await postgres.set({ default_transaction_read_only: "on" });
      return () => postgres.set({ default_transaction_read_only: undefined });
    },
    /default_transaction_read_only=on/,
  ],
  [
    "has a table of transfers that is locked",
    () => forget("lock table transfers in exclusive mode"),
    reports,
  ],
  [
    "has a table of sessions that nobody may read",
    () => forget("lock table sessions in access exclusive mode"),
    reports,
  ],
  ["has a forgotten transaction that holds the hot row", () => forget(head), reports],
  [
    "has a prepared transaction that holds the hot row",
    () => forget(head, "rollback prepared 'forgotten'"),
    /A prepared transaction holds it: find it in pg_prepared_xacts/,
  ],
])(
  "three lights say the same of a database that %s, and of the same one mended",
  async (_case, spoil, said) => {
    expect(await lightsOf(instance)).toEqual({ readyz: 200, up: 1 });
    const mend = await spoil();
    await expect.poll(() => lightsOf(instance)).toEqual({ readyz: 503, up: 0 });
    const [found, submitted] = await Promise.all([
      askDoctor(service, database.url),
      instance.submit(randomUUID()),
    ]);
    const wrong = found.filter((line) => !line.startsWith("ok "));
    expect(wrong).toEqual([expect.stringMatching(/^bad /)]);
    expect(wrong[0]).toMatch(said);
    expect(submitted.status).toBe(503);
    expect(await lightsOf(instance)).toEqual({ readyz: 503, up: 0 });
    expect(service.callsOf("initiate")).toEqual([]);
    await mend();
    await expect.poll(() => lightsOf(instance)).toEqual({ readyz: 200, up: 1 });
    const after = await askDoctor(service, database.url);
    expect(after).toContain(
      "ok database: A row was written just now, with the locks that every transfer takes.",
    );
    expect(after.filter((line) => !line.startsWith("ok "))).toEqual([]);
    expect((await instance.submit(randomUUID())).status).toBe(201);
  },
);
