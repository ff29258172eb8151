import { randomUUID } from "node:crypto";
import { beforeEach, expect, it } from "vitest";
import type { Transfer, TransferWithEvents } from "#lib/contract/api";
import type { TransferPage } from "#lib/contract/transfer-list";
import { db } from "#lib/server/database/db";
import type { TransferEventRow } from "#lib/server/tables/schema";
import { allEvents } from "#lib/testing/ledger/all-events";
import { goodTransfer } from "#lib/testing/ledger/inputs";
import { loseTransfer } from "#lib/testing/ledger/lose-transfer";
import type { TestDashboard } from "#lib/testing/servers/dashboard";
import { startOnFaultyService } from "#lib/testing/servers/faulty-dashboard";
import { answer, type FaultyService, goodAddress } from "#lib/testing/service/faulty-service";

let service: FaultyService;
let dashboard: TestDashboard;

beforeEach(async () => {
  ({ service, dashboard } = await startOnFaultyService());
});

async function create(): Promise<{ id: string; path: string }> {
  const { body } = await dashboard.send<Transfer>("POST", "/api/transfers", {
    body: goodTransfer,
    headers: { "idempotency-key": randomUUID() },
  });
  const sent = JSON.parse(service.callsOf("initiate").at(-1)?.body ?? "{}") as { callbackUrl: string };
  return { id: body.id, path: new URL(sent.callbackUrl).pathname };
}
const find = async (id: string) =>
  (await dashboard.send<TransferWithEvents>("GET", `/api/transfers/${id}`)).body;

it("keeps the news that follows any number of repeats", async () => {
  const { id, path } = await create();
  await dashboard.send("POST", path, { body: { status: "processing" } });
  await (await db()).updateTable("transfers").set({ callback_count: 5_000 }).execute();
  await (await db())
    .updateTable("transfer_events")
    .set({ deliveries: 5_000 })
    .where("kind", "=", "callback")
    .execute();
  expect((await dashboard.send("POST", path, { body: { status: "completed" } })).status).toBe(204);
  expect((await find(id)).status).toBe("paid");
});

/** Writes so many reports without a word, like an event. */
async function fill(from: number, count: number, event: TransferEventRow): Promise<void> {
  const rows = Array.from({ length: count }, (_, at) => ({
    ...event,
    kind: "callback" as const,
    seq: at + from,
  }));
  for (let start = 0; start < count; start += 50)
    await (await db())
      .insertInto("transfer_events")
      .values(rows.slice(start, start + 50))
      .execute();
}

it("keeps 1,000 callbacks of a transfer and every word that is new, and says that it only counted others", async () => {
  const { id, path } = await create();
  dashboard.spoil();
  const ledger = await db();
  const [event] = await ledger.selectFrom("transfer_events").selectAll().limit(1).execute();
  if (event === undefined) throw new Error("no event");
  await fill(10, 1_000, event);
  await ledger.updateTable("transfers").set({ callback_count: 1_000 }).execute();
  const report = (body: object) => dashboard.send("POST", path, { body });
  const callbacks = async () => (await allEvents(dashboard, id)).filter(({ kind }) => kind === "callback");
  expect((await report({ note: "no word" })).status).toBe(204);
  expect(await callbacks()).toHaveLength(1_000);
  expect(await find(id)).toMatchObject({
    status: "accepted",
    flags: ["callbacks_dropped"],
    attention: ["callbacks_dropped"],
  });
  // Nothing else has come: the list of what needs a person has it at once.
  const listed = await dashboard.send<TransferPage>("GET", "/api/transfers?attention=yes");
  expect(listed.body.items.map((item) => item.id)).toEqual([id]);
  for (const status of ["completed", "quantum_settled", "completed"])
    expect((await report({ status, at: Math.random() })).status).toBe(204);
  expect(await find(id)).toMatchObject({ status: "paid", unknownWords: ["quantum_settled"] });
  expect(await callbacks()).toHaveLength(1_002);
  await fill(2_000, 998, event);
  for (const status of ["teleported", "paid", "failed"]) await report({ status });
  expect(await find(id)).toMatchObject({ status: "conflicting", unknownWords: ["quantum_settled"] });
});

it("keeps what a callback without a body says in its query, understood or not", async () => {
  const { id, path } = await create();
  await dashboard.send("GET", `${path}?code=00&ref=a%20b`);
  expect((await find(id)).events.at(-1)).toMatchObject({ kind: "callback", raw: "code=00&ref=a%20b" });
});

it("keeps a word with a NUL or half a character in it, which a database may refuse", async () => {
  const { id, path } = await create();
  const said = String.raw`{"status":"pa\u0000id \ud83d","note":"\udc00 is no character"}`;
  const { status } = await dashboard.send("POST", path, { rawBody: said });
  expect(status).toBe(204);
  expect((await find(id)).events.at(-1)).toMatchObject({ kind: "callback", raw: said });
  const last = (await db()).selectFrom("transfer_events").select("word").orderBy("seq", "desc").limit(1);
  expect(await last.execute()).toEqual([{ word: "pa\uFFFDid \uFFFD" }]);
});

it.each(["t".repeat(256), " txn 1 "])("knows a transfer's own id %j in a callback", async (transactionId) => {
  service.behave(
    "initiate",
    answer(200, JSON.stringify({ success: true, address: goodAddress, transactionId })),
  );
  const { id, path } = await create();
  await dashboard.send("POST", path, { body: { transactionId, status: "completed" } });
  expect(await find(id)).toMatchObject({ status: "paid", flags: [] });
});

it("knows no callback URL of a transfer that a database that was put back no longer has", async () => {
  const { id, path } = await create();
  const report = async (status: string) => (await dashboard.send("POST", path, { body: { status } })).status;
  expect(await report("processing")).toBe(204);
  dashboard.spoil();
  const ledger = await db();
  await loseTransfer(ledger, id);
  expect([await report("completed"), await report("completed")]).toEqual([404, 404]);
});
