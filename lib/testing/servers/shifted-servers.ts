import "#lib/features/all/index";
import { randomUUID } from "node:crypto";
import { expect, inject } from "vitest";
import { openDatabase } from "#lib/server/database/db";
import type { Db } from "#lib/server/tables/schema";
import { verifyLedger } from "#lib/server/verify/verify-ledger";
import { newPostgresDatabase, type TestDatabase } from "#lib/testing/database/new-database";
import {
  answer,
  type FaultyService,
  goodAddress,
  startFaultyService,
} from "#lib/testing/service/faulty-service";
import { writeSession } from "#lib/testing/sign-in/sessions";
import { testSecret } from "#lib/testing/sign-in/test-secret";
import { type Instance, spawnInstance } from "./instances";
import { metricsToken } from "./lights";
import { shifted } from "./shifted-clock";

export const minuteMs = 60_000;

/** Servers whose clocks differ, on one PostgreSQL database and one service. */
export type ShiftedServers = {
  service: FaultyService;
  database: TestDatabase;
  ledger: Db;
  /** Starts a server whose clock is so far ahead, for somebody who signed in by that clock. It ends with the test. */
  startAhead: (shiftMs: number) => Promise<Instance>;
  /** Keeps every answer of the service back until it is told; what is asked after that is answered at once. */
  holdAnswers: () => () => void;
  /** How many transfers there are of each submission. */
  submissions: () => Promise<Record<string, number>>;
  /** Ends it. Throws unless each status is what its events say. */
  close: () => Promise<void>;
};

/** An account of its own for each transfer: the same payout twice is refused. */
export const account = (at: number) => ({ accountNumber: `${1_000_000_000 + at}` });

/** Makes a database and a service for servers whose clocks differ. */
export async function openShiftedServers(): Promise<ShiftedServers> {
  const service = await startFaultyService();
  const database = await newPostgresDatabase(inject("postgres"));
  const ledger = await openDatabase(database.setting);
  return {
    service,
    database,
    ledger,
    startAhead: async (shiftMs) => {
      const instance = await spawnInstance(service, database.url, await signInAhead(ledger, shiftMs), {
        ...shifted(shiftMs),
        METRICS_TOKEN: metricsToken,
        OFFRAMP_TIMEOUT_MS: "60000",
        TRANSFERS_PER_MINUTE: "1000",
      });
      await instance.answers();
      return instance;
    },
    holdAnswers: () => holdAnswers(service),
    submissions: () => submissionsOf(ledger),
    close: async () => {
      expect((await verifyLedger(ledger)).differences).toEqual([]);
      await ledger.destroy();
      await database.drop();
      await service.close();
    },
  };
}

async function signInAhead(ledger: Db, shiftMs: number): Promise<string> {
  const { cookie, sessionId } = await writeSession(ledger, testSecret, { expiresIn: 40 * minuteMs });
  // A server takes away a session that began later than its own clock says: this one began before either.
  const created_at = new Date(Date.now() - 5 * minuteMs).toISOString();
  const last_seen_at = new Date(Date.now() + shiftMs).toISOString();
  await ledger
    .updateTable("sessions")
    .set({ created_at, last_seen_at })
    .where("id", "=", sessionId)
    .execute();
  return cookie;
}

function holdAnswers(service: FaultyService): () => void {
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

async function submissionsOf(ledger: Db): Promise<Record<string, number>> {
  const { countAll } = ledger.fn;
  const rows = await ledger
    .selectFrom("transfers")
    .select(["submission", countAll<string>().as("count")])
    .groupBy("submission")
    .execute();
  return Object.fromEntries(rows.map(({ submission, count }) => [submission, Number(count)]));
}

/** Has two servers, ten minutes apart, send so many transfers at once, and expects that neither calls one unknown. */
export async function expectNoneUnknown(servers: ShiftedServers, transfers: number): Promise<void> {
  const { service, ledger, submissions } = servers;
  const pair = [await servers.startAhead(5 * minuteMs), await servers.startAhead(-5 * minuteMs)] as const;
  const answerAll = servers.holdAnswers();
  const asked = Array.from({ length: transfers }, (_, at) =>
    pair[at % 2 === 0 ? 0 : 1].submit(randomUUID(), account(at)),
  );
  await expect.poll(() => service.callsOf("initiate").length, { timeout: 60_000 }).toBe(transfers);
  // A list is preceded by a sweep; each server's own sweeps go on beside it.
  for (let round = 0; round < 3; round++)
    for (const server of pair) expect((await server.list()).status).toBe(200);
  expect(await submissions()).toEqual({ dispatching: transfers });
  answerAll();
  const statuses = (await Promise.all(asked)).map(({ status }) => status);
  expect(statuses.filter((status) => status !== 201)).toEqual([]);
  expect(await submissions()).toEqual({ accepted: transfers });
  // Nor was one for a while: an unknown that a late answer has mended leaves its event.
  const { count } = await ledger
    .selectFrom("transfer_events")
    .select(({ fn }) => fn.countAll<string>().as("count"))
    .where("kind", "=", "outcome_unknown")
    .executeTakeFirstOrThrow();
  expect(Number(count)).toBe(0);
  expect(service.callsOf("initiate")).toHaveLength(transfers);
}
