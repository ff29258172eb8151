import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seedLedger } from "#lib/bench/seed/seed";
import { type TransferFilters, TransferListInput, type TransferSort } from "#lib/contract/transfer-list";
import { formatFiat } from "#lib/money/format";
import type { Amount } from "#lib/money/money";
import { countOpen, oldestOpen } from "#lib/server/attention/open-transfers";
import { env } from "#lib/server/config/env";
import { db } from "#lib/server/database/db";
import { isPostgres } from "#lib/server/tables/engine";
import type { Db, TransferRow } from "#lib/server/tables/schema";
import { mostRead, planOf, queriesOf, stepsOf } from "#lib/testing/database/query-plans";
import { nameAlike } from "#lib/testing/ledger/name-alike";
import { startDashboard, type TestDashboard } from "#lib/testing/servers/dashboard";
import { plainWords } from "#lib/text/plain-words";
import { statusesOf, transferStates } from "#lib/transfer/transfer-states";
import { listTransfers } from "./list-transfers";
import { planPages } from "./page-plan";
import { countNewer, findChanges } from "./transfer-changes";
import type { Place } from "./transfer-lists";
import { findPage } from "./transfer-pages";
import { sumTransfers } from "./transfer-sums";

const count = 12_000;
let dashboard: TestDashboard;
let ledger: Db;
let rows: TransferRow[];

beforeAll(async () => {
  dashboard = await startDashboard({});
  dashboard.spoil();
  ledger = await db();
  if (isPostgres(ledger)) await countNothingMeanwhile();
  await seedLedger(env().database, count);
  await nameAlike(ledger);
  await payAndCreate();
  rows = await ledger
    .selectFrom("transfers")
    .selectAll()
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();
});
afterAll(() => dashboard.close());

const payee = "0f000000-0000-4000-8000-000000000001";
const colleague = "colleague";

/** A plan is by what the seed has had counted, and not by when the database counts again by itself. */
async function countNothingMeanwhile(): Promise<void> {
  for (const table of ["transfers", "transfer_events", "transfer_names", "attention", "addresses"])
    await sql`alter table ${sql.table(table)} set (autovacuum_enabled = false)`.execute(ledger);
}

/** One in sixteen is to a payee, and one in sixteen was created by a colleague. */
async function payAndCreate(): Promise<void> {
  const at = new Date().toISOString();
  const paid = { id: payee, name: "Firstgate", created_at: at, archived_at: null, cover_key: null };
  await ledger.insertInto("payees").values(paid).execute();
  await ledger.updateTable("transfers").set({ payee_id: payee }).where("id", "like", "a%").execute();
  await ledger.updateTable("transfers").set({ received: "other" }).where("id", "like", "c%").execute();
  const email = "colleague@example.com";
  await ledger
    .insertInto("people")
    .values({
      ...{ id: colleague, name: "Ngozi Eze", email, email_verified: 1, image: null, role: "finance" },
      ...{ is_disabled: 0, two_factor_enabled: 0, sign_in_version: 0, created_at: at, updated_at: at },
      first_steps_hidden_at: null,
    })
    .execute();
  // Those that were given another name have no creator any more.
  await ledger
    .deleteFrom("transfer_names")
    .where("term", "like", "&%")
    .where("transfer_id", "like", "b%")
    .execute();
  await sql`insert into transfer_names (term, created_at, transfer_id)
    select ${`&${email}`}, created_at, id from transfers where id like 'b%'`.execute(ledger);
}

/** Everything that the filters give, page by page, and how many requests that took. */
async function readAll(filters: TransferFilters, limit = 25, most = Number.POSITIVE_INFINITY) {
  const ids: string[] = [];
  let after: Place | undefined;
  for (let pages = 1; ; pages++) {
    const page = await findPage(ledger, await planPages(ledger, filters), limit, after);
    expect(page.ids.length).toBeLessThanOrEqual(limit);
    ids.push(...page.ids);
    if (page.next === null || pages >= most) return { ids, pages };
    after = page.next;
  }
}

const at = (place: number): TransferRow => {
  const row = rows[place];
  if (row === undefined) throw new Error("There is no such row.");
  return row;
};
const idsWhere = (fits: (row: TransferRow) => boolean) => rows.filter(fits).map(({ id }) => id);
/** In its name, or in its reference where the word is no mere letter or two. */
const hasStart = (start: string) => (row: TransferRow) =>
  plainWords(`${row.account_name} ${start.length > 2 ? row.reference : ""}`).some((word) =>
    word.startsWith(start),
  );
/** By the value that a page shows: the rows by which the answer is judged are found without any index. */
const cases: [string, () => TransferFilters, () => (row: TransferRow) => boolean][] = [
  [
    "a status",
    () => ({ status: "failed" }),
    () =>
      ({ status }) =>
        status === "failed",
  ],
  [
    "a token",
    () => ({ asset: "base:usdc" }),
    () =>
      ({ asset }) =>
        asset === "base:usdc",
  ],
  [
    "a status of a token",
    () => ({ status: "refunded", asset: at(0).asset }),
    () => (row) => row.status === "refunded" && row.asset === at(0).asset,
  ],
  [
    "our ID",
    () => ({ q: at(777).id }),
    () =>
      ({ id }) =>
        id === at(777).id,
  ],
  [
    "our ID in capitals",
    () => ({ q: at(777).id.toUpperCase() }),
    () =>
      ({ id }) =>
        id === at(777).id,
  ],
  [
    "an ID of the service",
    () => ({ q: `${oneAccepted().transaction_id}` }),
    () =>
      ({ id }) =>
        id === oneAccepted().id,
  ],
  [
    "a deposit address",
    () => ({ q: ` ${oneAccepted().address} ` }),
    () =>
      ({ id }) =>
        id === oneAccepted().id,
  ],
  [
    "the end of an account number",
    () => ({ q: at(5).account_number.slice(-4) }),
    () => {
      const end = at(5).account_number.slice(-4);
      // Four digits can be those of a reference or of a sum as well.
      return (row) =>
        row.account_number.endsWith(end) ||
        hasStart(end)(row) ||
        [row.amount, row.quote_output].some((sum) => sum === end || sum === `${end}.00`);
    },
  ],
  [
    "the start of our ID",
    () => ({ q: at(777).id.slice(0, 8) }),
    () =>
      ({ id }) =>
        id.startsWith(at(777).id.slice(0, 8)),
  ],
  [
    "a bank",
    () => ({ q: "zenith bank" }),
    () =>
      ({ bank_name }) =>
        bank_name === "Zenith Bank",
  ],
  [
    "a code of a bank",
    () => ({ q: "000013" }),
    () =>
      ({ bank_code }) =>
        bank_code === "000013",
  ],
  [
    "a bank of a status",
    () => ({ q: "zenith", status: "failed" }),
    () =>
      ({ bank_name, status }) =>
        bank_name === "Zenith Bank" && status === "failed",
  ],
  [
    "what the recipient gets, as it is shown",
    () => ({ q: shownOutput(quoted()) }),
    () => (row) => shownOutput(row) === shownOutput(quoted()),
  ],
  [
    "the account of a transfer",
    () => ({ account: at(5).id }),
    () =>
      ({ account_number }) =>
        account_number === at(5).account_number,
  ],
  [
    "the account of a transfer and a status",
    () => ({ account: regular().id, status: "paid" }),
    () =>
      ({ account_number, status }) =>
        account_number === regular().account_number && status === "paid",
  ],
  [
    "a name among those paid to an account",
    () => ({ account: regular().id, q: regular().account_name.slice(0, 3) }),
    () => (row) =>
      row.account_number === regular().account_number &&
      hasStart(plainWords(regular().account_name)[0]?.slice(0, 3) ?? "")(row),
  ],
  ["an amount as a person writes it", () => ({ q: "1,250.0" }), () => (row) => Number(row.amount) === 1250],
  ["a name", () => ({ q: "Okonkwo" }), () => hasStart("okonkwo")],
  ["one letter", () => ({ q: "z" }), () => hasStart("z")],
  ["two letters", () => ({ q: "ØS" }), () => hasStart("os")],
  ["three letters", () => ({ q: "oko" }), () => hasStart("oko")],
  ["marks and letters of a language", () => ({ q: "ṢADÉ" }), () => hasStart("sade")],
  ["letters that are never taken apart", () => ({ q: "danl" }), () => hasStart("danl")],
  ["an apostrophe", () => ({ q: "o'bri" }), () => hasStart("obri")],
  [
    "the starts of two words in any order",
    () => ({ q: "okon ade" }),
    () => (row) => hasStart("okon")(row) && hasStart("ade")(row),
  ],
  ["the start of very many words", () => ({ q: "quda" }), () => hasStart("quda")],
  ["the start of many rare words", () => ({ q: "qube" }), () => hasStart("qube")],
  [
    "the start of very many words and another one",
    () => ({ q: "quda obi" }),
    () => (row) => hasStart("quda")(row) && hasStart("obi")(row),
  ],
  [
    "the start of many rare words and another one",
    () => ({ q: "qube obi" }),
    () => (row) => hasStart("qube")(row) && hasStart("obi")(row),
  ],
  ["words of nobody", () => ({ q: "okonkwo xyzxyz" }), () => () => false],
  ["percent and underscore as they are", () => ({ q: "%_%" }), () => () => false],
  [
    "a name of a status and a token",
    () => ({ q: "adebayo", status: "expired", asset: at(0).asset }),
    () => (row) => hasStart("adebayo")(row) && row.status === "expired" && row.asset === at(0).asset,
  ],
  [
    "many words at once of some days",
    () => ({ q: "ad", from: dayOf(at(9_000)), to: dayOf(at(5_000)) }),
    () => (row) => hasStart("ad")(row) && dayOf(row) >= dayOf(at(9_000)) && dayOf(row) <= dayOf(at(5_000)),
  ],
  [
    "a word and a single letter of a status",
    () => ({ q: "ad o", status: "failed" }),
    () => (row) => hasStart("ad")(row) && hasStart("o")(row) && row.status === "failed",
  ],
  ["a payee", () => ({ payee }), () => isOf("a")],
  [
    "a payee and a state",
    () => ({ payee, state: "failed" }),
    () => (row) => isOf("a")(row) && hasFailed(row),
  ],
  [
    "a name among those to a payee",
    () => ({ payee, q: "ade" }),
    () => (row) => isOf("a")(row) && hasStart("ade")(row),
  ],
  ["what arrived", () => ({ received: "other" }), () => isOf("c")],
  [
    "what nobody said arrived, of those that were paid",
    () => ({ received: "none", state: "paid" }),
    () => (row) => !isOf("c")(row) && row.status === "paid",
  ],
  [
    "a name among what arrived",
    () => ({ received: "other", q: "ade" }),
    () => (row) => isOf("c")(row) && hasStart("ade")(row),
  ],
  ["a person", () => ({ person: colleague }), () => isOf("b")],
  [
    "a person, a network and days",
    () => ({ person: colleague, network: "base", from: dayOf(at(9_000)), to: dayOf(at(2_000)) }),
    () => (row) =>
      isOf("b")(row) &&
      row.network === "base" &&
      dayOf(row) >= dayOf(at(9_000)) &&
      dayOf(row) <= dayOf(at(2_000)),
  ],
  ["a person that there isn't", () => ({ person: "nobody" }), () => () => false],
  [
    "a network",
    () => ({ network: "base" }),
    () =>
      ({ network }) =>
        network === "base",
  ],
  [
    "a network and a token",
    () => ({ network: "base", token: "USDC" }),
    () =>
      ({ asset }) =>
        asset === "base:usdc",
  ],
  ["a network that there isn't", () => ({ network: "nowhere" }), () => () => false],
  [
    "a range of few amounts",
    () => ({ min: "1250", max: "1250.00" }),
    () =>
      ({ amount }) =>
        Number(amount) === 1250,
  ],
  [
    "a range of very many amounts, of a bank",
    () => ({ min: "0500", max: "9999.99", bank: at(3).bank_code }),
    () => (row) => isWithin(row, 500, 9999.99) && row.bank_code === at(3).bank_code,
  ],
  [
    "amounts from one on",
    () => ({ min: largest() }),
    () => {
      const least = Number(largest());
      return (row) => isWithin(row, least);
    },
  ],
  [
    "amounts with a name",
    () => ({ max: "999.5", q: "ade" }),
    () => (row) => isWithin(row, 0, 999.5) && hasStart("ade")(row),
  ],
  [
    "a bank, a person and a state",
    () => ({ bank: at(3).bank_code, person: colleague, state: "paid" }),
    () => (row) => row.bank_code === at(3).bank_code && isOf("b")(row) && row.status === "paid",
  ],
  [
    "what failed and needs a person",
    () => ({ attention: "yes", status: "failed" }),
    () => (row) => row.status === "failed" && row.is_handled === 0,
  ],
  [
    "a name that needs a person",
    () => ({ attention: "yes", q: "ade", status: "on_hold" }),
    () => (row) => hasStart("ade")(row) && row.status === "on_hold" && row.is_handled === 0,
  ],
];
const isOf = (first: string) => (row: TransferRow) => row.id.startsWith(first);
const hasFailed = ({ status }: TransferRow) => statusesOf("failed").includes(status);
const isWithin = ({ amount }: TransferRow, min: number, max = Number.POSITIVE_INFINITY) =>
  Number(amount) >= min && Number(amount) <= max;
/** Few are as large. */
const largest = () => rows.map(({ amount }) => amount).sort((a, b) => Number(b) - Number(a))[20] ?? "0";
/** The day in Lagos, which is an hour ahead: a transfer of 23:30 UTC belongs to the next day there. */
const dayOf = ({ created_at }: TransferRow) =>
  new Date(Date.parse(created_at) + 3_600_000).toISOString().slice(0, 10);
const quoted = () => rows.slice(400).find(({ quote_output }) => quote_output !== null) ?? at(0);
const shownOutput = ({ quote_output }: TransferRow) => formatFiat((quote_output ?? "0") as Amount);
/** Somebody who is paid again and again. */
const regular = () => {
  const numbers = rows.slice(0, 400).map(({ account_number }) => account_number);
  return rows.find(({ account_number }, place) => numbers.indexOf(account_number) < place) ?? at(0);
};
const oneAccepted = () => rows.slice(300).find(({ address }) => address !== null) ?? at(0);

describe("gives all that fits, once each, newest first", () => {
  it.each(cases)("%s", async (_name, filters, fits) => {
    const wanted = idsWhere(fits());
    const { ids } = await readAll(filters(), 100);
    expect(ids.length).toBe(wanted.length);
    expect(ids).toEqual(wanted);
  });

  it("days of the business's time zone", async () => {
    const day = dayOf(at(6_000));
    const wanted = idsWhere((row) => dayOf(row) === day);
    expect(wanted.length).toBeGreaterThan(10);
    expect((await readAll({ from: day, to: day })).ids).toEqual(wanted);
  });

  it("what needs attention, with each reason", async () => {
    const groups = (await dashboard.send<{ count: number }[]>("GET", "/api/attention")).body;
    const total = (await dashboard.send<{ total: number }>("GET", "/api/attention/counts")).body.total;
    const { ids } = await readAll({ attention: "yes" });
    expect(ids.length).toBe(total);
    expect(groups.length).toBeGreaterThan(3);
  });

  it("each reason, as it is counted, so that the lists add up", async () => {
    const { total, reasons } = await countOpen(ledger);
    const lists = await Promise.all(reasons.map(({ reason }) => readAll({ reason }, 100)));
    expect(lists.map(({ ids }) => ids.length)).toEqual(reasons.map(({ count: own }) => own));
    expect(new Set(lists.flatMap(({ ids }) => ids)).size).toBe(total);
    const [{ reason } = { reason: "failed" as const }] = reasons;
    const named = await readAll({ reason, q: "ade" }, 100);
    expect(named.ids).toEqual(
      lists[0]?.ids.filter((id) => hasStart("ade")(rows.find((row) => row.id === id) ?? at(0))),
    );
  });

  it("days that move on with the calendar", async () => {
    const [today, month] = await Promise.all(
      (["today", "month"] as const).map((days) => readAll({ days }, 100)),
    );
    const now = dayOf({ created_at: new Date().toISOString() } as TransferRow);
    expect(today?.ids).toEqual(idsWhere((row) => dayOf(row) === now));
    expect(month?.ids).toEqual(idsWhere((row) => dayOf(row).slice(0, 7) === now.slice(0, 7)));
    expect(month?.ids.length).toBeGreaterThan(0);
  });
});

it("looks at so many for one page and no more, says how far, and goes on from there", async () => {
  const filters: TransferFilters = { q: "ade", status: "not_created" };
  const fits = idsWhere((row) => hasStart("ade")(row) && row.status === "not_created");
  const first = await findPage(ledger, await planPages(ledger, filters), 100, undefined);
  expect(first.ids.length).toBeLessThan(fits.length);
  expect(first.ids).toEqual(fits.slice(0, first.ids.length));
  expect(first.next?.created_at).toBe(first.lookedBackTo);
  const read = await readAll(filters, 100);
  expect(read.ids).toEqual(fits);
  expect(read.pages).toBeGreaterThan(2);
});

it.each(["quda", "qube"])("fills a page with %s, which many words start with", async (q) => {
  const { ids, lookedBackTo } = await findPage(ledger, await planPages(ledger, { q }), 25, undefined);
  expect(ids).toEqual(idsWhere(hasStart(q)).slice(0, 25));
  expect(lookedBackTo).toBe(null);
});

it("goes on at its cursor whatever was created meanwhile", async () => {
  const plan = () => planPages(ledger, { status: "paid" });
  const first = await findPage(ledger, await plan(), 25, undefined);
  const next = await findPage(ledger, await plan(), 25, first.next ?? undefined);
  const paid = idsWhere(({ status }) => status === "paid");
  expect([...first.ids, ...next.ids]).toEqual(paid.slice(0, 50));
});

/** Reads the newest page, and one from deep inside, and counts what is newer than one from deep inside. */
const readPages = (filters: TransferFilters) => async (watched: Db) => {
  const deep = { created_at: at(9_000).created_at, id: at(9_000).id };
  for (const after of [undefined, deep])
    await findPage(watched, await planPages(watched, filters), 25, after);
  await countNewer(watched, filters, deep);
};

describe("counts and sums what the filters give", () => {
  const stateOfRow = ({ status }: TransferRow) =>
    transferStates.find((state) => statusesOf(state).includes(status));
  it.each([
    ["a name", { q: "okonkwo" }, hasStart("okonkwo")],
    ["a name and a state", { q: "okonkwo", state: "failed" as const }, hasStart("okonkwo")],
    ["a token", { asset: "base:usdc" }, ({ asset }: TransferRow) => asset === "base:usdc"],
  ])("%s", async (_name, filters: TransferFilters, fits) => {
    const all = rows.filter(fits);
    const wanted = all.filter((row) => filters.state === undefined || stateOfRow(row) === filters.state);
    // What never went ahead is in no sum.
    const created = wanted.filter((row) => stateOfRow(row) !== "never");
    const { counts, sums, isMore } = await sumTransfers(filters);
    expect(isMore).toBe(false);
    for (const state of transferStates)
      expect(counts[state], state).toBe(all.filter((row) => stateOfRow(row) === state).length);
    // In thousandths, so that no digit is lost.
    const cents = (amount: string) => BigInt(Math.round(Number(amount) * 1_000));
    for (const { token, amount } of sums) {
      const own = created.filter(({ from_currency }) => from_currency === token);
      expect(cents(amount), token).toBe(own.reduce((sum, row) => sum + cents(row.amount), 0n));
    }
    expect(sums.length).toBe(new Set(created.map(({ from_currency }) => from_currency)).size);
    expect((await readAll(filters, 100)).ids).toEqual(wanted.map(({ id }) => id));
  });

  it("only the first 10,000, and says that there are more", async () => {
    const { counts, isMore } = await sumTransfers({});
    expect(isMore).toBe(true);
    expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(10_000);
  });
});

/** As BigInt, so that no digit is lost. */
const units = ({ amount }: TransferRow) => {
  const [whole = "", fraction = ""] = amount.split(".");
  return BigInt(whole + fraction.padEnd(18, "0"));
};
/** Of equal amounts, the one that is written with more decimals counts as more. */
const bigger = (a: TransferRow, b: TransferRow) =>
  units(b) > units(a) ? 1 : units(b) < units(a) ? -1 : b.amount.length - a.amount.length;
const later = (a: TransferRow, b: TransferRow) =>
  a.created_at === b.created_at ? (a.id < b.id ? 1 : -1) : a.created_at < b.created_at ? 1 : -1;
const asset = "base:usdc";

describe("lists in any order, and page by page back to the first", () => {
  it.each<[TransferSort, TransferFilters, number]>([
    ["newest", { state: "failed" }, 100],
    ["oldest", {}, 100],
    ["oldest", { q: "ade" }, 100],
    ["oldest", { q: "o", state: "paid" }, 100],
    ["oldest", { q: "zenith", asset }, 100],
    ["oldest", { attention: "yes" }, 100],
    ["largest", { asset }, 100],
    ["smallest", { asset, state: "paid" }, 25],
    ["largest", { asset, state: "failed", from: "2020-01-01", to: "2099-01-01" }, 25],
    ["largest", { asset, max: "900.5" }, 100],
    ["smallest", { asset, min: "500", person: colleague }, 25],
    ["largest", { asset, payee }, 25],
  ])("%s first, %j", async (sort, filters, limit) => {
    const listed = new Set((await readAll(filters, 100)).ids);
    const wanted = rows.filter(({ id }) => listed.has(id)).sort(later);
    if (sort === "largest" || sort === "smallest") wanted.sort((a, b) => bigger(a, b) || later(a, b));
    if (sort === "oldest" || sort === "smallest") wanted.reverse();
    const most = 6;
    const pages: string[][] = [];
    let cursor: string | null = null;
    let last: string | null = null;
    for (let at = 0; at < most; at++) {
      const input: TransferListInput = { ...filters, sort, limit, ...(cursor !== null && { cursor }) };
      const page = await listTransfers(input);
      pages.push(page.items.map(({ id }) => id));
      last = page.previousCursor;
      expect(last === null).toBe(at === 0);
      cursor = page.nextCursor;
      if (cursor === null) break;
    }
    const seen = pages.flat();
    expect(seen.length).toBeGreaterThan(limit);
    expect(seen).toEqual(wanted.slice(0, seen.length).map(({ id }) => id));
    const back: string[][] = [];
    while (last !== null) {
      const page: Awaited<ReturnType<typeof listTransfers>> = await listTransfers({
        ...filters,
        sort,
        limit,
        cursor: last,
      });
      back.unshift(page.items.map(({ id }) => id));
      expect(page.nextCursor).not.toBeNull();
      last = page.previousCursor;
    }
    const lastPage = pages.at(-1) ?? [];
    const before = seen.slice(0, seen.length - lastPage.length);
    // The first page is the first one again, so it may have rows of the second one.
    const { length } = pages[0] ?? [];
    expect(back.flat().slice(length)).toEqual(before.slice(before.length - back.flat().length + length));
    expect(back[0]).toEqual(pages[0]);
  });

  it("by amount only where there is one token and no text", () => {
    const accepts = (input: object) => TransferListInput.safeParse(input).success;
    expect(accepts({ sort: "largest", asset })).toBe(true);
    for (const input of [{}, { asset, q: "ade" }, { q: "ade" }])
      expect(accepts({ sort: "smallest", ...input }), JSON.stringify(input)).toBe(false);
    expect(accepts({ sort: "oldest", q: "ade" })).toBe(true);
  });
});

describe("reads what a page needs and not the ledger", () => {
  type Query = Awaited<ReturnType<typeof queriesOf>>[number];

  const letters = "o a e i u";
  /** Each letter starts many words: a page of each of 24 lists. */
  const mostOfLists = 24 * 376;

  /** Returns the statement and its steps. */
  async function expectLittleRead(query: Query, most = 1_500): Promise<string> {
    if (isPostgres(ledger)) {
      const plan = await planOf(ledger, query);
      const text = `${query.sql}\n${JSON.stringify(plan, null, 1)}`;
      expect(mostRead(plan), text).toBeLessThan(most);
      return text;
    }
    const steps = await stepsOf(ledger, query);
    const text = `${query.sql}\n${steps.map(({ detail }) => detail).join("\n")}`;
    // A scan is one only along an index, in the order of the list, or of what was found already.
    const ofLedger = steps.filter(({ detail }) => /^(SCAN|SEARCH) transfer(s|_names)\b/.test(detail));
    expect(
      ofLedger.filter(({ detail }) => !/USING .*(INDEX|PRIMARY KEY)/.test(detail)),
      text,
    ).toEqual([]);
    // What is sorted was found before, by its ID where a reason names it: a list itself never is.
    const sorted = steps.filter(({ detail }) => detail.startsWith("USE TEMP B-TREE"));
    const isNamed = steps.some(({ detail }) => /^SCAN (attention|json_each)\b/.test(detail));
    expect(
      ofLedger.filter(
        ({ parent, detail }) =>
          sorted.some((step) => step.parent === parent) && !(isNamed && detail.endsWith("(id=?)")),
      ),
      text,
    ).toEqual([]);
    return text;
  }

  it.each<[TransferSort, TransferFilters]>([
    ["oldest", {}],
    ["oldest", { q: "o" }],
    ["oldest", { state: "failed" }],
    ["largest", { asset }],
    ["smallest", { asset, state: "paid" }],
  ])("%s first, %j", async (sort, filters) => {
    const { nextCursor } = await listTransfers({ ...filters, sort, limit: 25 });
    expect(nextCursor).not.toBeNull();
    const plan = await planPages(ledger, filters, sort);
    const { next } = await findPage(ledger, plan, 25, undefined);
    for (const query of await queriesOf(ledger, (watched) =>
      findPage(watched, plan, 25, next ?? undefined),
    )) {
      const text = await expectLittleRead(query);
      if (sort === "largest" && !isPostgres(ledger))
        expect(text).toMatch(/transfers_by_amount \(asset=\? AND <expr>=\? AND \(?created_at/);
    }
  });

  it.each([
    ...cases.map(([name, filters]) => [name, filters] as const),
    ["everything", () => ({})] as const,
    ["a state", () => ({ state: "failed" })] as const,
    ["attention", () => ({ attention: "yes" })] as const,
    ["a reason", () => ({ reason: "failed" })] as const,
    ["a reason and a name", () => ({ reason: "failed", q: "ade" })] as const,
    ["days", () => ({ from: "2020-01-01", to: "2099-01-01" })] as const,
  ])("%s", async (_name, filters) => {
    const given = filters();
    // Of few transfers PostgreSQL reads all that a token has, where most of them fit.
    const most = "min" in given || "max" in given ? 2 * 1_500 : undefined;
    for (const query of await queriesOf(ledger, readPages(given))) await expectLittleRead(query, most);
  });

  /** Broad terms that hardly ever meet, and parts that are nowhere: each term has few lists, and a list is read for a page. */
  it.each([
    ...["ade paid", letters, "not paid ade", "last year zenith paid", "yesterday", "zenith 1250 okonkwo"],
    ...[
      "0xab12…cd34",
      "…c0de",
      "0xab12cd",
      "txn_00",
      "77c0ffee77c0ffee1",
      "okonkow",
      "okonkow adebayp chukwuemka",
    ],
    ...[
      "by owner to ade",
      "short ade",
      "differ",
      "1 2 3 4 5 6 7 8",
      "inv inv inv inv inv inv inv inv",
      "b".repeat(256),
    ],
  ])("%s, which is made to cost", async (q) => {
    for (const query of await queriesOf(ledger, readPages({ q })))
      await expectLittleRead(query, q === letters ? mostOfLists : undefined);
  });

  it("and gets past a bank without its transfers", async () => {
    if (isPostgres(ledger)) return;
    const steps = await Promise.all(
      (await queriesOf(ledger, readPages({ q: "zenith" }))).map((query) => stepsOf(ledger, query)),
    );
    const walked = steps.flat().filter(({ detail }) => /transfers_bank \(\(bank_code/.test(detail));
    expect(walked.length).toBeGreaterThan(3);
    // Of fewer columns, SQLite reads all rows that are alike.
    for (const { detail } of walked) expect(detail).toContain("(bank_code,bank_name,created_at)>");
  });

  it.each([
    ["counts of what needs a person", countOpen],
    ["the newest of what needs a person", (watched: Db) => oldestOpen(watched, 50)],
  ])("%s", async (_name, read) => {
    const { total } = await countOpen(ledger);
    const over = rows.filter(({ status, is_handled }) => is_handled === 1 && status !== "paid").length;
    expect(over).toBeGreaterThan(2 * total);
    for (const query of await queriesOf(ledger, read)) {
      if (isPostgres(ledger)) {
        const plan = await planOf(ledger, query);
        expect(mostRead(plan), `${query.sql}\n${JSON.stringify(plan, null, 1)}`).toBeLessThan(2 * total);
        continue;
      }
      // Their reasons are few, and name them; whether anybody reports to us is seen from the newest ones.
      for (const { detail } of await stepsOf(ledger, query))
        if (/^S\w+ (transfers|looked)\b/.test(detail))
          expect(detail).toMatch(
            / \(id=\?\)$|USING (?:COVERING )?INDEX transfers_newest \(created_at[<>]\?\)$/,
          );
    }
    const { reasons } = await ledger
      .selectFrom("attention")
      .select(({ fn }) => fn.countAll<number | string>().as("reasons"))
      .executeTakeFirstOrThrow();
    expect(Number(reasons)).toBeLessThan(3 * total);
  });
});

describe("says what changed of a page's transfers, and how many newer ones there are", () => {
  const long = "2099-01-01T00:00:00.000Z";
  const since = (moment: string, more: Partial<Parameters<typeof findChanges>[0]> = {}) =>
    findChanges({ ids: [60, 30, 31].map((place) => at(place).id), since: moment, ...more });

  it("those that changed since, and no other", async () => {
    expect(await since(long)).toEqual({ items: [], newer: 0, isMore: false });
    const { id, updated_at } = at(31);
    await ledger.updateTable("transfers").set({ updated_at: long }).where("id", "=", id).execute();
    const { items } = await since("2098-12-31T00:00:00.000Z");
    expect(items.map((item) => item.id)).toEqual([id]);
    await ledger.updateTable("transfers").set({ updated_at }).where("id", "=", id).execute();
  });

  it.each<TransferFilters>([
    {},
    { q: "ade" },
    { q: "o" },
    { state: "paid" },
    { asset: "base:usdc" },
    { attention: "yes" },
  ])("newer than the newest of them, with %j: as many as are listed before it", async (filters) => {
    const { ids } = await readAll(filters, 100, 1);
    for (const place of [0, 7, 25, 26, 40]) {
      const id = ids[place];
      if (id === undefined) continue;
      const { newer, isMore } = await findChanges({ ids: [id], since: long, newer: "yes", ...filters });
      expect([newer, isMore]).toEqual([Math.min(place, 25), place > 25]);
    }
  });
});
