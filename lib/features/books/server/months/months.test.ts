import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import type { MonthDetail, MonthFigures, Months, MovementPage } from "#lib/features/books/month-answers";
import type { MonthParts } from "#lib/features/books/month-parts";
import { type Amount, addAmounts } from "#lib/money/money";
import { db } from "#lib/server/database/db";
import type { NewEvent } from "#lib/server/ledger/transfer-ledger";
import { countMovements } from "#lib/server/months/read-sums";
import { storedRecord } from "#lib/server/standing/received-facts";
import { verifyLedger } from "#lib/server/verify/verify-ledger";
import { at, monthsAgo, onDay, openTransfer } from "#lib/testing/books/months";
import { giveLife, says } from "#lib/testing/ledger/give-life";
import { readCsv } from "#lib/testing/read-csv";
import { startDashboard, type TestDashboard } from "#lib/testing/servers/dashboard";
import { answerRequest } from "#lib/testing/servers/handlers";
import { root } from "#lib/testing/servers/server-process";
import { writeSession } from "#lib/testing/sign-in/sessions";
import { testSecret } from "#lib/testing/sign-in/test-secret";
import type { ReceivedRecord } from "#lib/transfer/received";

let dashboard: TestDashboard;
beforeEach(async () => {
  dashboard = await startDashboard({});
});
afterEach(() => dashboard.close());

// Each is over for longer than an hour, also in the first hour of a month.
const [last, before, next] = [monthsAgo(2), monthsAgo(3), monthsAgo(1)];

const view = async (month: string) => (await dashboard.send<MonthDetail>("GET", `/api/months/${month}`)).body;
const list = async (month: string, query: string) =>
  (await dashboard.send<MovementPage>("GET", `/api/months/${month}/movements?${query}`)).body;
const close = async (month: string, seen?: string, note?: string) =>
  dashboard.send<MonthDetail>("POST", `/api/months/${month}/close`, {
    body: { seen: seen ?? (await view(month)).seen, ...(note !== undefined && { note }) },
  });
const tell = async (id: string, word: string, moment: string) =>
  giveLife(await db(), [id], [at(moment, says(word))]);
const usdc = ({ figures }: { figures: MonthFigures }) => figures.tokens.find(({ token }) => token === "USDC");

/** Of the last month: one paid then, one paid in the next, one failed, one that never went ahead, one that is open. */
async function fiveLives() {
  const ids: string[] = [];
  for (const amount of ["100", "50.000001", "7", "3", "20"])
    ids.push(await openTransfer(onDay(last, 3), amount));
  const [paid = "", later = "", failed = "", never = "", open = ""] = ids;
  await tell(paid, "completed", onDay(last, 4));
  await tell(failed, "failed", onDay(last, 5));
  await tell(never, "expired", onDay(last, 6));
  await tell(later, "completed", onDay(next, 1));
  return { paid, later, failed, never, open };
}

it("adds up, and each figure is the sum of the list behind it", async () => {
  const { later, open } = await fiveLives();
  const month = usdc(await view(last));
  expect(month).toEqual({
    ...{ token: "USDC", start: { count: 0, amount: "0" }, created: { count: 5, amount: "180.000001" } },
    ...{ back: { count: 0, amount: "0" }, paid: { count: 1, amount: "100" } },
    ...{ failed: { count: 1, amount: "7" }, never: { count: 1, amount: "3" } },
    ...{ end: { count: 2, amount: "70.000001" }, expected: { count: 1, amount: "150000" } },
  });
  expect(usdc(await view(next))).toMatchObject({
    ...{ start: { count: 2, amount: "70.000001" }, paid: { count: 1, amount: "50.000001" } },
    end: { count: 1, amount: "20" },
  });
  for (const figure of ["created", "paid", "failed", "never", "end"] as const) {
    const { items } = await list(last, `list=${figure}&token=USDC`);
    expect(items.length, figure).toBe(month?.[figure].count);
  }
  const ends = (await list(last, "list=end&token=USDC")).items.map(({ transferId }) => transferId);
  expect(ends).toEqual([later, open].sort());
  expect((await list(next, "list=end")).items.map(({ transferId }) => transferId)).toEqual([open]);
  const { items } = (await dashboard.send<Months>("GET", "/api/months")).body;
  expect(items.map(({ month: name, state }) => [name, state])).toEqual([
    [monthsAgo(0), "running"],
    [next, "open"],
    [last, "open"],
  ]);
});

it("comes back, and ends another way: a payout that came back is open again first", async () => {
  const id = await openTransfer(onDay(last, 3));
  await tell(id, "completed", onDay(last, 4));
  await tell(id, "reversed", onDay(last, 20));
  expect(usdc(await view(last))).toMatchObject({
    ...{ created: { count: 1 }, paid: { count: 1 }, back: { count: 1 }, failed: { count: 1 } },
    end: { count: 0, amount: "0" },
  });
});

it("shows the same before and after the sums are kept, by one server or three at once", async () => {
  await fiveLives();
  const [then, thenNext] = [await view(last), await view(next)];
  const ledger = await db();
  await Promise.all([countMovements(ledger), countMovements(ledger), countMovements(ledger)]);
  expect(await ledger.selectFrom("movements").select("seq").where("is_counted", "=", 0).execute()).toEqual(
    [],
  );
  expect([await view(last), await view(next)]).toEqual([then, thenNext]);
  await tell(await openTransfer(onDay(last, 9), "1"), "completed", onDay(last, 10));
  expect(usdc(await view(last))).toMatchObject({ paid: { count: 2, amount: "101" } });
});

it("closes a month once, in order, with the figures that were shown, and says what came later", async () => {
  const { open, paid } = await fiveLives();
  const old = await openTransfer(onDay(before, 3), "11");
  await tell(old, "completed", onDay(before, 5));
  const answer = async (month: string, seen?: string) => {
    const { status, problem } = await close(month, seen);
    return [status, problem.code];
  };
  expect(await answer(last)).toEqual([409, "month_too_early"]);
  expect(await answer(before, "0".repeat(64))).toEqual([409, "month_changed"]);
  expect(await answer("2001-01", "0".repeat(64))).toEqual([404, "not_found"]);
  const { status, body } = await close(before, undefined, "One of them is with the service.");
  expect([status, body.state, body.movements, body.note]).toEqual([
    200,
    "closed",
    2,
    "One of them is with the service.",
  ]);
  expect(await answer(before, body.seen)).toEqual([409, "month_closed"]);
  expect((await close(last)).status).toBe(200);
  expect(await answer(monthsAgo(0))).toEqual([409, "month_too_early"]);
  const closed = usdc(await view(last));
  // News of closed months: a payout that was reported then, and one that came back.
  await tell(open, "completed", onDay(last, 28));
  await tell(paid, "reversed", onDay(next, 1));
  const after = await view(last);
  expect(usdc(after)).toEqual(closed);
  expect(after.corrections).toEqual([
    {
      ...{ token: "USDC", kind: "paid" },
      ...{ closed: { count: 1, amount: "100" }, now: { count: 2, amount: "120" } },
    },
  ]);
  const running = await view(next);
  expect(running.adjusted).toBe(1);
  expect(running.adjustments).toMatchObject([{ transferId: open, kind: "paid", month: last, amount: "20" }]);
  expect(usdc(running)).toMatchObject({
    ...{ start: { count: 2 }, paid: { count: 2, amount: "70.000001" } },
    ...{
      back: { count: 1, amount: "100" },
      failed: { count: 1, amount: "100" },
      end: { count: 0, amount: "0" },
    },
  });
  expect((await verifyLedger(await db())).differences).toEqual([]);
});

it("lists what a clock that ran ahead dated later in the month that runs, and the month to be closed next however old", async () => {
  const old = monthsAgo(80);
  await openTransfer(onDay(old, 3), "9");
  const ahead = await openTransfer("2199-05-03T12:00:00.000Z", "4");
  await tell(ahead, "completed", "2199-05-04T12:00:00.000Z");
  const { items } = (await dashboard.send<Months>("GET", "/api/months")).body;
  expect([items.length, items[0]?.month, items.at(-1)?.month]).toEqual([61, monthsAgo(0), old]);
  expect(usdc(await view(monthsAgo(0)))).toMatchObject({
    ...{ start: { count: 1 }, created: { count: 1 }, paid: { count: 1, amount: "4" }, end: { count: 1 } },
  });
  const paid = await list(monthsAgo(0), "list=paid");
  expect(paid.items.map(({ transferId }) => transferId)).toEqual([ahead]);
  expect((await list(monthsAgo(0), "list=end")).items).toHaveLength(1);
  const { seen } = await view(old);
  expect((await close(old, seen)).body).toMatchObject({ state: "closed", movements: 1 });
});

it("is closed by one of five who press at once", async () => {
  await fiveLives();
  const { seen } = await view(last);
  const answers = await Promise.all(Array.from({ length: 5 }, () => close(last, seen)));
  expect(answers.map(({ status, problem }) => problem.code ?? status).sort()).toEqual([
    200,
    ...Array(4).fill("month_closed"),
  ]);
  const ledger = await db();
  const entries = await ledger
    .selectFrom("audit_log")
    .select("detail")
    .where("action", "=", "month_closed")
    .execute();
  expect(entries).toHaveLength(1);
});

it("has each movement in one closing, however many are written while a month is closed", async () => {
  const ids: string[] = [];
  for (let n = 0; n < 30; n++) ids.push(await openTransfer(onDay(last, 2), `${n + 1}`));
  const closing = (async () => {
    for (;;) {
      const { status, problem } = await close(last);
      if (problem.code !== "month_changed") return status;
    }
  })();
  await Promise.all([closing, ...ids.map((id) => tell(id, "completed", onDay(last, 20)))]);
  expect(await closing).toBe(200);
  const [closed, running] = [await view(last), await view(next)];
  const paid = (month: MonthDetail) => usdc(month)?.paid.count ?? 0;
  expect(paid(closed) + paid(running)).toBe(30);
  expect(running.adjusted).toBe(paid(running));
  expect((await verifyLedger(await db())).differences).toEqual([]);
});

it("counts what payees said in the month of its day, and a record that is taken back after the closing in the next", async () => {
  const { paid } = await fiveLives();
  const said = { amount: "149950", day: `${last}-04`, toldBy: "Obi, by phone", difference: "stamp_duty" };
  const recorded = await dashboard.send("POST", `/api/transfers/${paid}/received`, { body: said });
  expect(recorded.status).toBe(200);
  const { figures } = await view(last);
  expect(figures.received).toEqual([
    {
      ...{ source: "payee_said", currency: "NGN", recorded: { count: 1, amount: "149950" } },
      withdrawn: { count: 0, amount: "0" },
    },
  ]);
  await close(last);
  const ledger = await db();
  const { seq } = await ledger
    .selectFrom("movements")
    .select("seq")
    .where("kind", "=", "received")
    .executeTakeFirstOrThrow();
  const body = { event: `${seq}`, reason: "It was another payout." };
  expect((await dashboard.send("POST", `/api/transfers/${paid}/received/withdrawal`, { body })).status).toBe(
    200,
  );
  expect((await view(last)).figures).toEqual(figures);
  const running = await view(next);
  expect(running.figures.received).toMatchObject([{ withdrawn: { count: 1, amount: "149950" } }]);
  expect(running.adjustments).toMatchObject([{ kind: "received_withdrawn", month: last }]);
});

/** The file's bytes, as a browser saves them. */
async function fileOf(month: string, query: string) {
  const { cookie } = await writeSession(await db(), testSecret);
  const headers = { host: "localhost:3000", cookie };
  const answer = await answerRequest(
    new Request(`http://localhost:3000/api/months/${month}/export?${query}`, { headers }),
  );
  return {
    status: answer.status,
    text: await answer.text(),
    name: answer.headers.get("content-disposition"),
  };
}

it("leaves as a table whose hash and sums a program computes from the file alone", async () => {
  const { paid } = await fiveLives();
  await tell(paid, "reversed", onDay(last, 27));
  await close(last);
  const { hash } = await view(last);
  const { text } = await fileOf(last, "format=csv");
  const folder = mkdtempSync(join(tmpdir(), "month-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const check = (words: string) => {
    const file = join(folder, "month.csv");
    writeFileSync(file, words);
    const script = join(root, "docs/evidence/check-month.py");
    const { status, stdout } = spawnSync("python3", [script, file, `sha256:${hash}`], { encoding: "utf8" });
    return [status, stdout.trim()];
  };
  expect(check(text)).toEqual([0, `The hash is right, and it adds up. Movements: 10. sha256:${hash}`]);
  const changes = [
    text.replace('"7"', '"6"'),
    text.replace("Ada Obi", "Ada Obi").replace(`${last}-04`, `${last}-05`),
    text.replace(/(.*"failed".*\r\n)/, ""),
    text.replace('""count"":5', '""count"":4'),
  ];
  for (const changed of changes) {
    expect(changed).not.toBe(text);
    expect(check(changed)[0]).toBe(1);
  }
});

it("leaves for the books: what left is negative, one token a file, and nothing is rounded", async () => {
  const { paid } = await fiveLives();
  await tell(paid, "reversed", onDay(last, 27));
  const day = (date: number) => `${`${date}`.padStart(2, "0")}/${last.slice(5)}/${last.slice(0, 4)}`;
  const quickbooks = readCsv((await fileOf(last, "format=quickbooks&token=USDC")).text);
  expect(quickbooks.map(([date, , amount]) => [date, amount])).toEqual([
    ["Date", "Amount"],
    [day(4), "-100.00"],
    [day(27), "100.00"],
  ]);
  const [head, first] = readCsv((await fileOf(last, "format=xero&token=USDC&dates=year_month_day")).text);
  expect(head).toEqual(["Date", "Amount", "Payee", "Description", "Reference"]);
  expect(first?.slice(0, 3)).toEqual([`${last}-04`, "-100.00", "Ada Obi"]);
  // Six decimals.
  const odd = await fileOf(next, "format=quickbooks&token=USDC");
  expect([odd.status, odd.text]).toEqual([422, expect.stringContaining("50.000001")]);
  expect((await fileOf(next, "format=quickbooks")).status).toBe(400);
});

it("has in naira what arrived in own accounts by its day, and nothing that only a payee said", async () => {
  const { paid, later } = await fiveLives();
  const said = (source: ReceivedRecord["source"], day: string): NewEvent => ({
    ...{ source: "person", person_name: "ada@example.com", kind: "received", raw_encoding: "utf8" },
    raw: storedRecord({ source, amount: "149950" as Amount, day, reason: "stamp_duty", line: null }),
  });
  const ledger = await db();
  await giveLife(ledger, [paid], [at(onDay(next, 9), said("own_statement", `${last}-06`))]);
  await giveLife(ledger, [later], [at(onDay(next, 9), said("payee_said", `${last}-07`))]);
  const [, ...rows] = readCsv((await fileOf(last, "format=quickbooks&token=NGN&dates=year_month_day")).text);
  expect(rows.map(([date, , amount]) => [date, amount])).toEqual([[`${last}-06`, "149950.00"]]);
});

it("writes beside each time in UTC the business's own, an hour later in Lagos", async () => {
  await fiveLives();
  const [head = [], ...lines] = readCsv((await fileOf(last, "format=csv")).text);
  const [utc, local] = ["Time (UTC)", "Time (Africa/Lagos)"].map((name) => head.indexOf(name));
  const rows = lines.slice(0, -1);
  expect(rows.length).toBeGreaterThan(3);
  for (const row of rows)
    expect(Date.parse(`${row[local ?? -1]?.replace(" ", "T")}Z`) - Date.parse(row[utc ?? -1] ?? "")).toBe(
      3_600_000,
    );
});

it("divides what was paid by payee, bank and person, to the last digit, and says what is recorded of it", async () => {
  const { paid } = await fiveLives();
  const figures = (await view(last)).figures.tokens.filter((each) => each.paid.count > 0);
  const readParts = async () => (await dashboard.send<MonthParts>("GET", `/api/months/${last}/parts`)).body;
  const first = await readParts();
  for (const { items, others } of [first.payees, first.banks, first.people])
    for (const { token, paid: figure } of figures) {
      const sums = [...items, ...(others === null ? [] : [others])].flatMap((part) =>
        part.sums.filter((sum) => sum.token === token),
      );
      expect(sums.reduce((count, sum) => count + sum.count, 0)).toBe(figure.count);
      expect(sums.map(({ amount }) => amount).reduce(addAmounts)).toBe(figure.amount);
    }
  const count = figures.reduce((sum, each) => sum + each.paid.count, 0);
  expect([first.unrecorded.count, first.differences]).toEqual([count, []]);
  const said: NewEvent = {
    ...{ source: "person", person_name: "ada@example.com", kind: "received", raw_encoding: "utf8" },
    raw: storedRecord({
      ...{ source: "own_statement", amount: "149950" as Amount, day: `${last}-20`, reason: "stamp_duty" },
      line: null,
    }),
  };
  await giveLife(await db(), [paid], [said]);
  vi.spyOn(performance, "now").mockReturnValue(performance.now() + 60_000);
  onTestFinished(() => void vi.restoreAllMocks());
  expect(await readParts()).toMatchObject({
    unrecorded: { count: count - 1 },
    differences: [{ source: "own_statement", why: "stamp_duty", count: 1, difference: "-50" }],
  });
  expect((await dashboard.send("GET", "/api/months/1999-01/parts")).status).toBe(404);
});

it("takes no page and no token that no list of ours has", async () => {
  await fiveLives();
  const sealed = (...place: unknown[]) => Buffer.from(JSON.stringify(place)).toString("base64url");
  const id = "3f2b6a1e-0000-4000-8000-000000000000";
  for (const query of [
    `cursor=${sealed("\0", id, 1)}`,
    `cursor=${sealed(onDay(last, 1), "\0", 1)}`,
    `cursor=${sealed(onDay(last, 1), id, 2 ** 40)}`,
    "cursor=%00",
    "token=%00",
    "token=",
  ])
    expect(
      (await dashboard.send("GET", `/api/months/${last}/movements?list=paid&${query}`)).status,
      query,
    ).toBe(400);
});
