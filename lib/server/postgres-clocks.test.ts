import { randomUUID } from "node:crypto";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, inject, it } from "vitest";
import { answer, type FaultyService, goodAddress, startFaultyService } from "#lib/testing/faulty-service";
import { type Instance, spawnInstance } from "#lib/testing/instances";
import { askDoctor } from "#lib/testing/lights";
import { seriesOf } from "#lib/testing/metrics";
import { newPostgresDatabase, type TestDatabase } from "#lib/testing/new-database";
import { administer } from "#lib/testing/postgres-admin";
import { root } from "#lib/testing/server-process";
import { writeSession } from "#lib/testing/sessions";
import { testSecret } from "#lib/testing/test-secret";
import { type Db, openDatabase } from "./db";
import { verifyLedger } from "./verify-ledger";

const minute = 60_000;
const token = "metrics-token-of-the-tests-0123456789";

let service: FaultyService;
let database: TestDatabase;
let ledger: Db;

beforeEach(async () => {
  service = await startFaultyService();
  database = await newPostgresDatabase(inject("postgres"));
  ledger = await openDatabase(database.setting);
});
afterEach(async () => {
  expect((await verifyLedger(ledger)).differences).toEqual([]);
  await ledger.destroy();
  await database.drop();
  await service.close();
});

/** What shifts the clock of a process. */
const shifted = (shiftMs: number) => ({
  CLOCK_SHIFT_MS: `${shiftMs}`,
  NODE_OPTIONS: `--import=${pathToFileURL(`${root}/lib/testing/shift-clock.mjs`).href}`,
});

/** Starts a server whose clock is so far ahead, for somebody who signed in by that clock. */
async function startAhead(shiftMs: number, variables: Record<string, string> = {}): Promise<Instance> {
  const { cookie, sessionId } = await writeSession(ledger, testSecret, { expiresIn: 40 * minute });
  // A server takes away a session that began later than its own clock says: this one began before either.
  const created_at = new Date(Date.now() - 5 * minute).toISOString();
  const last_seen_at = new Date(Date.now() + shiftMs).toISOString();
  await ledger
    .updateTable("sessions")
    .set({ created_at, last_seen_at })
    .where("id", "=", sessionId)
    .execute();
  const instance = await spawnInstance(service, database.url, cookie, {
    ...shifted(shiftMs),
    METRICS_TOKEN: token,
    OFFRAMP_TIMEOUT_MS: "60000",
    TRANSFERS_PER_MINUTE: "1000",
    ...variables,
  });
  await instance.answers();
  return instance;
}

/** Keeps every answer back until it is told; what is asked after that is answered at once. */
function holdAnswers(): () => void {
  let open: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  let created = 0;
  service.behave("initiate", async (response, call) => {
    created += 1;
    const body = { success: true, address: goodAddress, transactionId: `txn_${created}` };
    await gate;
    answer(200, JSON.stringify(body))(response, call);
  });
  return open;
}

const account = (at: number) => ({ accountNumber: `${1_000_000_000 + at}` });
const submissions = async () => {
  const { countAll } = ledger.fn;
  const rows = await ledger
    .selectFrom("transfers")
    .select(["submission", countAll<string>().as("count")])
    .groupBy("submission")
    .execute();
  return Object.fromEntries(rows.map(({ submission, count }) => [submission, Number(count)]));
};

it("calls no transfer unknown that a server with another clock is sending", async () => {
  const servers = [await startAhead(5 * minute), await startAhead(-5 * minute)] as const;
  const answerAll = holdAnswers();
  const asked = Array.from({ length: 200 }, (_, at) => {
    const server = servers[at % 2 === 0 ? 0 : 1];
    return server.submit(randomUUID(), account(at));
  });
  await expect.poll(() => service.callsOf("initiate").length, { timeout: 60_000 }).toBe(200);
  // A list is preceded by a sweep; each server's own sweeps go on beside it.
  for (let round = 0; round < 3; round++)
    for (const server of servers) expect((await server.list()).status).toBe(200);
  expect(await submissions()).toEqual({ dispatching: 200 });
  answerAll();
  const statuses = (await Promise.all(asked)).map(({ status }) => status);
  expect(statuses.filter((status) => status !== 201)).toEqual([]);
  expect(await submissions()).toEqual({ accepted: 200 });
  // Nor was one for a while: an unknown that a late answer has mended leaves its event.
  const { count } = await ledger
    .selectFrom("transfer_events")
    .select(({ fn }) => fn.countAll<string>().as("count"))
    .where("kind", "=", "outcome_unknown")
    .executeTakeFirstOrThrow();
  expect(Number(count)).toBe(0);
  expect(service.callsOf("initiate")).toHaveLength(200);
});

it.each([
  ["behind", -5 * minute, 5 * minute],
  ["ahead", 5 * minute, -5 * minute],
])("calls unknown what a killed server was sending whose clock was %s", async (_side, killed, other) => {
  const [first, second] = [await startAhead(killed), await startAhead(other)];
  holdAnswers();
  const asked = Array.from({ length: 5 }, (_, at) =>
    first.submit(randomUUID(), account(at)).catch(() => "no answer"),
  );
  await expect.poll(() => service.callsOf("initiate").length).toBe(5);
  await second.list();
  expect(await submissions()).toEqual({ dispatching: 5 });
  first.process.kill();
  expect(await Promise.all(asked)).toEqual(Array(5).fill("no answer"));
  await expect.poll(submissions).toEqual({ unknown: 5 });
  expect(service.callsOf("initiate")).toHaveLength(5);
});

it("judges a claim without a lock by the deadline of the database's clock alone", async () => {
  const servers = [await startAhead(5 * minute), await startAhead(-5 * minute)] as const;
  const answerAll = holdAnswers();
  const asked = servers.map((server, at) => server.submit(randomUUID(), account(at)));
  await expect.poll(() => service.callsOf("initiate").length).toBe(2);
  await ledger.updateTable("transfers").set({ dispatched_by: null }).execute();
  for (const server of servers) await server.list();
  expect(await submissions()).toEqual({ dispatching: 2 });
  const past = new Date(Date.now() - 1_000).toISOString();
  await ledger.updateTable("transfers").set({ dispatch_deadline: past }).execute();
  // Five minutes are missing by this server's clock.
  await servers[1].list();
  expect(await submissions()).toEqual({ unknown: 2 });
  answerAll();
  expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([201, 201]);
  expect(await submissions()).toEqual({ accepted: 2 });
});

it("waits for no server that holds its lock and has said nothing for long", async () => {
  const [first, second] = [await startAhead(0), await startAhead(0)];
  const answerAll = holdAnswers();
  const submitting = first.submit(randomUUID());
  await expect.poll(() => service.callsOf("initiate").length).toBe(1);
  const past = new Date(Date.now() - 1_000).toISOString();
  await ledger.updateTable("transfers").set({ dispatch_deadline: past }).execute();
  process.kill(first.process.pid, "SIGSTOP");
  await second.list();
  expect(await submissions()).toEqual({ dispatching: 1 });
  await expect.poll(submissions, { timeout: 60_000, interval: 1_000 }).toEqual({ unknown: 1 });
  process.kill(first.process.pid, "SIGCONT");
  answerAll();
  expect((await submitting).body.status).toBe("accepted");
});

it("asks again for the same payout that a server with another clock made", async () => {
  const servers = [await startAhead(-5 * minute), await startAhead(5 * minute)] as const;
  expect((await servers[0].submit(randomUUID())).status).toBe(201);
  const twin = await servers[1].submit(randomUUID());
  expect([twin.status, twin.problem.code]).toEqual([409, "duplicate_suspected"]);
  expect(service.callsOf("initiate")).toHaveLength(1);
});

const readMetrics = async ({ ask }: Instance) => {
  const reply = await ask("GET", "/metrics", undefined, { authorization: `Bearer ${token}` });
  return seriesOf(await reply.text());
};

it.each([
  ["ahead of", 5 * minute, "bad"],
  ["behind", -5 * minute, "bad"],
  ["ahead of", 3_000, "warn"],
])("says that its clock is %s the database's, by %i ms", async (side, shiftMs, level) => {
  const instance = await startAhead(shiftMs);
  const said = `This machine's clock is [\\d.]+ seconds ${side} PostgreSQL's`;
  expect(instance.process.output()).toMatch(new RegExp(said));
  const ahead = (await readMetrics(instance)).get("dashboard_database_clock_ahead_seconds") ?? 0;
  expect(Math.abs(ahead - shiftMs / 1_000)).toBeLessThan(2);
  const found = await askDoctor(service, database.url, { topic: "clock", variables: shifted(shiftMs) });
  expect(found[0]).toMatch(new RegExp(`^${level} clock: ${said}`));
});

it("keeps its lock where idle sessions are ended, and says that they are", async () => {
  const name = new URL(database.url).pathname.slice(1);
  await administer(database.url, `alter database ${name} set idle_session_timeout = '1s'`);
  const instance = await startAhead(0);
  expect(instance.process.output()).toContain("idle_session_timeout");
  expect(instance.process.output()).not.toContain("This machine's clock");
  const answerAll = holdAnswers();
  const submitting = instance.submit(randomUUID());
  await expect.poll(() => service.callsOf("initiate").length).toBe(1);
  const locks = () =>
    administer(
      database.url,
      "select pid::text from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())",
    );
  const held = await locks();
  expect(held).toHaveLength(1);
  // Longer than any session may be idle: one that was ended would have another process by now.
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  expect(await locks()).toEqual(held);
  answerAll();
  expect((await submitting).body.status).toBe("accepted");
  expect(await askDoctor(service, database.url)).toContainEqual(
    expect.stringMatching(/^warn database: PostgreSQL ends sessions that are idle for 1000 ms/),
  );
  expect((await readMetrics(instance)).get("dashboard_database_idle_session_timeout_seconds")).toBe(1);
});
