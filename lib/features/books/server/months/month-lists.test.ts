import { afterAll, beforeAll, expect, it } from "vitest";
import { seedLedger } from "#lib/bench/seed/seed";
import { env } from "#lib/server/config/env";
import { db } from "#lib/server/database/db";
import type { MovementRow } from "#lib/server/tables/books/month-rows";
import { startDashboard, type TestDashboard } from "#lib/testing/servers/dashboard";
import { listMovements } from "./month-lists";
import { readMonths } from "./read-months";

const count = 1_000;
/** Each step is one transfer. */
const aStep = 1;

let dashboard: TestDashboard;
let rows: MovementRow[];
beforeAll(async () => {
  dashboard = await startDashboard({});
  dashboard.spoil();
  await seedLedger(env().database, count);
  const ledger = await db();
  rows = await ledger.selectFrom("movements").selectAll().where("source", "=", "").execute();
  rows.sort((one, other) => one.seq - other.seq);
});
afterAll(() => dashboard.close());

async function listedAtEndOf(month: string, token?: string): Promise<string[]> {
  const listed: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await listMovements(month, { list: "end", token, cursor }, aStep);
    listed.push(...page.items.map(({ transferId, seq }) => `${transferId} ${seq}`));
    cursor = page.nextCursor;
  }
  return listed;
}

/** Every transfer's steps, one by one. */
function openAtEndOf(month: string, token?: string): string[] {
  const last = new Map<string, string | undefined>();
  for (const { transfer_id, seq, kind, month: moved, token: of } of rows)
    if (moved <= month && (token === undefined || of === token))
      last.set(transfer_id, kind === "created" || kind === "back" ? `${transfer_id} ${seq}` : undefined);
  return [...last.values()].filter((each) => each !== undefined).sort();
}

it("lists what was open at the end of each month, of the oldest as of the newest", async () => {
  const { months } = await readMonths(await db());
  expect(months.length).toBeGreaterThan(20);
  let found = 0;
  for (const { month } of months.filter((_, at) => at % 6 === 0 || at === months.length - 2)) {
    const listed = await listedAtEndOf(month);
    expect(listed).toEqual(openAtEndOf(month));
    found += listed.length;
  }
  expect(found).toBeGreaterThan(10);
  const [first = ""] = months.map(({ month }) => month);
  expect(await listedAtEndOf(first, "USDT")).toEqual(openAtEndOf(first, "USDT"));
});
