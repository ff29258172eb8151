import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { randomFrom } from "#lib/bench/seed/random";
import { db } from "#lib/server/database/db";
import { forgetRecipe, refillStandings } from "#lib/server/ledger/refill-standings";
import { holdTransfers } from "#lib/server/ledger/transfer-ledger";
import type { Db } from "#lib/server/tables/schema";
import { giveLife, says, sent } from "#lib/testing/ledger/give-life";
import { insertTransfers, randomTransfer } from "#lib/testing/ledger/random-lives";
import { startDashboard, type TestDashboard } from "#lib/testing/servers/dashboard";
import { forgetReading, rereadCallbacks } from "./reread-callbacks";

let dashboard: TestDashboard;
let ledger: Db;
beforeEach(async () => {
  dashboard = await startDashboard({});
  ledger = await db();
});
afterEach(async () => {
  dashboard.spoil();
  await dashboard.close();
});

async function transfersThatSay(word: string, count: number): Promise<string[]> {
  const random = randomFrom(count);
  const now = new Date().toISOString();
  const rows = Array.from({ length: count }, () => ({
    ...randomTransfer(random, now),
    ...{ asset: "base:usdc", from_currency: "USDC", network: "base" },
  }));
  await insertTransfers(ledger, rows);
  const ids = rows.map(({ id }) => id);
  await giveLife(ledger, ids, [...sent, says(word)]);
  await ledger.updateTable("transfers").set({ callback_count: 1 }).where("id", "in", ids).execute();
  return ids;
}

type Passes = "reading" | "standing_recipe";

/** As teaching a word does, once the pass that goes on has taken its first step. */
const beginAgain = (table: Passes) =>
  ledger.transaction().execute((trx) => (table === "reading" ? forgetReading(trx) : forgetRecipe(trx)));
const isUnderWay = (table: Passes) =>
  vi.waitFor(
    async () => {
      const row = await ledger.selectFrom(table).select("last_id").executeTakeFirst();
      expect(row?.last_id).not.toBe("");
    },
    { interval: 1, timeout: 60_000 },
  );

// What was passed already is spoiled, and both are begun again: as a second word that is taught while the first is folded.
it.each(["reading", "standing_recipe"] as const)(
  "what is begun again while it goes on is begun from the start: %s",
  async (table) => {
    const ids = await transfersThatSay("rate_fixed", table === "reading" ? 130 : 1_001);
    await beginAgain(table);
    const pass = () => (table === "reading" ? rereadCallbacks(ledger) : refillStandings(ledger));
    const going = pass();
    await isUnderWay(table);
    const spoiled = table === "reading" ? { status: "paid" as const } : { chip: "seen" as const };
    await ledger.transaction().execute(async (trx) => {
      await holdTransfers(trx, ids);
      await trx.updateTable("transfers").set(spoiled).where("id", "in", ids).execute();
    });
    await beginAgain(table);
    await going;
    // Where it had ended before, the next one begins from the start.
    await pass();
    const rows = await ledger
      .selectFrom("transfers")
      .select(["status", "chip"])
      .where("id", "in", ids)
      .execute();
    expect(rows.filter(({ status, chip }) => status !== "other" || chip !== "status")).toHaveLength(0);
  },
);
