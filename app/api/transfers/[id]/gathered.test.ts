import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { EventPage, Transfer, TransferEvent, TransferWithEvents } from "#lib/contract/api";
import type { TransferPage } from "#lib/contract/transfer-list";
import { db } from "#lib/server/database/db";
import { isPostgres } from "#lib/server/tables/engine";
import { askedDuring, mostRead, planOf } from "#lib/testing/database/query-plans";
import { gatherEvents, longestBody, longestNote } from "#lib/testing/ledger/hostile-events";
import { goodTransfer } from "#lib/testing/ledger/inputs";
import { payeeSaid } from "#lib/testing/received/payee-said";
import { startDashboard, type TestDashboard } from "#lib/testing/servers/dashboard";

const gathered = { notes: 9_000, callbacks: 1_000 };
/** Ten thousand events would take 200 MB as an answer and the whole heap. */
const budget = { bytes: 500_000 };
/**
 * What each may take from the database: a row for each word of the service, and of no body more than is shown. All of its
 * events would be ten thousand rows.
 */
const most = {
  page: { rows: 1_500, bytes: 2_000_000 },
  list: { rows: 1_500, bytes: 1_000_000 },
  events: { rows: 100, bytes: 1_000_000 },
  received: { rows: 6_000, bytes: 8_000_000 },
};
/** No step of a plan reads an event twice. */
const mostReadByAStep = 10_100;

let dashboard: TestDashboard;
let id: string;
let first: TransferWithEvents;

beforeAll(async () => {
  dashboard = await startDashboard({});
  dashboard.spoil();
  const headers = { "idempotency-key": randomUUID() };
  const { body } = await dashboard.send<TransferWithEvents>("POST", "/api/transfers", {
    body: goodTransfer,
    headers,
  });
  first = body;
  id = body.id;
  await gatherEvents(await db(), id, gathered);
});
afterAll(() => dashboard.close());

const read = async <Body>(path: string) => (await dashboard.send<Body>("GET", path)).body;
const size = (body: unknown) => Buffer.byteLength(JSON.stringify(body));

const record = (body: object, as: "support" | "admin" = "admin") =>
  dashboard.send<TransferWithEvents>("POST", `/api/transfers/${id}/notes`, { body, as });

const recordReceived = (of = id) =>
  dashboard.send<TransferWithEvents>("POST", `/api/transfers/${of}/received`, { body: payeeSaid("1") });

/** The most rows that a step of PostgreSQL's plan has read, of all that is asked. */
async function mostReadBy(queries: Awaited<ReturnType<typeof askedDuring>>["queries"]) {
  const ledger = await db();
  const reads = queries.filter(({ sql }) => isPostgres(ledger) && /^(select|with)\b/i.test(sql));
  const plans = await Promise.all(reads.map((query) => planOf(ledger, query)));
  return Math.max(0, ...plans.map(mostRead));
}

describe("a transfer that has gathered ten thousand events", () => {
  it("is answered with the newest twenty and those that its status rests on", async () => {
    const transfer = await read<TransferWithEvents>(`/api/transfers/${id}`);
    const newest = transfer.events.map(({ seq }) => seq);
    const last = first.events.length + 10_000;
    expect(newest).toEqual(Array.from({ length: 20 }, (_, at) => last - 19 + at));
    expect(transfer.status).toBe("other");
    expect(transfer.evidence.map(({ kind }) => kind)).toEqual(["requested", "accepted", "callback"]);
    expect(transfer.unknownWords.length).toBeLessThanOrEqual(5);
    expect(size(transfer)).toBeLessThan(budget.bytes);
  });

  it("gives every event on some page, once, oldest first on each", async () => {
    const seqs: number[] = [];
    let cursor: string | null = "";
    for (let pages = 0; cursor !== null; pages++) {
      const query: string = cursor === "" ? "limit=50" : `limit=50&cursor=${cursor}`;
      const page: EventPage = await read<EventPage>(`/api/transfers/${id}/events?${query}`);
      expect(size(page)).toBeLessThan(2_000_000);
      const those = page.items.map(({ seq }) => seq);
      expect(those).toEqual([...those].sort((a, b) => a - b));
      seqs.unshift(...those);
      cursor = pages < 24 ? page.nextCursor : null;
    }
    const last = first.events.length + 10_000;
    expect(seqs).toEqual(Array.from({ length: 1_250 }, (_, at) => last - 1_249 + at));
    const end = await read<EventPage>(`/api/transfers/${id}/events?limit=2&cursor=3`);
    expect(end).toMatchObject({ items: [{ seq: 1, kind: "requested" }, { seq: 2 }], nextCursor: null });
  });

  it("cuts a body, says how large it is, and gives it whole on demand", async () => {
    const { events } = await read<TransferWithEvents>(`/api/transfers/${id}`);
    const callback = events.at(-1);
    expect(callback).toMatchObject({ isRawCut: true, rawBytes: longestBody.length });
    expect(callback?.raw).toHaveLength(2_048);
    const whole = await read<TransferEvent>(`/api/transfers/${id}/events/${callback?.seq}`);
    expect(whole).toMatchObject({ isRawCut: false, rawBytes: longestBody.length, raw: longestBody });
    const note = await read<TransferEvent>(`/api/transfers/${id}/events/500`);
    expect(note).toMatchObject({ kind: "note", text: longestNote, raw: null, rawBytes: 0, isRawCut: false });
  });

  it.each(["0", "99999", "x", "1.5", "-1", "00000000000000000001"])("has no event %s", async (seq) => {
    expect((await dashboard.send("GET", `/api/transfers/${id}/events/${seq}`)).status).toBe(404);
  });

  it.each(["cursor=0", "cursor=x", "cursor=99999999999", "limit=0", "limit=51", "limit=20&limit=20", "q=1"])(
    "refuses a page of events by ?%s",
    async (query) => {
      const { status } = await dashboard.send("GET", `/api/transfers/${id}/events?${query}`);
      expect(status).toBe(400);
    },
  );

  it("is no other transfer's: the events of one that does not exist are not found", async () => {
    for (const path of ["events", "events/1"])
      expect((await dashboard.send("GET", `/api/transfers/${randomUUID()}/${path}`)).status).toBe(404);
  });

  it("stands in a list with what it stands with alone", async () => {
    const { items } = await read<TransferPage>("/api/transfers");
    const one = await read<TransferWithEvents>(`/api/transfers/${id}`);
    const { status, statusSource, unknownWords, flags, isFinal, isHandled, received } = one;
    const facts: Partial<Transfer> = {
      status,
      statusSource,
      unknownWords,
      flags,
      isFinal,
      isHandled,
      received,
    };
    expect(items[0]).toMatchObject(facts);
  });
});

describe("what people may write", () => {
  it("refuses a note beyond those that a transfer holds, and still takes what arrived", async () => {
    const note = await record({ kind: "note", text: "One more." });
    expect([note.status, note.problem.code]).toEqual([409, "not_resolvable"]);
    expect(note.problem.detail).toMatch(/has 500 notes.*Nothing was changed/);
    expect((await record({ kind: "handled", text: "Done." })).status).toBe(200);
  });

  it("takes 30 notes a minute from a person, says when to try again, and leaves others alone", async () => {
    const headers = { "idempotency-key": randomUUID() };
    const body = { ...goodTransfer, accountNumber: "0690000032" };
    const made = await dashboard.send<Transfer>("POST", "/api/transfers", { body, headers });
    const path = `/api/transfers/${made.body.id}/notes`;
    const replies = await Promise.all(
      Array.from({ length: 36 }, (_, at) =>
        dashboard.send("POST", path, { body: { kind: "note", text: `Note ${at}` }, as: "support" }),
      ),
    );
    const refused = replies.filter(({ status }) => status === 429);
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(30);
    expect(refused).toHaveLength(6);
    for (const { problem, headers: told } of refused) {
      expect(problem.detail).toMatch(/^Nothing was saved\. .* Try again in \d+ s\.$/);
      expect(Number(told.get("retry-after"))).toBeGreaterThan(0);
    }
    const kept = await (await db())
      .selectFrom("transfer_events")
      .select("text")
      .where("transfer_id", "=", made.body.id)
      .where("kind", "=", "note")
      .execute();
    expect(kept).toHaveLength(30);
    const other = await dashboard.send("POST", path, {
      body: { kind: "note", text: "Mine." },
      as: "finance",
    });
    expect(other.status).toBe(200);
  });

  it("takes once what arrived, of two people at once", async () => {
    const replies = await Promise.all([recordReceived(), recordReceived()]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

it("costs little in a page, a list and a record of what arrived, whatever it has gathered", async () => {
  const headers = { "idempotency-key": randomUUID() };
  const body = { ...goodTransfer, accountNumber: "0690000033" };
  const young = (await dashboard.send<Transfer>("POST", "/api/transfers", { body, headers })).body.id;
  const asks = (of: string): Record<keyof typeof most, () => Promise<unknown>> => ({
    page: () => read(`/api/transfers/${of}`),
    list: () => read("/api/transfers"),
    events: () => read(`/api/transfers/${of}/events?cursor=5000`),
    received: async () => {
      await recordReceived(of);
      const { received } = await read<Transfer>(`/api/transfers/${of}`);
      const body = { event: `${received[0]?.events[0]}`, reason: "No." };
      const reply = await dashboard.send("POST", `/api/transfers/${of}/received/withdrawal`, { body });
      expect(reply.status).toBe(200);
    },
  });
  for (const name of Object.keys(most) as (keyof typeof most)[]) {
    const few = await askedDuring(asks(young)[name]);
    const { queries, rows, bytes } = await askedDuring(asks(id)[name]);
    expect(queries.length, name).toBeLessThan(few.queries.length + 10);
    expect(rows, name).toBeLessThan(most[name].rows);
    expect(bytes, name).toBeLessThan(most[name].bytes);
    expect(await mostReadBy(queries), name).toBeLessThan(mostReadByAStep);
  }
});
