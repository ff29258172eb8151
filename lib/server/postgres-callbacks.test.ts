import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Transfer, TransferWithEvents } from "#lib/contract/api";
import { startDashboard, type TestDashboard } from "#lib/testing/dashboard";
import { type FaultyService, startFaultyService, testKey } from "#lib/testing/faulty-service";
import { goodTransfer } from "#lib/testing/inputs";
import { db } from "./db";
import { appendEvent, holdTransfers } from "./transfer-ledger";

let service: FaultyService;
let dashboard: TestDashboard;

beforeEach(async () => {
  service = await startFaultyService();
  dashboard = await startDashboard({ OFFRAMP_BASE_URL: service.baseUrl, OFFRAMP_API_KEY: testKey });
});
afterEach(async () => {
  await dashboard.close();
  await service.close();
});

it("keeps a callback after what somebody else was writing to its transfer", async () => {
  const { body } = await dashboard.send<Transfer>("POST", "/api/transfers", {
    body: goodTransfer,
    headers: { "idempotency-key": randomUUID() },
  });
  const sent = JSON.parse(service.callsOf("initiate").at(-1)?.body ?? "{}") as { callbackUrl: string };
  const ledger = await db();
  const send = (word: string) =>
    dashboard.send("POST", new URL(sent.callbackUrl).pathname, { body: { status: word } });
  const { sending } = await ledger.transaction().execute(async (trx) => {
    await holdTransfers(trx, [body.id]);
    // It has read how the transfer stands by when it waits for its row.
    const waiting = send("completed");
    await vi.waitFor(async () => {
      const { rows } = await sql`select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(trx);
      expect(rows).toHaveLength(1);
    }, 10_000);
    await appendEvent(trx, body.id, { source: "service_callback", kind: "callback", word: "expired" });
    return { sending: waiting };
  });
  expect((await sending).status).toBe(204);
  const found = await dashboard.send<TransferWithEvents>("GET", `/api/transfers/${body.id}`);
  expect(found.body.events.map(({ raw }) => raw).slice(-2)).toEqual([null, '{"status":"completed"}']);
  // Each of the two alone says less: that it was paid although it had expired is known from both.
  expect(found.body).toMatchObject({ status: "paid", flags: ["late_deposit"] });
});
