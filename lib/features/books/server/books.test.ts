import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import type { TransferWithEvents } from "#lib/contract/api";
import type { ReceivedTable } from "#lib/features/books/books-answers";
import { db } from "#lib/server/database/db";
import { mostOfKind } from "#lib/server/ledger/notes";
import { verifyLedger } from "#lib/server/verify/verify-ledger";
import { at, openTransfer } from "#lib/testing/books/months";
import { openOwnAccount } from "#lib/testing/books/own-account";
import { giveLife, says } from "#lib/testing/ledger/give-life";
import { goodTransfer } from "#lib/testing/ledger/inputs";
import { startDashboard, type TestDashboard } from "#lib/testing/servers/dashboard";
import { type FaultyService, startFaultyService, testKey } from "#lib/testing/service/faulty-service";

import { goOnSaying } from "./missed-payouts";

let service: FaultyService;
let dashboard: TestDashboard;

beforeAll(async () => {
  service = await startFaultyService();
});
afterAll(() => service.close());
// Each has its own: a person brings ten files a minute.
beforeEach(async () => {
  dashboard = await startDashboard({ OFFRAMP_BASE_URL: service.baseUrl, OFFRAMP_API_KEY: testKey });
});
afterEach(() => dashboard.close());

const read = async (id: string) =>
  (await dashboard.send<TransferWithEvents>("GET", `/api/transfers/${id}`)).body;
const faultsOf = async () => (await verifyLedger(await db())).differences;
const less = (amount: string, by: number) => (Number(amount) - by).toFixed(2);

it("matches exact lines by one press, and says of each transfer what arrived", async () => {
  const own = await openOwnAccount(dashboard, service);
  const paid = [await own.pay("100"), await own.pay("230.5")];
  const lines = paid.map(({ expected }) => ({ narration: "NIP FROM OFFRAMP", credit: expected }));
  const { body: statement, status } = await own.bring(own.csvOf([...lines, { debit: "53.75" }]));
  expect(status).toBe(201);
  expect(statement).toMatchObject({ fresh: 3, known: 0, doubts: 0, opening: "1000000.00" });
  const { proposals, seen, counts } = await own.view("exact");
  expect(counts).toMatchObject({ exact: 2, suggested: 0, open_lines: 0, not_found: 0, matched: 0 });
  expect(proposals.map(({ why }) => why)).toEqual([
    "Same amount, on the day it was reported paid; no other payout or line has it.",
    "Same amount, on the day it was reported paid; no other payout or line has it.",
  ]);
  expect((await read(paid[0]?.id ?? "")).received).toEqual([]);
  expect((await own.confirm({ standing: "exact", seen })).body).toEqual({ confirmed: 2, leftOut: 0 });
  for (const { id, expected } of paid)
    expect((await read(id)).received).toMatchObject([
      { source: "own_statement", amount: expected, difference: "0", day: own.today },
    ]);
  expect((await own.view()).counts).toMatchObject({ exact: 0, matched: 2 });
  // What was shown is confirmed already.
  expect(await own.confirm({ standing: "exact", seen })).toMatchObject({
    status: 409,
    body: { code: "match_changed" },
  });
  expect(await faultsOf()).toEqual([]);
});

it("brings each line once: the file again, a file that overlaps, and two equal credits", async () => {
  const own = await openOwnAccount(dashboard, service);
  const rent = { day: "2026-11-02", narration: "RENT", credit: "150000.00" };
  const later = { day: "2026-11-03", narration: "SALES", credit: "90.00" };
  const key = randomUUID();
  const first = own.csvOf([rent, rent]);
  expect((await own.bring(first, { key })).body).toMatchObject({ fresh: 2, known: 0 });
  expect(await own.bring(first, { key })).toMatchObject({ status: 200, body: { fresh: 2 } });
  expect((await own.bring(first)).body).toMatchObject({ fresh: 0, known: 2 });
  expect((await own.bring(own.csvOf([rent, rent, later]))).body).toMatchObject({ fresh: 1, known: 2 });
  expect((await own.view("open_lines")).lines).toHaveLength(3);
  const { status, body } = await own.bring(`${first} `, { key });
  expect([status, body]).toMatchObject([422, { code: "idempotency_key_reused" }]);
});

it("has each line once where two people bring one file at once", async () => {
  const own = await openOwnAccount(dashboard, service);
  const text = own.csvOf(
    Array.from({ length: 40 }, (_, at) => ({ narration: `S${at}`, credit: `${at + 1}.00` })),
  );
  const answers = await Promise.all([own.bring(text), own.bring(text), own.bring(text)]);
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
  expect(answers.reduce((sum, { body }) => sum + body.fresh, 0)).toBe(40);
  expect((await own.view("open_lines")).counts.open_lines).toBe(40);
});

it("refuses another account's file, another currency's, and asks which number is the month", async () => {
  const own = await openOwnAccount(dashboard, service);
  const text = own.csvOf([{ credit: "10.00" }]);
  expect(await own.bring(text.replace(own.accountNumber, "0123456789"))).toMatchObject({
    status: 422,
    body: { code: "wrong_account", detail: expect.stringContaining("ending in 6789") },
  });
  expect(await own.bring(`Currency: USD\n${text}`)).toMatchObject({ body: { code: "wrong_account" } });
  const unclear = text.replace(own.today, "03/04/2026");
  const asked = await own.bring(unclear);
  expect(asked).toMatchObject({ status: 422, body: { code: "days_unclear" } });
  const { body } = await own.bring(unclear, { dayOrder: "month_day" });
  expect(body).toMatchObject({ from: "2026-03-04", fresh: 1 });
  // It was said once of this account.
  expect((await own.bring(text.replace(own.today, "05/06/2026"))).body).toMatchObject({ from: "2026-05-06" });
});

it("proposes nothing as exact where the balance breaks, and says where", async () => {
  const own = await openOwnAccount(dashboard, service);
  const { expected } = await own.pay("41");
  const [line, other] = [{ credit: expected }, { credit: "7.00" }];
  const text = own
    .csvOf([line, other])
    .replace(/(\d+)\.(\d\d)\n$/, (_, whole) => `${Number(whole) + 50}.00\n`);
  const { body } = await own.bring(text);
  expect(body.doubts).toBeGreaterThan(0);
  expect(body.read.breaks).toHaveLength(body.doubts);
  const { counts, proposals } = await own.view("suggested");
  expect(counts).toMatchObject({ exact: 0, suggested: 1 });
  expect(proposals[0]?.why).toContain("The balance of its statement doesn’t add up.");
});

it("confirms what is only suggested with a word that each was checked, and says why it differs", async () => {
  const own = await openOwnAccount(dashboard, service);
  const payout = await own.pay("55");
  await own.bring(own.csvOf([{ credit: less(payout.expected, 50) }]));
  const { seen, proposals } = await own.view("suggested");
  expect(proposals[0]).toMatchObject({ rule: "S1", difference: "-50.00" });
  expect(proposals[0]?.why).toBe("50.00 less: stamp duty, on the day it was reported paid.");
  expect(await own.confirm({ standing: "suggested", seen })).toMatchObject({
    status: 422,
    body: { errors: [{ path: "isChecked" }] },
  });
  expect((await own.confirm({ standing: "suggested", seen, isChecked: true })).body.confirmed).toBe(1);
  expect((await read(payout.id)).received).toMatchObject([{ difference: "-50", reason: "stamp_duty" }]);
});

it("matches two lines with one payout by hand, gives no line twice, and takes a match back", async () => {
  const own = await openOwnAccount(dashboard, service);
  const payout = await own.pay("500");
  const [part, rest] = ["300000.00", less(payout.expected, 300000)];
  await own.bring(
    own.csvOf([
      { narration: "PART", credit: part },
      { narration: "REST", credit: rest },
    ]),
  );
  const { lines } = await own.view("open_lines");
  for (const line of lines) {
    const { status } = await own.match({ line: line.id, transfer: payout.id });
    expect(status).toBe(200);
  }
  const of = await read(payout.id);
  expect(of.received).toMatchObject([{ source: "own_statement", amount: payout.expected, difference: "0" }]);
  expect(of.received[0]?.events).toHaveLength(2);
  expect(await own.match({ line: lines[0]?.id, transfer: payout.id })).toMatchObject({
    status: 409,
    body: { code: "line_in_use" },
  });
  const { matches } = await own.view("matched");
  expect((await own.withdraw(matches[0]?.id ?? "")).status).toBe(200);
  expect((await own.withdraw(matches[0]?.id ?? "")).status).toBe(200);
  expect((await read(payout.id)).received[0]?.events).toHaveLength(1);
  expect((await own.view("matched")).matches).toHaveLength(1);
  expect(await faultsOf()).toEqual([]);
});

it("gives a line once where three people say at once what it is", async () => {
  const own = await openOwnAccount(dashboard, service);
  const payouts = [await own.pay("61"), await own.pay("62"), await own.pay("63")];
  await own.bring(own.csvOf([{ credit: "77777.00" }]));
  const [line] = (await own.view("open_lines")).lines;
  const answers = await Promise.all(payouts.map(({ id }) => own.match({ line: line?.id, transfer: id })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  expect((await own.view("matched")).counts.matched).toBe(1);
});

it("names payouts that no line has, once the statement goes on long enough after them", async () => {
  const own = await openOwnAccount(dashboard, service);
  await own.pay("71");
  const day = (days: number) =>
    new Date(Date.parse(own.today) + days * 86_400_000).toISOString().slice(0, 10);
  await own.bring(own.csvOf([{ day: day(-4), credit: "1.00" }, { credit: "2.00" }]));
  expect((await own.view("not_found")).counts.not_found).toBe(0);
  // As if it had been paid four days ago.
  dashboard.spoil();
  const ledger = await db();
  const paid_at = `${day(-4)}T10:00:00.000Z`;
  await ledger
    .updateTable("transfers")
    .set({ paid_at })
    .where("account_number", "=", own.accountNumber)
    .execute();
  const { payouts, counts } = await own.view("not_found");
  expect([counts.not_found, payouts.length]).toEqual([1, 1]);
});

/** A payout as if it had been reported paid four days ago, and a statement that goes on since then. */
async function missOne() {
  const own = await openOwnAccount(dashboard, service);
  const payout = await own.pay("71");
  dashboard.spoil();
  const day = (days: number) =>
    new Date(Date.parse(own.today) + days * 86_400_000).toISOString().slice(0, 10);
  await (await db())
    .updateTable("transfers")
    .set({ paid_at: `${day(-4)}T10:00:00.000Z` })
    .where("id", "=", payout.id)
    .execute();
  const text = own.csvOf([{ day: day(-4), credit: "1.00" }, { credit: "2.00" }]);
  const { body: statement } = await own.bring(text);
  const standing = async () => {
    const { events, standing: now } = await read(payout.id);
    const kinds = events.map(({ kind }) => kind);
    return [now.reason, kinds.filter((kind) => kind === "not_on_statement" || kind === "not_missed")];
  };
  return { own, payout, text, statement, standing };
}

const [missed, over] = ["not_on_statement", "not_missed"];

it("brings to a person what was reported paid and no line has, once, until a line fits it", async () => {
  const { own, payout, text, statement, standing } = await missOne();
  expect(statement.doubts).toBe(0);
  expect(await standing()).toEqual(["not_found", [missed]]);
  const told = (await read(payout.id)).events.find(({ kind }) => kind === missed);
  expect(told).toMatchObject({
    source: "dashboard",
    text: expect.stringMatching(/^Reported paid on .+ go on until .+ without it\.$/),
  });
  // Each act looks again, and only what has changed is written.
  await own.bring(`${text} `);
  expect(await standing()).toEqual(["not_found", [missed]]);
  const { body } = await dashboard.send<TransferWithEvents>("GET", `/api/transfers/${payout.id}`);
  const handled = await dashboard.send("POST", `/api/transfers/${payout.id}/notes`, {
    body: { kind: "handled", text: "The bank confirmed it.", seen: `${body.standing.seen}` },
  });
  expect(handled.status).toBe(200);
  expect(await standing()).toEqual([null, [missed]]);
  await own.bring(own.csvOf([{ credit: payout.expected }], { opening: 1_000_003_00n }));
  expect(await standing()).toEqual([null, [missed, over]]);
});

it("says that what was missed is matched, and misses it again where the match is taken back", async () => {
  const { own, payout, standing } = await missOne();
  const { lines } = await own.view("open_lines");
  await own.match({ line: lines[0]?.id, transfer: payout.id, difference: "other" });
  expect(await standing()).toEqual([null, [missed, over]]);
  const { matches } = await own.view("matched");
  await own.withdraw(matches[0]?.id ?? "");
  expect(await standing()).toEqual(["not_found", [missed, over, missed]]);
});

it("says of very many that they are missed, a part at once and the rest by the next rounds", async () => {
  const own = await openOwnAccount(dashboard, service);
  dashboard.spoil();
  const ledger = await db();
  const day = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  const ids = [];
  for (let n = 0; n < 130; n++) ids.push(await openTransfer(day(6), `${n + 1}`));
  const { accountNumber: account_number } = own;
  const { bankCode: bank_code } = goodTransfer;
  await ledger.updateTable("transfers").set({ bank_code, account_number }).where("id", "in", ids).execute();
  await giveLife(ledger, ids, [at(day(5), says("completed"))]);
  await own.bring(own.csvOf([{ day: day(6).slice(0, 10), credit: "1.00" }, { credit: "2.00" }]));
  const count = async () =>
    (
      await ledger
        .selectFrom("transfer_events")
        .select("transfer_id")
        .where("kind", "=", "not_on_statement")
        .execute()
    ).map(({ transfer_id }) => transfer_id);
  expect(await count()).toHaveLength(100);
  await goOnSaying(ledger);
  await goOnSaying(ledger);
  expect((await count()).sort()).toEqual([...ids].sort());
  expect((await own.view("not_found")).counts.not_found).toBe(130);
});

it("misses nothing any more once the statement is taken out", async () => {
  const { statement, standing } = await missOne();
  expect((await dashboard.send("DELETE", `/api/statements/${statement.id}`)).status).toBe(200);
  expect(await standing()).toEqual([null, [missed, over]]);
});

it("brings to a person what is on the statement and was never reported paid, until it is", async () => {
  const own = await openOwnAccount(dashboard, service);
  const { id, expected, report } = await own.pay("64", "failed");
  await own.bring(own.csvOf([{ credit: expected }]));
  const { seen } = await own.view("exact");
  expect((await own.confirm({ standing: "exact", seen })).body.confirmed).toBe(1);
  expect((await own.view()).counts.not_reported).toBe(1);
  expect((await read(id)).standing.reason).toBe("not_reported");
  await report("completed");
  expect((await read(id)).standing.reason).not.toBe("not_reported");
});

it("shows support no narration, and takes out a statement of which nothing was matched", async () => {
  const own = await openOwnAccount(dashboard, service);
  const { body } = await own.bring(own.csvOf([{ narration: "SECRET NAME", credit: "5.00" }]));
  const { lines } = await own.view("open_lines", "support");
  expect(lines[0]).toMatchObject({ amount: "5.00", narration: null, reference: null });
  expect(JSON.stringify(await own.view("open_lines", "support"))).not.toContain("SECRET");
  const remove = () => dashboard.send("DELETE", `/api/statements/${body.id}`);
  expect(await remove()).toMatchObject({ status: 200, body: { isRemoved: true, lines: [] } });
  expect((await remove()).status).toBe(200);
  expect((await own.view("open_lines")).lines).toEqual([]);
  expect(await faultsOf()).toEqual([]);
  // It can be brought again.
  expect((await own.bring(own.csvOf([{ narration: "SECRET NAME", credit: "5.00" }]))).body.fresh).toBe(1);
});

it("takes nothing once the payee has another account", async () => {
  const own = await openOwnAccount(dashboard, service);
  await own.mark(false);
  const { status, body } = await own.bring(own.csvOf([{ credit: "5.00" }]));
  expect([status, body]).toMatchObject([409, { code: "not_possible_now" }]);
  expect((await own.view()).isMarked).toBe(false);
});

it("records what payees said of many transfers, each once, and says why a row isn't", async () => {
  const own = await openOwnAccount(dashboard, service);
  const [first, second, third] = [await own.pay("11"), await own.pay("12"), await own.pay("13")];
  const [day] = own.today.split("T");
  const text = [
    "Transaction ID,Amount received,Day,Told by",
    `${first.id},${first.expected},${day},"Ada, by phone"`,
    `${second.transactionId},"${(1000).toLocaleString("en")}.50",${day},Obi by mail`,
    `${second.transactionId},5.00,${day},Obi again`,
    `nothing like it,5.00,${day},Obi`,
    `${third.id},5.00,${day},`,
    `${third.id},5.00,2020-01-01,Obi`,
    `${third.id},-5.00,${day},Obi`,
  ].join("\n");
  const load = async (body: object) =>
    (await dashboard.send<ReceivedTable>("POST", "/api/received", { body, as: "support" })).body.rows.map(
      ({ outcome, message }) => message ?? outcome,
    );
  const faults = [
    "Line 3 names the same transfer.",
    "No transfer has this ID or reference.",
    "Say who told you, and how.",
  ];
  const checked = await load({ text, check: true });
  expect(checked.slice(0, 5)).toEqual(["ready", "ready", ...faults]);
  expect((await read(first.id)).received).toEqual([]);
  expect((await load({ text })).slice(0, 2)).toEqual(["recorded", "recorded"]);
  expect((await load({ text })).slice(0, 2)).toEqual(["exists", "exists"]);
  expect((await read(first.id)).received).toMatchObject([{ source: "payee_said", difference: "0" }]);
  expect((await read(second.id)).received).toMatchObject([{ source: "payee_said", amount: "1000.50" }]);
  expect((await read(second.id)).received[0]?.events).toHaveLength(1);
  expect((await read(third.id)).received).toEqual([]);
  expect(await faultsOf()).toEqual([]);
});

it("takes no statement out whose lines a later one counts on", async () => {
  const own = await openOwnAccount(dashboard, service);
  const line = (day: string) => ({ day: `2026-11-${day}`, narration: `SALES ${day}`, credit: "10.00" });
  const first = (await own.bring(own.csvOf([line("02"), line("05")]))).body;
  const second = (await own.bring(own.csvOf([line("02"), line("05"), line("09")]))).body;
  expect([first.fresh, second.fresh, second.known]).toEqual([2, 1, 2]);
  const remove = (id: string) => dashboard.send("DELETE", `/api/statements/${id}`);
  expect(await remove(first.id)).toMatchObject({ status: 409, body: { code: "line_in_use" } });
  expect((await own.view("open_lines")).lines).toHaveLength(3);
  expect((await remove(second.id)).status).toBe(200);
  expect((await remove(first.id)).status).toBe(200);
  expect((await own.view("open_lines")).lines).toEqual([]);
  expect(await faultsOf()).toEqual([]);
});

it("confirms what it can where one payout takes no more records", async () => {
  const own = await openOwnAccount(dashboard, service);
  const [full, other] = [await own.pay("81"), await own.pay("82")];
  await own.bring(own.csvOf([{ credit: full.expected }, { credit: other.expected }]));
  // As many records as a transfer may have.
  dashboard.spoil();
  const ledger = await db();
  const ofFull = () => ledger.selectFrom("transfer_events").selectAll().where("transfer_id", "=", full.id);
  const event = await ofFull().orderBy("seq", "desc").executeTakeFirstOrThrow();
  const more = Array.from({ length: mostOfKind }, (_, at): typeof event => ({
    ...{ ...event, kind: "handled", seq: event.seq + at + 1, body_hash: null },
  }));
  for (let from = 0; from < more.length; from += 50)
    await ledger
      .insertInto("transfer_events")
      .values(more.slice(from, from + 50))
      .execute();
  const { seen, counts } = await own.view("exact");
  expect(counts.exact).toBe(2);
  expect((await own.confirm({ standing: "exact", seen })).body).toEqual({ confirmed: 1, leftOut: 1 });
  expect((await read(other.id)).received).toHaveLength(1);
});
