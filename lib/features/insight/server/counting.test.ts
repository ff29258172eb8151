import "#lib/features/all/index";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { randomFrom } from "#lib/bench/seed/random";
import { followUp } from "#lib/server/follow-up/follow-up";
import type { Db } from "#lib/server/tables/schema";
import { verifyLedger } from "#lib/server/verify/verify-ledger";
import { casesOf } from "#lib/testing/cases";
import { failWrites, openTestLedger } from "#lib/testing/database/database";
import { insertPaid } from "#lib/testing/ledger/give-life";
import { insertTransfers, liveOn, randomTransfer } from "#lib/testing/ledger/random-lives";
import { countAgain } from "./take-happenings";
import { verifyTotals } from "./verify-totals";

const lagos = "Africa/Lagos";
const scale = 18;
const units = (text: string) => {
  const [whole = "", fraction = ""] = text.split(".");
  return BigInt(whole + fraction.padEnd(scale, "0"));
};
const lagosDay = new Intl.DateTimeFormat("en-CA", { timeZone: lagos, dateStyle: "short" });

/** What the tables must hold, from the transfers alone, without any of the code that fills them. */
async function expected(ledger: Db) {
  const amounts = new Map<string, bigint>();
  const times = new Map<string, number>();
  const payees = new Map<string, number>();
  for (const row of await ledger.selectFrom("transfers").selectAll().execute()) {
    const day = lagosDay.format(new Date(row.created_at));
    for (const period of [day, day.slice(0, 7)]) {
      const key = `${period} ${row.asset} ${row.status}`;
      amounts.set(key, (amounts.get(key) ?? 0n) + units(row.amount));
      if (row.paid_at === null) continue;
      const seconds = (Date.parse(row.paid_at) - Date.parse(row.created_at)) / 1000;
      const time = `${period} ${row.network} ${Math.floor(4 * Math.log2(Math.max(1, seconds)))}`;
      times.set(time, (times.get(time) ?? 0) + 1);
    }
    for (const period of row.status === "paid" ? [day, day.slice(0, 7)] : []) {
      const payee = `${period} ${row.bank_code} ${row.account_number}`;
      payees.set(payee, (payees.get(payee) ?? 0) + 1);
    }
  }
  return { amounts, times, payees };
}

async function stored(ledger: Db) {
  const amounts = await ledger.selectFrom("amount_totals").selectAll().execute();
  const times = await ledger.selectFrom("paid_times").selectAll().where("kind", "=", "network").execute();
  const payees = await ledger.selectFrom("payee_months").selectAll().execute();
  return {
    amounts: new Map(amounts.map((row) => [`${row.period} ${row.asset} ${row.status}`, units(row.amount)])),
    times: new Map(times.map((row) => [`${row.period} ${row.code} ${row.bucket}`, row.count])),
    payees: new Map(payees.map((row) => [`${row.period} ${row.bank_code} ${row.account_number}`, row.count])),
  };
}

/** Over the border of a month, of which every second one is within a second of midnight in Lagos. */
function createdAt(at: number): string {
  const midnight = Date.parse("2026-10-31T23:00:00.000Z") + (at % 5) * 86_400_000;
  return new Date(midnight + (at % 2 === 0 ? (at % 3) - 1 : at * 60_000)).toISOString();
}

async function finish(ledger: Db, timeZone = lagos): Promise<void> {
  while (await followUp(ledger, timeZone, { happenings: 400, transfers: 60 }));
}

const lives = casesOf(500);

it(`counts ${lives} random lives, of which some are older than the counting, to the last decimal`, async () => {
  const ledger = await openTestLedger();
  const random = randomFrom(18);
  const rows = Array.from({ length: lives }, (_, at) => randomTransfer(random, createdAt(at)));
  const ids = rows.map(({ id }) => id);
  await insertTransfers(ledger, rows.slice(0, lives / 2));
  for (let step = 0; step < 4; step++) await liveOn(ledger, ids.slice(0, lives / 2), random);
  // As a restore leaves them: what changed before it is history.
  await ledger.deleteFrom("happenings").execute();
  await insertTransfers(ledger, rows.slice(lives / 2));
  for (let step = 0; step < 4; step++) {
    await liveOn(
      ledger,
      ids.filter(() => random() < 0.7),
      random,
    );
    await followUp(ledger, lagos, { happenings: 20, transfers: 60 });
    expect(await verifyTotals(ledger)).toEqual([]);
  }
  await finish(ledger);
  expect(await stored(ledger)).toEqual(await expected(ledger));
  expect(await verifyLedger(ledger)).toMatchObject({ differences: [] });
  await countAgain(ledger, lagos);
  await finish(ledger);
  expect(await stored(ledger)).toEqual(await expected(ledger));
});

it("counts nothing twice and leaves nothing out, whichever write breaks", { tags: "detail" }, async () => {
  const ledger = await openTestLedger();
  const random = randomFrom(5);
  const rows = Array.from({ length: 90 }, (_, at) => randomTransfer(random, createdAt(at)));
  await insertTransfers(ledger, rows);
  const ids = rows.map(({ id }) => id);
  for (let step = 0; step < 4; step++) await liveOn(ledger, ids, random);
  for (const write of [
    ...["insert on counting", "insert on amount_totals", "insert on bank_totals", "insert on paid_times"],
    ...["insert on payee_months", "update on happenings", "update on counting", "delete on happenings"],
  ]) {
    const more = Array.from({ length: 40 }, (_, at) => randomTransfer(random, createdAt(at)));
    await insertTransfers(ledger, more);
    ids.push(...more.map(({ id }) => id));
    await ledger.deleteFrom("counting").execute();
    if (write !== "insert on counting") await followUp(ledger, lagos, { happenings: 20, transfers: 10 });
    await liveOn(ledger, ids, random);
    const mend = await failWrites(ledger, write);
    await expect(followUp(ledger, lagos, { happenings: 20, transfers: 60 }), write).rejects.toThrow();
    await mend();
    expect(await verifyTotals(ledger), write).toEqual([]);
    // Some of history is counted now, and more happens.
    await followUp(ledger, lagos, { happenings: 20, transfers: 10 });
    await liveOn(ledger, ids, random);
    expect(await verifyTotals(ledger), write).toEqual([]);
  }
  await finish(ledger);
  expect(await stored(ledger)).toEqual(await expected(ledger));
});

it("names a total that is no number, and checks the others", async () => {
  const ledger = await openTestLedger();
  const rows = Array.from({ length: 6 }, (_, at) => randomTransfer(randomFrom(at), createdAt(at)));
  await insertPaid(ledger, rows);
  await finish(ledger);
  await ledger.updateTable("payee_months").set({ kobo: "9.2e18" }).execute();
  await ledger.updateTable("bank_totals").set({ count: 99 }).execute();
  const texts = (await verifyTotals(ledger)).map(({ total, text }) => `${total}: ${text}`);
  expect(texts).toContainEqual(
    expect.stringMatching(/^payees of .+: stored as "9.2e18", which is no number$/),
  );
  expect(texts).toContainEqual(expect.stringMatching(/^transfers of .+: stored as 99, /));
  await countAgain(ledger, lagos);
  await finish(ledger);
  expect(await verifyTotals(ledger)).toEqual([]);
});

it("names each total that somebody changed, and mends it by counting again", async () => {
  const ledger = await openTestLedger();
  const random = randomFrom(7);
  const rows = Array.from({ length: 20 }, (_, at) => randomTransfer(random, createdAt(at)));
  await insertTransfers(ledger, rows);
  await finish(ledger);
  await ledger.updateTable("amount_totals").set({ amount: sql`amount || '1'` }).execute();
  await ledger.updateTable("payee_months").set({ count: 99 }).execute();
  const faults = await verifyTotals(ledger);
  expect(faults.length).toBeGreaterThan(3);
  expect(JSON.stringify(faults)).not.toMatch(/0{6}\d{4}/);
  await countAgain(ledger, lagos);
  await finish(ledger);
  expect(await verifyTotals(ledger)).toEqual([]);
});

it("counts again in another time zone, over the change to summer time", async () => {
  const ledger = await openTestLedger();
  const random = randomFrom(9);
  // In London the 29th of March has 23 hours: it ends at 23:00 UTC.
  const moments = ["2026-03-28T23:59:59.999Z", "2026-03-29T00:00:00.000Z", "2026-03-29T22:59:59.999Z"];
  const rows = [...moments, "2026-03-29T23:00:00.000Z"].map((at) => randomTransfer(random, at));
  await insertTransfers(ledger, rows);
  await finish(ledger);
  await finish(ledger, "Europe/London");
  const days = await ledger
    .selectFrom("bank_totals")
    .select(["period"])
    .select(({ fn }) => fn.sum<number | string>("count").as("count"))
    .where(sql<boolean>`length(period) = 10`)
    .groupBy("period")
    .orderBy("period")
    .execute();
  expect(days.map(({ period, count }) => [period, Number(count)])).toEqual([
    ["2026-03-28", 1],
    ["2026-03-29", 2],
    ["2026-03-30", 1],
  ]);
});
