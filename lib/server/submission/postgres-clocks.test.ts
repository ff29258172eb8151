import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterEach, beforeEach, expect, it } from "vitest";
import { administer } from "#lib/testing/database/postgres-admin";
import type { Instance } from "#lib/testing/servers/instances";
import { askDoctor, metricsToken } from "#lib/testing/servers/lights";
import { seriesOf } from "#lib/testing/servers/metrics";
import { shifted } from "#lib/testing/servers/shifted-clock";
import {
  account,
  expectNoneUnknown,
  minuteMs as minute,
  openShiftedServers,
  type ShiftedServers,
} from "#lib/testing/servers/shifted-servers";

let servers: ShiftedServers;
beforeEach(async () => {
  servers = await openShiftedServers();
});
afterEach(() => servers.close());

// 200, and a server that is silent for longer than its lock is trusted, are in `npm run prove`.
it("calls no transfer unknown that a server with another clock is sending", () =>
  expectNoneUnknown(servers, 20));

it.each([
  ["behind", -5 * minute, 5 * minute],
  ["ahead", 5 * minute, -5 * minute],
])("calls unknown what a killed server was sending whose clock was %s", async (_side, killed, other) => {
  const { service, startAhead, holdAnswers, submissions } = servers;
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
  const { service, ledger, startAhead, holdAnswers, submissions } = servers;
  const pair = [await startAhead(5 * minute), await startAhead(-5 * minute)] as const;
  const answerAll = holdAnswers();
  const asked = pair.map((server, at) => server.submit(randomUUID(), account(at)));
  await expect.poll(() => service.callsOf("initiate").length).toBe(2);
  await ledger.updateTable("transfers").set({ dispatched_by: null }).execute();
  for (const server of pair) await server.list();
  expect(await submissions()).toEqual({ dispatching: 2 });
  const past = new Date(Date.now() - 1_000).toISOString();
  await ledger.updateTable("transfers").set({ dispatch_deadline: past }).execute();
  // By one server's clock five minutes are missing: the sweep of either finds it.
  await expect.poll(submissions).toEqual({ unknown: 2 });
  answerAll();
  expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([201, 201]);
  expect(await submissions()).toEqual({ accepted: 2 });
});

it("asks again for the same payout that a server with another clock made", async () => {
  const { service, startAhead } = servers;
  const pair = [await startAhead(-5 * minute), await startAhead(5 * minute)] as const;
  expect((await pair[0].submit(randomUUID())).status).toBe(201);
  const twin = await pair[1].submit(randomUUID());
  expect([twin.status, twin.problem.code]).toEqual([409, "duplicate_suspected"]);
  expect(service.callsOf("initiate")).toHaveLength(1);
});

const readMetrics = async ({ ask }: Instance) => {
  const reply = await ask("GET", "/metrics", undefined, { authorization: `Bearer ${metricsToken}` });
  return seriesOf(await reply.text());
};

it.each([
  ["ahead of", 5 * minute, "bad"],
  ["behind", -5 * minute, "bad"],
  ["ahead of", 16_000, "warn"],
])("says that its clock is %s the database's, by %i ms", async (side, shiftMs, level) => {
  const { service, database, startAhead } = servers;
  const instance = await startAhead(shiftMs);
  const said = `This machine's clock is [\\d.]+ seconds ${side} PostgreSQL's`;
  expect(instance.process.output()).toMatch(new RegExp(said));
  const ahead = (await readMetrics(instance)).get("dashboard_database_clock_ahead_seconds") ?? 0;
  // A part of the difference is how long the question took.
  expect(Math.round((ahead * 1_000) / shiftMs)).toBe(1);
  const found = await askDoctor(service, database.url, { topic: "clock", variables: shifted(shiftMs) });
  expect(found[0]).toMatch(new RegExp(`^${level} clock: ${said}`));
});

it("keeps its lock where idle sessions are ended, and says that they are", async () => {
  const { service, database, startAhead, holdAnswers } = servers;
  const name = new URL(database.url).pathname.slice(1);
  await administer(database.url, `alter database ${name} set idle_session_timeout = '1s'`);
  const instance = await startAhead(0);
  expect(instance.process.output()).toContain("idle_session_timeout");
  expect(instance.process.output()).not.toContain("This machine's clock");
  const answerAll = holdAnswers();
  const submitting = instance.submit(randomUUID());
  await expect.poll(() => service.callsOf("initiate").length).toBe(1);
  // The worker that counts takes a lock of one number for a moment.
  const locks = () =>
    administer(
      database.url,
      "select pid::text from pg_locks where locktype = 'advisory' and objsubid = 2 and database = (select oid from pg_database where datname = current_database())",
    );
  const held = await locks();
  expect(held).toHaveLength(1);
  // One that was ended would have another process by now. It asks now and then: of two that are idle one after the other,
  // one has been idle for no longer than it.
  for (let count = 0; count < 2; count++) {
    const idle = new pg.Client({ connectionString: database.url }).on("error", () => undefined);
    const hasEnded = new Promise((resolve) => idle.once("end", resolve));
    await idle.connect();
    await hasEnded;
  }
  expect(await locks()).toEqual(held);
  answerAll();
  expect((await submitting).body.status).toBe("accepted");
  expect(await askDoctor(service, database.url)).toContainEqual(
    expect.stringMatching(/^warn database: PostgreSQL ends sessions that are idle for 1000 ms/),
  );
  expect((await readMetrics(instance)).get("dashboard_database_idle_session_timeout_seconds")).toBe(1);
});
