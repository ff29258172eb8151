import { beforeEach, expect, it } from "vitest";
import { randomFrom } from "#lib/bench/seed/random";
import type { Quote } from "#lib/contract/quote/quote-answers";
import type { TransferSums } from "#lib/contract/transfer-list";
import type { Insight } from "#lib/features/insight/insight-api";
import { inTransaction } from "#lib/server/audit/transaction";
import { db } from "#lib/server/database/db";
import { followUp } from "#lib/server/follow-up/follow-up";
import { insertPaid } from "#lib/testing/ledger/give-life";
import { insertTransfers, liveOn, randomTransfer } from "#lib/testing/ledger/random-lives";
import type { TestDashboard } from "#lib/testing/servers/dashboard";
import { startOnFaultyService } from "#lib/testing/servers/faulty-dashboard";
import { findRecentFigures } from "./recent-figures";
import { findRecentTimes } from "./times";
import { verifyTotals } from "./verify-totals";

let dashboard: TestDashboard;

beforeEach(async () => {
  ({ dashboard } = await startOnFaultyService());
});

const timeZone = "Africa/Lagos";

async function insight(query = ""): Promise<Insight> {
  const { status, body } = await dashboard.send<Insight>("GET", `/api/insight${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

/** What the list says of the transfers that a figure counts: their number, and their sum of a token. */
async function listed(filters: Record<string, string>, token: string): Promise<[number, string]> {
  const { body } = await dashboard.send<TransferSums>("POST", "/api/transfers/sums", { body: filters });
  expect(body.isMore).toBe(false);
  return [body.asked, body.sums.find((sum) => sum.token === token)?.amount ?? "0"];
}

const dayMs = 24 * 3_600_000;

/** Transfers of the last 40 days, of which some are history, some counted and some not yet. */
async function fillLedger(): Promise<void> {
  const random = randomFrom(3);
  const ledger = await db();
  const anywhere = Array.from({ length: 60 }, (_, at) => Date.now() - 600_000 - at * 40 * 1_440_000);
  // Half an hour after midnight in Lagos, and half an hour before it in UTC.
  const lastMidnight = Math.floor(Date.now() / dayMs) * dayMs;
  const afterMidnight = Array.from({ length: 35 }, (_, at) => lastMidnight - at * dayMs - 1_800_000);
  const rows = [...anywhere, ...afterMidnight]
    .sort((one, other) => other - one)
    .map((at) => randomTransfer(random, new Date(at).toISOString()));
  const ids = rows.map(({ id }) => id);
  await insertTransfers(ledger, rows);
  for (let step = 0; step < 4; step++) await liveOn(ledger, ids, random);
  expect((await insight()).countedBackTo).not.toBeNull();
  while (await followUp(ledger, timeZone));
  await liveOn(
    ledger,
    ids.filter(() => random() < 0.5),
    random,
  );
  expect(await ledger.selectFrom("happenings").select("seq").execute()).not.toEqual([]);
}

it("counts in every range what the lists of its figures count, also what just happened", async () => {
  await fillLedger();
  for (const range of ["month", "7d", "30d", "13w", "12m"]) {
    const { tokens, banks, payees, periods, token, from, to, ...rest } = await insight(`?range=${range}`);
    expect([rest.countedUpTo, rest.countedBackTo]).toEqual([null, null]);
    for (const figures of tokens)
      for (const state of ["created", "paid", "open", "failed"] as const) {
        const { count, amount } = figures[state];
        const list = await listed({ token: figures.token, state, from, to }, figures.token);
        expect(list, `${range} ${state} ${figures.token}`).toEqual([count, amount]);
      }
    for (const bank of banks)
      for (const state of ["paid", "failed"] as const)
        expect((await listed({ bank: bank.code, state, from, to }, ""))[0]).toBe(bank[state]);
    const [first, last] = [periods[0], periods.at(-1)];
    expect([first?.from, last?.to]).toEqual([from, to]);
    for (const period of range === "13w" ? periods : []) {
      const { from: start, to: end } = period;
      const list = await listed({ token: token ?? "", state: "paid", from: start, to: end }, token ?? "");
      expect(list).toEqual([period.paid.count, period.paid.amount]);
    }
    // In a week nobody may have been paid.
    if (range === "12m") expect(payees.length).toBeGreaterThan(0);
    for (const { transferId, bankCode, count, accountLastFour } of payees) {
      expect(accountLastFour).toHaveLength(4);
      const [all] = await listed({ account: transferId, bank: bankCode, state: "paid", from, to }, "");
      expect(all).toBe(count);
    }
  }
});

it("keeps each digit of what an account gets, beyond what a JS number holds", async () => {
  const ledger = await db();
  const row = randomTransfer(randomFrom(5), new Date().toISOString());
  await insertPaid(ledger, [{ ...row, currency: "NGN", quote_output: "987654321098765.43" }]);
  while (await followUp(ledger, timeZone));
  const { payees } = await insight("?range=month");
  expect(payees.map(({ naira }) => naira)).toEqual(["987654321098765.43"]);
  expect(await verifyTotals(ledger)).toEqual([]);
});

it("sums naira beyond any integer of a database, and ranks accounts by them", async () => {
  const ledger = await db();
  const random = randomFrom(5);
  const made = (account_number: string, quote_output: string) => ({
    ...randomTransfer(random, new Date().toISOString()),
    ...{ bank_code: "000013", account_number, currency: "NGN", quote_output },
  });
  const largest = "9".repeat(30);
  await insertPaid(ledger, [
    ...[made("1111111111", "92233720368547758.08"), made("1111111111", "92233720368547758.08")],
    ...[made("2222222222", largest), made("2222222222", "0.01")],
    ...[made("3333333333", "150000000.5"), made("4444444444", "0.000000000000000001")],
  ]);
  while (await followUp(ledger, timeZone));
  expect(await ledger.selectFrom("happenings").select("seq").execute()).toEqual([]);
  const { payees } = await insight("?range=month");
  expect(payees.map(({ accountLastFour, naira }) => [accountLastFour, naira])).toEqual([
    ["2222", `${largest}.01`],
    ["1111", "184467440737095516.16"],
    ["3333", "150000000.50"],
  ]);
  expect((await findRecentFigures()).tokens.length).toBeGreaterThan(0);
  expect(await verifyTotals(ledger)).toEqual([]);
});

it("adds what is not counted yet to all that an account got, however small that was", async () => {
  const ledger = await db();
  const random = randomFrom(11);
  const made = (account_number: string, quote_output: string) => ({
    ...randomTransfer(random, new Date().toISOString()),
    ...{ bank_code: "000013", account_number, currency: "NGN", quote_output },
  });
  const others = Array.from({ length: 25 }, (_, at) => made(`10000000${at + 10}`, "1000"));
  await insertPaid(ledger, [...others, made("9999999999", "5")]);
  while (await followUp(ledger, timeZone));
  await insertPaid(ledger, [made("9999999999", "2000")]);
  expect(await ledger.selectFrom("happenings").select("seq").execute()).not.toEqual([]);
  const [first] = (await insight("?range=month")).payees;
  expect(first).toMatchObject({ accountLastFour: "9999", count: 2, naira: "2005.00" });
});

it("gives the overview the figures and the days of one range, as the page of all figures has them", async () => {
  await fillLedger();
  const recent = await findRecentFigures();
  expect(recent.tokens.length).toBeGreaterThan(1);
  expect(await insight("?range=30d")).toMatchObject(recent);
});

it("tells the form the times of 30 days, and none while history is still being counted", async () => {
  await fillLedger();
  const ledger = await db();
  while (await followUp(ledger, timeZone));
  const times = await findRecentTimes();
  expect(times.timed).toBeGreaterThan(0);
  expect(times).toEqual((await insight("?range=30d")).times);
  dashboard.spoil();
  await ledger.updateTable("counting").set({ is_done: 0 }).execute();
  expect(await findRecentTimes()).toEqual({ timed: 0, half: null, nineOfTen: null });
});

it("says up to when it has counted where too much happened to add up for a page, and catches up", async () => {
  await fillLedger();
  const ledger = await db();
  while (await followUp(ledger, timeZone));
  const before = await insight("?range=12m");
  const { id: transfer_id } = await ledger
    .selectFrom("transfers")
    .select("id")
    .where("status", "=", "paid")
    .limit(1)
    .executeTakeFirstOrThrow();
  const at = new Date().toISOString();
  const none = {
    transfer_id,
    at,
    paid_after_ms: null,
    is_counted: 0,
    kind: null,
    event_seq: null,
    detail: null,
  };
  const back = { ...none, from_status: "paid", to_status: "failed" } as const;
  const forth = { ...none, from_status: "failed", to_status: "paid" } as const;
  const pairs = Array.from({ length: 100 }, () => [back, forth]).flat();
  await inTransaction(ledger, async (trx) => {
    for (let count = 0; count < 20_000; count += pairs.length)
      await trx.insertInto("happenings").values(pairs).execute();
  });
  const rows = Array.from({ length: 20 }, () => randomTransfer(randomFrom(7), at));
  await insertTransfers(ledger, rows);
  const behind = await insight("?range=12m");
  // What is open is read from the transfers themselves.
  expect(behind).toEqual({ ...before, open: behind.open, countedUpTo: at });
  expect((await findRecentFigures()).countedUpTo).toBe(at);
  await followUp(ledger, timeZone, { happenings: rows.length, transfers: 1 });
  expect((await insight("?range=12m")).countedUpTo).toBeNull();
  while (await followUp(ledger, timeZone, { happenings: 2_000, transfers: 1 }));
  const after = await insight("?range=12m");
  for (const { token, created } of after.tokens)
    expect(await listed({ token, state: "created", from: after.from, to: after.to }, token)).toEqual([
      created.count,
      created.amount,
    ]);
});

it("lists the transfers of a token, a bank and a part of what is open, page after page", async () => {
  await fillLedger();
  const rows = await (await db()).selectFrom("transfers").selectAll().execute();
  const idsOf = async (query: string) => {
    const found: string[] = [];
    for (let cursor = ""; ; ) {
      const { body } = await dashboard.send<{ items: { id: string }[]; nextCursor: string | null }>(
        "GET",
        `/api/transfers?limit=7&${query}${cursor}`,
      );
      found.push(...body.items.map(({ id }) => id));
      if (body.nextCursor === null) return found.sort();
      cursor = `&cursor=${body.nextCursor}`;
    }
  };
  const paid = ({ status }: (typeof rows)[number]) => status === "paid";
  for (const [query, fits] of [
    ["token=USDC", (row) => row.from_currency === "USDC"],
    ["token=USDC&asset=solana:usdc", (row) => row.asset === "solana:usdc"],
    ["bank=044", (row) => row.bank_code === "044"],
    ["bank=044&state=paid", (row) => row.bank_code === "044" && paid(row)],
    [
      "bank=044&token=USDC&state=paid",
      (row) => row.bank_code === "044" && row.from_currency === "USDC" && paid(row),
    ],
    ["bank=044&q=ada", (row) => row.bank_code === "044"],
    ["state=awaited", (row) => ["accepted", "awaiting_deposit", "deposit_short"].includes(row.status)],
    ["token=NONE", () => false],
  ] satisfies [string, (row: (typeof rows)[number]) => boolean][])
    expect(await idsOf(query), query).toEqual(
      rows
        .filter(fits)
        .map(({ id }) => id)
        .sort(),
    );
});

it("keeps a rate once a minute, by the day, and takes it from transfers too", async () => {
  await fillLedger();
  const ledger = await db();
  const asked = { amount: "100", asset: "base:usdc", currency: "NGN", country: "NG" };
  const { body: quote } = await dashboard.send<Quote>("POST", "/api/quote", { body: asked });
  await dashboard.send<Quote>("POST", "/api/quote", { body: asked });
  const kept = () =>
    ledger
      .selectFrom("rate_samples")
      .select("rate")
      .where("minute", "=", quote.quotedAt.slice(0, 16))
      .where("asset", "=", "base:usdc")
      .execute();
  await expect.poll(kept).toEqual([{ rate: quote.rate }]);
  const { rates } = await insight("?range=30d&token=USDC");
  expect(rates?.days.length).toBeGreaterThan(5);
  expect(rates?.middle30).toMatch(/^\d+\.?\d*$/);
  expect(await verifyTotals(ledger)).toEqual([]);
  await ledger.updateTable("rate_days").set({ high: "9" }).execute();
  expect((await verifyTotals(ledger)).length).toBeGreaterThan(0);
  dashboard.spoil();
});
