import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { sql } from "kysely";
import pg from "pg";
import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import type { Transfer, TransferWithEvents } from "#lib/contract/api";
import { db } from "#lib/server/database/db";
import {
  appendEvent,
  type Draft,
  holdTransfers,
  readStandings,
  type Standing,
  withEvent,
  writeDrafts,
} from "#lib/server/ledger/transfer-ledger";
import { hashCallbackToken } from "#lib/server/service/callback-url";
import { againOnConflict } from "#lib/server/tables/again-on-conflict";
import { verifyLedger } from "#lib/server/verify/verify-ledger";
import { openTestLedger } from "#lib/testing/database/database";
import { goodTransfer } from "#lib/testing/ledger/inputs";
import { loseTransfer } from "#lib/testing/ledger/lose-transfer";
import type { TestDashboard } from "#lib/testing/servers/dashboard";
import { startOnFaultyService } from "#lib/testing/servers/faulty-dashboard";
import { type FaultyService, reset } from "#lib/testing/service/faulty-service";
import { keepCallback } from "./keep-callback";

let service: FaultyService;
let dashboard: TestDashboard;

beforeEach(async () => {
  ({ service, dashboard } = await startOnFaultyService());
});

/** Makes a transfer. Gives its id, and what the service does that reports of it. */
async function create() {
  const { body } = await dashboard.send<Transfer>("POST", "/api/transfers", {
    body: { ...goodTransfer, confirmSeparate: true },
    headers: { "idempotency-key": randomUUID() },
  });
  const sent = JSON.parse(service.callsOf("initiate").at(-1)?.body ?? "{}") as { callbackUrl: string };
  const { pathname } = new URL(sent.callbackUrl);
  const report = (status: string, more: object = {}) =>
    dashboard.send("POST", pathname, { body: { status, ...more } });
  return { id: body.id, report, tokenHash: hashCallbackToken(pathname.split("/").at(-1) ?? "") };
}
const find = async (id: string) =>
  (await dashboard.send<TransferWithEvents>("GET", `/api/transfers/${id}`)).body;
/** What is cached and does not follow from the events. */
const wrongColumns = async () =>
  (await verifyLedger(await db())).differences.filter((difference) => "column" in difference);
const expired = { source: "service_callback", kind: "callback", word: "expired" } as const;

it("keeps a callback at once while somebody else writes to its transfer, and applies it after that", async () => {
  const [first, second] = [await create(), await create()];
  const ledger = await db();
  const waiting = () => ledger.selectFrom("received").select("transfer_id").execute();
  const { reporting } = await ledger.transaction().execute(async (trx) => {
    await holdTransfers(trx, [first.id]);
    const answering = first.report("completed");
    await expect.poll(waiting).toEqual([{ transfer_id: first.id }]);
    const other = second.report("completed");
    const status = ledger.selectFrom("transfers").select("status").where("id", "=", second.id);
    await expect.poll(() => status.execute()).toEqual([{ status: "paid" }]);
    await appendEvent(trx, first.id, expired);
    return { reporting: [answering, other] };
  });
  for (const reply of reporting) expect((await reply).status).toBe(204);
  const found = await find(first.id);
  expect(found.events.map(({ raw }) => raw).slice(-2)).toEqual([null, '{"status":"completed"}']);
  // Each of the two alone says less: that it was paid although it had expired is known from both.
  expect(found).toMatchObject({ status: "paid", flags: ["late_deposit"] });
  expect(await find(second.id)).toMatchObject({ status: "paid", flags: [] });
});

it("takes up what another server has said of a transfer since its own last callback", async () => {
  const { id, report } = await create();
  await report("processing");
  await (await db()).transaction().execute((trx) => appendEvent(trx, id, expired));
  expect((await report("completed")).status).toBe(204);
  expect(await find(id)).toMatchObject({ status: "paid", flags: ["late_deposit"] });
});

it("goes on from what a database holds that has lost its last callback", async () => {
  const { id, report } = await create();
  await report("processing");
  dashboard.spoil();
  const ledger = await db();
  const row = ledger.selectFrom("transfers").selectAll().where("id", "=", id);
  const before = await row.executeTakeFirstOrThrow();
  expect((await report("expired")).status).toBe(204);
  await sql`delete from transfer_events where transfer_id = ${id} and word = 'expired'`.execute(ledger);
  await ledger.updateTable("transfers").set(before).where("id", "=", id).execute();
  expect((await report("completed")).status).toBe(204);
  const { status, flags, events } = await find(id);
  expect([status, flags, events.map(({ seq }) => seq)]).toEqual(["paid", [], events.map((_, at) => at + 1)]);
  expect(await wrongColumns()).toEqual([]);
});

it("counts no callback twice because another of its group cannot be kept", async () => {
  const [first, gone] = [await create(), await create()];
  for (const { report } of [first, gone]) await report("processing");
  dashboard.spoil();
  const ledger = await db();
  await loseTransfer(ledger, gone.id);
  const replies = await Promise.all([first, gone].map(({ report }) => report("completed")));
  expect(replies.map(({ status }) => status)).toEqual([204, 404]);
  const kept = (await find(first.id)).events.filter(({ kind }) => kind === "callback");
  expect(kept.map(({ deliveries }) => deliveries)).toEqual([1, 1]);
  expect(await wrongColumns()).toEqual([]);
});

it("judges a callback by the ID that another server has adopted since, which takes no number", async () => {
  service.behave("initiate", reset);
  const { id, report } = await create();
  await report("processing");
  dashboard.spoil();
  await (await db()).updateTable("transfers").set({ transaction_id: "txn_1" }).where("id", "=", id).execute();
  await report("deposited");
  for (const transactionId of ["txn_2", "txn_1"])
    expect((await report("completed", { transactionId })).status).toBe(204);
  const { events } = await find(id);
  expect(events.slice(-3).map(({ isQuarantined }) => isQuarantined)).toEqual([false, true, false]);
});

it("keeps a callback by one statement", async () => {
  const { report } = await create();
  const asked = vi.spyOn(pg.Client.prototype, "query");
  onTestFinished(() => asked.mockRestore());
  expect((await report("pending")).status).toBe(204);
  const [first] = asked.mock.calls.map(([query]) => JSON.stringify(query));
  expect(first).toContain("insert into received");
});

it("keeps a group that PostgreSQL undoes because somebody else holds its rows in another order", async () => {
  const made = [await create(), await create()].sort((a, b) => (a.id < b.id ? -1 : 1));
  const ledger = await db();
  const keepBoth = () =>
    Promise.all(
      made.map(({ tokenHash }) =>
        keepCallback({
          tokenHash,
          received: {
            ...{ body_hash: "a", query: "", content_type: "application/json" },
            ...{ raw: '{"status":"completed"}', raw_encoding: "utf8", is_truncated: 0 },
          },
        }),
      ),
    );
  expect(await keepBoth()).toEqual(["kept", "kept"]);
  const waiting = sql`select 1 from pg_locks where not granted`;
  const kept: ReturnType<typeof keepBoth>[] = [];
  // On a busy machine PostgreSQL may undo this transaction and not theirs: then once more.
  await againOnConflict(() =>
    ledger.transaction().execute(async (trx) => {
      const hold = (id?: string) =>
        sql`select 1 from received where transfer_id = ${id} for update`.execute(trx);
      await hold(made[1]?.id);
      kept.push(keepBoth());
      await expect.poll(async () => (await waiting.execute(ledger)).rows).not.toEqual([]);
      await hold(made[0]?.id);
    }),
  );
  expect((await Promise.all(kept)).flat()).toEqual(kept.flatMap(() => ["kept", "kept"]));
  const repeats = await ledger.selectFrom("received").select("repeats").execute();
  expect(repeats).toEqual(made.map(() => ({ repeats: 1 + kept.length })));
});

it("tells of each event how its transfer stands after it, as whoever reads it then", async () => {
  const { id } = await create();
  dashboard.spoil();
  const ledger = await db();
  const standing = (await readStandings(ledger, [id])).get(id) as Standing;
  let draft: Draft = { standing, events: [] };
  const words = fc.constantFrom("paid", "expired", "pa\0id", "pa\uFFFDid", "pa\ud83did", "processing", null);
  const event = fc.record({ word: words, is_quarantined: fc.constantFrom(0 as const, 1 as const) });
  await fc.assert(
    fc.asyncProperty(event, async (said) => {
      draft = withEvent({ ...draft, events: [] }, { ...expired, ...said });
      await ledger.transaction().execute((trx) => writeDrafts(trx, [draft]));
      expect({ ...draft.standing }).toEqual((await readStandings(ledger, [id])).get(id));
    }),
    { numRuns: 40 },
  );
});

it("asks how transfers stand by one statement of a connection, however many they are", async () => {
  const ids = [await create(), await create(), await create()].map(({ id }) => id);
  const ledger = await db();
  const statements = await ledger.connection().execute(async (one) => {
    for (let count = 1; count <= ids.length; count++) {
      const asked = ids.slice(0, count).sort();
      expect([...(await readStandings(one, asked)).keys()].sort()).toEqual(asked);
    }
    const { rows } =
      await sql`select from pg_prepared_statements where statement like '%as "times"%as "facts"%'`.execute(
        one,
      );
    return rows;
  });
  expect(statements).toHaveLength(1);
});

it("leaves a connection that has lost a statement, and goes on over another", async () => {
  const ledger = await openTestLedger();
  const read = () => readStandings(ledger, ["nobody's"]);
  await read();
  await sql`deallocate all`.execute(ledger);
  await expect(read()).rejects.toMatchObject({ code: "database_unavailable" });
  expect(await read()).toEqual(new Map());
});
