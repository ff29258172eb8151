import { randomBytes, randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeEach, expect, it, onTestFinished } from "vitest";
import type { Transfer, TransferWithEvents } from "#lib/contract/api";
import { env } from "#lib/server/config/env";
import { db, openDatabase } from "#lib/server/database/db";
import { applyReceived } from "#lib/server/ledger/apply-received";
import { hashCallbackToken } from "#lib/server/service/callback-url";
import { isPostgres } from "#lib/server/tables/engine";
import { describeDifference, verifyLedger } from "#lib/server/verify/verify-ledger";
import { failWrites } from "#lib/testing/database/database";
import { goodTransfer } from "#lib/testing/ledger/inputs";
import type { TestDashboard } from "#lib/testing/servers/dashboard";
import { startOnFaultyService } from "#lib/testing/servers/faulty-dashboard";
import { type FaultyService, reset } from "#lib/testing/service/faulty-service";
import { applierRests, sweepReceived } from "./callback-applier";
import { keepCallback } from "./keep-callback";

let service: FaultyService;
let dashboard: TestDashboard;

beforeEach(async () => {
  ({ service, dashboard } = await startOnFaultyService());
});

/** Makes a transfer. Gives its ID, its callback URL, and what keeps a callback without applying it. */
async function create() {
  const { body } = await dashboard.send<Transfer>("POST", "/api/transfers", {
    body: { ...goodTransfer, confirmSeparate: true },
    headers: { "idempotency-key": randomUUID() },
  });
  const sent = JSON.parse(service.callsOf("initiate").at(-1)?.body ?? "{}") as { callbackUrl: string };
  const { pathname } = new URL(sent.callbackUrl);
  const tokenHash = hashCallbackToken(pathname.split("/").at(-1) ?? "");
  const keep = (said: object, hash = randomBytes(32).toString("hex"), token = tokenHash) =>
    keepCallback({
      tokenHash: token,
      received: {
        ...{ body_hash: hash, query: "", content_type: "application/json" },
        ...{ raw: JSON.stringify(said), raw_encoding: "utf8", is_truncated: 0 },
      },
    });
  return { id: body.id, path: pathname, keep };
}
const find = async (id: string) =>
  (await dashboard.send<TransferWithEvents>("GET", `/api/transfers/${id}`)).body;
const callbacksOf = async (id: string) => (await find(id)).events.filter(({ kind }) => kind === "callback");
const waiting = async () => (await db()).selectFrom("received").selectAll().execute();

it("applies what a crash has left as kept: when its page is asked for, and by the sweep", async () => {
  const [first, second] = [await create(), await create()];
  for (const { keep } of [first, second]) expect(await keep({ status: "completed" })).toBe("kept");
  await dashboard.restart();
  expect(await waiting()).toHaveLength(2);
  expect((await find(first.id)).status).toBe("paid");
  expect(await waiting()).toHaveLength(1);
  sweepReceived();
  await applierRests();
  expect(await waiting()).toEqual([]);
  expect((await find(second.id)).status).toBe("paid");
});

it("judges each of those that come at once by its own token", async () => {
  const [busy, quiet] = [await create(), await create()];
  const said = await Promise.all([
    busy.keep({ n: 0 }, undefined, "0".repeat(64)),
    ...Array.from({ length: 62 }, (_, n) => busy.keep({ n })),
    quiet.keep({ "naïve \u0000 🙂": "\ud800" }),
  ]);
  const expected = ["unknown_token", ...Array(60).fill("kept"), "too_many", "too_many", "kept"];
  expect(said).toEqual(expected);
  const kept = await waiting();
  const numbers = kept
    .filter(({ transfer_id }) => transfer_id === busy.id)
    .map(({ raw }) => JSON.parse(raw).n);
  expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, n) => n));
  expect(kept.filter(({ transfer_id }) => transfer_id === quiet.id)).toHaveLength(1);
  expect(kept).toHaveLength(61);
});

it("applies those that came at once in the order in which they came", async () => {
  const { id, keep } = await create();
  const words = Array.from({ length: 16 }, (_, n) => `step ${n}`);
  await Promise.all(words.map((status) => keep({ status })));
  expect((await callbacksOf(id)).map(({ text }) => text)).toEqual(words);
});

it("takes 60 callbacks of a transfer in a minute, on whichever server they come", async () => {
  const { path } = await create();
  const statuses: number[] = [];
  const send = async (count: number) => {
    const replies = Array.from({ length: count }, () =>
      dashboard.send("POST", path, { body: { n: randomUUID() } }),
    );
    statuses.push(...(await Promise.all(replies)).map(({ status }) => status));
  };
  await send(40);
  // What a server remembers, another one does not know.
  await dashboard.restart();
  await send(40);
  await dashboard.restart();
  await send(2);
  expect([204, 429].map((code) => statuses.filter((status) => status === code).length)).toEqual([60, 22]);
  await sql`update callback_windows set ends_at = ends_at - 61`.execute(await db());
  await dashboard.restart();
  await send(1);
  expect(statuses.at(-1)).toBe(204);
  // A clock that was a year ahead once must not keep the service out for a year.
  await sql`update callback_windows set ends_at = ends_at + 31536000, count = 1000`.execute(await db());
  await send(1);
  expect(statuses.at(-1)).toBe(204);
});

it("applies each callback once, whoever applies it and however many do at once", async () => {
  const made = [await create(), await create(), await create()];
  for (const { keep } of made)
    for (let at = 0; at < 10; at++) await keep({ status: "processing", at }, `${at}`.padStart(64, "0"));
  const kept = await waiting();
  // Two handles of one process cannot wait for each other on SQLite.
  const others = isPostgres(await db()) ? [await openDatabase(env().database)] : [];
  onTestFinished(async () => void (await Promise.all(others.map((other) => other.destroy()))));
  const handles = [await db(), await db(), ...others, ...others];
  const taken = await Promise.all(handles.map((each) => applyReceived(each, kept)));
  expect(taken.reduce((sum, count) => sum + count)).toBe(30);
  for (const { id } of made) {
    const events = await callbacksOf(id);
    expect(events.map(({ deliveries }) => deliveries)).toEqual(Array.from({ length: 10 }, () => 1));
    expect((await find(id)).events.map(({ seq }) => seq)).toEqual(
      Array.from({ length: 13 }, (_, at) => at + 1),
    );
  }
});

it("counts the same again while it waits, and after it is applied", async () => {
  const { id, keep } = await create();
  for (let time = 0; time < 3; time++) await keep({ status: "processing" }, "a");
  expect((await waiting()).map(({ repeats }) => repeats)).toEqual([3]);
  expect((await callbacksOf(id)).map(({ deliveries }) => deliveries)).toEqual([3]);
  for (let time = 0; time < 2; time++) await keep({ status: "processing" }, "a");
  expect((await callbacksOf(id)).map(({ deliveries }) => deliveries)).toEqual([5]);
  const row = (await db()).selectFrom("transfers").select("callback_count").where("id", "=", id);
  expect(await row.execute()).toEqual([{ callback_count: 5 }]);
});

it("lets one that cannot be applied keep no other from it, and applies it once it can be", async () => {
  const made = [await create(), await create(), await create()];
  const [, poisoned] = made;
  const mend = await failWrites(await db(), "insert on transfer_events", sql`new.word = 'poison'`);
  for (const one of made) await one.keep({ status: one === poisoned ? "poison" : "completed" });
  sweepReceived();
  await applierRests();
  const statuses = () => Promise.all(made.map(async ({ id }) => (await find(id)).status));
  expect(await statuses()).toEqual(["paid", "accepted", "paid"]);
  expect(await waiting()).toHaveLength(1);
  expect(await Promise.all(made.map(async ({ id }) => (await find(id)).waiting))).toEqual([0, 1, 0]);
  await (await db())
    .updateTable("received")
    .set({ received_at: new Date(Date.now() - 120_000).toISOString() })
    .execute();
  expect((await verifyLedger(await db())).differences.map(describeDifference)).toEqual([
    `${poisoned?.id}: 1 status update was kept and never applied`,
  ]);
  // In a backup it was only under way, however old the backup is.
  expect((await verifyLedger(await db(), "copy")).differences).toEqual([]);
  await mend();
  sweepReceived();
  await applierRests();
  expect(await statuses()).toEqual(["paid", "other", "paid"]);
});

it("applies by the sweep alone what all others got, where the first of them cannot be applied", async () => {
  const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1);
  const made = [await create(), await create(), await create()].sort(byId);
  const [poisoned] = made;
  const mend = await failWrites(await db(), "insert on transfer_events", sql`new.word = 'poison'`);
  for (const one of made) await one.keep({ status: one === poisoned ? "poison" : "completed" });
  sweepReceived();
  await applierRests();
  // Whoever asks for a page applies what waits for it, so nobody asks.
  expect((await waiting()).map(({ transfer_id }) => transfer_id)).toEqual([poisoned?.id]);
  await mend();
  sweepReceived();
  await applierRests();
  expect(await waiting()).toEqual([]);
});

it("judges what waits by the ID that the service's answer has brought meanwhile", async () => {
  service.behave("initiate", reset);
  const { id, keep } = await create();
  await keep({ status: "completed", transactionId: "txn_2" });
  dashboard.spoil();
  await (await db()).updateTable("transfers").set({ transaction_id: "txn_1" }).where("id", "=", id).execute();
  expect(await find(id)).toMatchObject({ status: "unknown", flags: ["foreign_callback"] });
});

it("closes no transfer as not created while the service's report of it waits", async () => {
  service.behave("initiate", reset);
  const [first, poisoned] = [await create(), await create()];
  const close = (id: string) =>
    dashboard.send<TransferWithEvents>("POST", `/api/transfers/${id}/resolution`, {
      body: { outcome: "absent", reason: "Asked." },
    });
  await first.keep({ status: "completed" });
  expect((await close(first.id)).problem.code).toBe("not_resolvable");
  expect(await find(first.id)).toMatchObject({ status: "paid", flags: [] });
  const mend = await failWrites(await db(), "insert on transfer_events", sql`new.word = 'poison'`);
  await poisoned.keep({ status: "poison" });
  expect((await close(poisoned.id)).problem.detail).toBe(
    "The service has sent a status update for this transfer that isn't processed yet. Try again in a minute. Nothing was changed.",
  );
  await mend();
  expect(await find(poisoned.id)).toMatchObject({ status: "other", flags: [] });
});
