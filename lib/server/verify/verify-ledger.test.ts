import { randomUUID } from "node:crypto";
import { beforeEach, expect, it } from "vitest";
import type { Transfer } from "#lib/contract/api";
import { db } from "#lib/server/database/db";
import { goodTransfer } from "#lib/testing/ledger/inputs";
import type { TestDashboard } from "#lib/testing/servers/dashboard";
import { startOnFaultyService } from "#lib/testing/servers/faulty-dashboard";
import { verifyLedger } from "./verify-ledger";

let dashboard: TestDashboard;

beforeEach(async () => {
  ({ dashboard } = await startOnFaultyService());
});

it("accepts what the dashboard wrote, and names a row that somebody changed", async () => {
  dashboard.spoil();
  const made: string[] = [];
  for (const amount of ["1", "2", "3"]) {
    const headers = { "idempotency-key": randomUUID() };
    const { body } = await dashboard.send<Transfer>("POST", "/api/transfers", {
      body: { ...goodTransfer, amount },
      headers,
    });
    made.push(body.id);
  }
  const ledger = await db();
  expect(await verifyLedger(ledger)).toEqual({ transfers: 3, differences: [] });
  await ledger
    .updateTable("transfers")
    .set({ status: "paid" })
    .where("id", "=", made[1] ?? "")
    .execute();
  expect((await verifyLedger(ledger)).differences).toEqual([
    { transferId: made[1], column: "status", stored: "paid", computed: "accepted" },
  ]);
});
