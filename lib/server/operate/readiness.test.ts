import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { db } from "#lib/server/database/db";
import type { ProofTables } from "#lib/server/tables/write-proof";
import { startDashboard, type TestDashboard } from "#lib/testing/servers/dashboard";
import { isReady } from "./readiness";

let dashboard: TestDashboard;
/** The tests turn the clock. */
let nowMs = 0;
beforeEach(async () => {
  dashboard = await startDashboard({});
  nowMs = performance.now();
  vi.spyOn(performance, "now").mockImplementation(() => nowMs);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await dashboard.close();
});

it("writes one row in a few seconds for all who ask, and answers who ask at once with one look", async () => {
  const writtenAt = async () => {
    const asked = Array.from({ length: 30 }, isReady);
    expect(new Set(asked).size).toBe(1);
    expect(await asked[0]).toBe(true);
    const ledger = (await db()).withTables<ProofTables>();
    return (await ledger.selectFrom("readiness").select("at").executeTakeFirstOrThrow()).at;
  };
  const first = await writtenAt();
  nowMs += 1_000;
  expect(await writtenAt()).toBe(first);
  nowMs += 3_000;
  expect(await writtenAt()).not.toBe(first);
});
