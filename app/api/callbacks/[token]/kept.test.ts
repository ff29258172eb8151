import { randomUUID } from "node:crypto";
import { beforeEach, expect, it } from "vitest";
import type { Transfer, TransferWithEvents } from "#lib/contract/api";
import { db } from "#lib/server/db";
import { allEvents } from "#lib/testing/all-events";
import type { TestDashboard } from "#lib/testing/dashboard";
import { startOnFaultyService } from "#lib/testing/faulty-dashboard";
import { answer, type FaultyService, goodAddress } from "#lib/testing/faulty-service";
import { goodTransfer } from "#lib/testing/inputs";

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
  expect((await dashboard.send("POST", path, { body: { status: "completed" } })).status).toBe(204);
  expect((await find(id)).status).toBe("paid");
});

it("keeps 1,000 callbacks of a transfer, and only counts the others", async () => {
  const { id, path } = await create();
  const ledger = await db();
  const [event] = await ledger.selectFrom("transfer_events").selectAll().limit(1).execute();
  if (event === undefined) throw new Error("no event");
  const rows = Array.from({ length: 1_000 }, (_, at) => ({
    ...event,
    kind: "callback" as const,
    seq: at + 10,
  }));
  for (let from = 0; from < rows.length; from += 50)
    await ledger
      .insertInto("transfer_events")
      .values(rows.slice(from, from + 50))
      .execute();
  await ledger.updateTable("transfers").set({ callback_count: rows.length }).execute();
  expect((await dashboard.send("POST", path, { body: { status: "completed" } })).status).toBe(204);
  const events = await allEvents(dashboard, id);
  expect(events.filter(({ kind }) => kind === "callback")).toHaveLength(1_000);
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

it("refuses a transfer's callbacks when a database that was put back no longer has it, and then knows no such URL", async () => {
  const { id, path } = await create();
  const report = async (status: string) => (await dashboard.send("POST", path, { body: { status } })).status;
  expect(await report("processing")).toBe(204);
  const ledger = await db();
  await ledger.deleteFrom("transfer_events").where("transfer_id", "=", id).execute();
  await ledger.deleteFrom("transfers").where("id", "=", id).execute();
  expect([await report("completed"), await report("completed")]).toEqual([503, 404]);
});
