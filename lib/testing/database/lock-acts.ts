import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect } from "vitest";
import type { Transfer } from "#lib/contract/api";
import { env } from "#lib/server/config/env";
import { db } from "#lib/server/database/db";
import { goodTransfer } from "#lib/testing/ledger/inputs";
import { startDashboard, type TestDashboard } from "#lib/testing/servers/dashboard";
import { type FaultyService, startFaultyService, testKey } from "#lib/testing/service/faulty-service";
import { forgetLimits } from "./forget-limits";
import { type LockTaker, placeLockTaker } from "./lock-taker";

/** Something that a person or the service does; gives the status of the answer. */
type Act = { name: string; run: () => Promise<number> };

export type LockedDashboard = {
  dashboard: TestDashboard;
  service: FaultyService;
  taker: LockTaker;
  acts: readonly Act[];
  /** Whether another program sees what this dashboard says is written, and both can write. */
  expectWhole: () => Promise<void>;
  close: () => Promise<void>;
};

/** A dashboard whose lock another program takes, with what can be done at it. */
export async function startLockedDashboard(waitMs: number): Promise<LockedDashboard> {
  const service = await startFaultyService();
  const dashboard = await startDashboard({ OFFRAMP_BASE_URL: service.baseUrl, OFFRAMP_API_KEY: testKey });
  let account = 1_000_000_000;
  const submit = () => {
    account += 1;
    const body = { ...goodTransfer, accountNumber: `${account}` };
    const headers = { "idempotency-key": randomUUID() };
    return dashboard.send<Transfer>("POST", "/api/transfers", { body, headers });
  };
  const { body: first } = await submit();
  const { database } = env();
  const taker = await placeLockTaker(database.kind === "sqlite" ? database.file : "", waitMs);
  const callbackPath = () => {
    const { callbackUrl } = JSON.parse(service.callsOf("initiate").at(-1)?.body ?? "") as {
      callbackUrl: string;
    };
    return new URL(callbackUrl).pathname;
  };
  const get = (path: string) => async () => (await dashboard.send("GET", path)).status;
  let word = 0;
  const report = async () => {
    word += 1;
    const body = { status: "processing", note: `${word}` };
    return (await dashboard.send("POST", callbackPath(), { body, as: "nobody" })).status;
  };
  return {
    dashboard,
    service,
    taker,
    acts: [
      { name: "create a transfer", run: async () => (await submit()).status },
      { name: "report its status", run: report },
      { name: "list the transfers", run: get("/api/transfers") },
      { name: "look at one", run: get(`/api/transfers/${first.id}`) },
      {
        name: "export them",
        run: async () => (await dashboard.send("POST", "/api/transfers/export", { body: {} })).status,
      },
    ],
    expectWhole: async () => {
      expect((await submit()).status).toBe(201);
      expect(await report()).toBe(204);
      expect(await get("/api/transfers")()).toBe(200);
      const count = sql<{ count: number }>`select count(*) as count from transfer_events`;
      const { rows } = await count.execute(await db());
      const seen = taker.other.prepare("select count(*) as count from transfer_events").get();
      expect(seen).toMatchObject(rows[0] ?? {});
    },
    close: async () => {
      await taker.released();
      taker.other.close();
      await dashboard.close();
      await service.close();
    },
  };
}

/** Takes the lock for so long before each statement of each of these acts. Gives how many times it was taken. */
export async function lockEachStatement(
  { taker, expectWhole }: LockedDashboard,
  acts: readonly Act[],
  holdMs: number,
): Promise<number> {
  let taken = 0;
  for (const { name, run } of acts) {
    for (let at = 1; ; at++) {
      await forgetLimits();
      taker.takeBefore(at, holdMs);
      const status = await run();
      await taker.released();
      if (taker.hasTaken()) taken += 1;
      expect([200, 201, 204, 503], `${name}, statement ${at}`).toContain(status);
      const isOver = taker.statements() < at;
      taker.takeBefore(0, 0);
      if (isOver) break;
    }
    await expectWhole();
  }
  return taken;
}
