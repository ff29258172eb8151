import { afterAll, beforeAll, expect, it } from "vitest";
import { seedLedger } from "#lib/bench/seed/seed";
import { env } from "#lib/server/config/env";
import { db } from "#lib/server/database/db";
import { listTransfers } from "#lib/server/search/list-transfers";
import type { Db, TransferRow } from "#lib/server/tables/schema";
import { startDashboard, type TestDashboard } from "#lib/testing/servers/dashboard";
import { attentionReasons } from "#lib/transfer/attention-reasons";
import { transferStatuses } from "#lib/transfer/transfer-status";
import { countOpen, needsPerson, newestOpen } from "./attention-rules";

let dashboard: TestDashboard;
let ledger: Db;
beforeAll(async () => {
  dashboard = await startDashboard({});
  dashboard.spoil();
  await seedLedger(env().database, 400);
  ledger = await db();
  await shapeTransfers();
});
afterAll(() => dashboard.close());

const address = `0x${"7".repeat(40)}`;
const plain = {
  ...({ submission: "accepted", status: "paid", address_check: "valid" } as const),
  ...{ is_repeated: 0, has_late_deposit: 0, has_dropped_callbacks: 0 },
  ...{ is_contradicted: 0, is_payment_withdrawn: 0 },
};
/** All that a transfer can be, one thing at a time. */
const shapes: Partial<TransferRow>[] = [
  ...transferStatuses.map((status) => ({ status })),
  { submission: "unknown", status: "unknown", callback_count: 0 },
  { submission: "unknown", status: "unknown", callback_count: 2 },
  { address: null },
  { address_check: "invalid" },
  { has_late_deposit: 1 },
  { has_dropped_callbacks: 1 },
  { is_contradicted: 1 },
  { is_repeated: 1 },
  { is_repeated: 1, address },
  { is_payment_withdrawn: 1, status: "processing" },
  { is_payment_withdrawn: 1 },
];

/** Gives transfers each of the shapes: handled and not, old and new, with and without news a while ago. */
async function shapeTransfers(): Promise<void> {
  const rows = await ledger.selectFrom("transfers").select("id").orderBy("id").execute();
  const old = new Date(Date.now() - 40 * 24 * 3_600_000).toISOString();
  const now = new Date().toISOString();
  for (const shape of shapes)
    for (const is_handled of [0, 1])
      for (const [created_at, updated_at] of [
        [old, old],
        [old, now],
        [now, now],
      ] as const)
        await ledger
          .updateTable("transfers")
          .set({ ...plain, created_at, updated_at, is_handled, ...shape })
          .where("id", "=", rows.pop()?.id ?? "")
          .execute();
  const open = ledger.selectFrom("transfers").select("id").where("address", "is not", null);
  const changed = await open.where("is_handled", "=", 0).where("has_late_deposit", "=", 1).execute();
  await ledger
    .updateTable("transfer_events")
    .set({ address: "another" })
    .where(
      "transfer_id",
      "in",
      changed.map(({ id }) => id),
    )
    .where("seq", "=", 1)
    .execute();
}

it("lists all that need a person, whatever for, and nobody else", async () => {
  const whole = await ledger.selectFrom("transfers").select("id").where(needsPerson()).execute();
  const ids = whole.map(({ id }) => id).sort();
  const groups = await newestOpen(ledger, 1_000);
  expect(groups.map(({ reason }) => reason)).toEqual([...attentionReasons]);
  expect([...new Set(groups.flatMap((group) => group.ids))].sort()).toEqual(ids);
  expect(await countOpen(ledger)).toEqual({
    total: ids.length,
    reasons: groups.map(({ reason, count }) => ({ reason, count })),
  });
  const listed: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await listTransfers({
      limit: 20,
      attention: "yes",
      ...(cursor !== undefined && { cursor }),
    });
    listed.push(...page.items.map(({ id }) => id));
    if (page.nextCursor === null) break;
    cursor = page.nextCursor;
  }
  expect(listed.sort()).toEqual(ids);
});

it("gives the newest behind each reason, and counts the rest as well", async () => {
  const all = await newestOpen(ledger, 1_000);
  const few = await newestOpen(ledger, 2);
  expect(few.map(({ reason, count }) => ({ reason, count }))).toEqual(
    all.map(({ reason, count }) => ({ reason, count })),
  );
  expect(few.map(({ ids }) => ids)).toEqual(all.map(({ ids }) => ids.slice(0, 2)));
});
