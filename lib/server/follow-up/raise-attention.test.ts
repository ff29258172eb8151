import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { randomFrom } from "#lib/bench/seed/random";
import { db } from "#lib/server/database/db";
import type { Db } from "#lib/server/tables/schema";
import { addEndpoint } from "#lib/testing/ledger/endpoints";
import { insertTransfers, randomTransfer } from "#lib/testing/ledger/random-lives";
import { startDashboard, type TestDashboard } from "#lib/testing/servers/dashboard";
import { followUp, raise } from "./follow-up";

let dashboard: TestDashboard;
let ledger: Db;
beforeEach(async () => {
  dashboard = await startDashboard({});
  ledger = await db();
});
afterEach(async () => {
  vi.useRealTimers();
  dashboard.spoil();
  await dashboard.close();
});

/** Transfers of this status that were made an hour ago. */
async function transfers(
  count: number,
  status: "unknown" | "awaiting_deposit" | "processing",
): Promise<string[]> {
  const random = randomFrom(count);
  const now = new Date().toISOString();
  const submission = status === "unknown" ? ("unknown" as const) : ("accepted" as const);
  const rows = Array.from({ length: count }, () => ({
    ...randomTransfer(random, now),
    ...{ submission, status, address: "0x1", address_check: "valid" as const },
  }));
  for (let at = 0; at < rows.length; at += 200)
    await ledger
      .insertInto("transfers")
      .values(rows.slice(at, at + 200))
      .execute();
  return rows.map(({ id }) => id);
}

/** One round. Gives what was told in it. */
async function tell(): Promise<string[]> {
  await ledger.deleteFrom("deliveries").execute();
  while (await raise(ledger));
  while (await followUp(ledger, "Africa/Lagos"));
  const rows = await ledger
    .selectFrom("deliveries")
    .select(["subject", "body"])
    .where("kind", "=", "attention.raised")
    .execute();
  return rows.map(({ subject, body }) => `${subject} ${JSON.parse(body).data.reason}`).sort();
}
const change = (id: string | undefined, to: object) =>
  ledger
    .updateTable("transfers")
    .set(to)
    .where("id", "=", id ?? "")
    .execute();

it("tells once what time alone raises, and again after it was gone", async () => {
  await addEndpoint(ledger, "https://ledger.example/");
  const [old] = await transfers(1, "unknown");
  // What was there before anybody was told is no news.
  expect(await tell()).toEqual([]);
  const [waiting] = await transfers(1, "awaiting_deposit");
  expect(await tell()).toEqual([]);
  vi.useFakeTimers({ now: Date.now() + 31 * 60_000, toFake: ["Date"] });
  expect(await tell()).toEqual([`${waiting} no_deposit`]);
  expect(await tell()).toEqual([]);
  await change(waiting, { status: "on_hold" });
  expect(await tell()).toEqual([`${waiting} on_hold`]);
  await change(waiting, { is_handled: 1 });
  expect(await tell()).toEqual([]);
  await change(waiting, { is_handled: 0 });
  await change(old, { is_handled: 1 });
  expect(await tell()).toEqual([`${waiting} on_hold`]);
  await change(old, { is_handled: 0 });
  expect(await tell()).toEqual([`${old} unknown_outcome`]);
});

it("keeps nothing while nobody is told, and starts in silence when somebody is", async () => {
  const ids = await transfers(3, "unknown");
  expect(await tell()).toEqual([]);
  const told = () => ledger.selectFrom("attention_told").select("transfer_id").execute();
  expect(await told()).toEqual([]);
  const { id } = await addEndpoint(ledger, "https://ledger.example/");
  expect(await tell()).toEqual([]);
  expect(await told()).toHaveLength(4);
  ids.push(...(await transfers(1, "unknown")));
  expect(await tell()).toHaveLength(1);
  const turn = (is_on: number) =>
    ledger.updateTable("endpoints").set({ is_on }).where("id", "=", id).execute();
  await turn(0);
  await transfers(1, "unknown");
  expect(await tell()).toEqual([]);
  expect(await told()).toEqual([]);
  await turn(1);
  expect(await tell()).toEqual([]);
  await transfers(2, "unknown");
  expect(await tell()).toHaveLength(2);
});

it("tells thousands that need somebody at once, each once", async () => {
  await addEndpoint(ledger, "https://ledger.example/");
  await tell();
  const ids = await transfers(1_100, "unknown");
  expect(await tell()).toEqual(ids.map((id) => `${id} unknown_outcome`).sort());
  expect(await tell()).toEqual([]);
});

it("writes nothing more than its own rows for a transfer with a life", async () => {
  await addEndpoint(ledger, "https://ledger.example/");
  await tell();
  const row = randomTransfer(randomFrom(1), new Date().toISOString());
  await insertTransfers(ledger, [row]);
  await change(row.id, { submission: "unknown", status: "unknown" });
  while (await raise(ledger));
  const [raised] = await ledger
    .selectFrom("happenings")
    .selectAll()
    .where("kind", "=", "attention.raised")
    .execute();
  expect(raised).toMatchObject({
    detail: "unknown_outcome",
    event_seq: 1,
    from_status: "unknown",
    to_status: "unknown",
  });
});
