import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { randomFrom } from "#lib/bench/seed/random";
import { findAttentionPage } from "#lib/server/attention/attention";
import { countOpen } from "#lib/server/attention/open-transfers";
import { beginWatching } from "#lib/server/chain/cursors";
import { db } from "#lib/server/database/db";
import { readTransfers } from "#lib/server/ledger/transfers";
import type { Db } from "#lib/server/tables/schema";
import { casesOf } from "#lib/testing/cases";
import { dispatched, giveLife, says, sent, settle, unanswered } from "#lib/testing/ledger/give-life";
import { insertTransfers, randomTransfer } from "#lib/testing/ledger/random-lives";
import { startDashboard, type TestDashboard } from "#lib/testing/servers/dashboard";
import { addEndpoint } from "#lib/testing/telling/endpoints";
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

/** New transfers of this status, each with its life. */
async function transfers(
  count: number,
  status: "unknown" | "awaiting_deposit" | "accepted",
): Promise<string[]> {
  const random = randomFrom(count);
  const now = new Date().toISOString();
  const rows = Array.from({ length: count }, () => ({
    ...randomTransfer(random, now),
    ...{ asset: "base:usdc", from_currency: "USDC", network: "base" },
  }));
  await insertTransfers(ledger, rows);
  const ids = rows.map(({ id }) => id);
  const lives = {
    unknown: [dispatched, unanswered],
    awaiting_deposit: [...sent, says("awaiting_deposit")],
    accepted: sent,
  };
  await giveLife(ledger, ids, lives[status]);
  return ids;
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
const undo = (id: string) => giveLife(ledger, [id], [{ source: "person", kind: "received_withdrawn" }]);

it("tells once what time alone raises, and again after it was gone", async () => {
  const [old = ""] = await transfers(1, "unknown");
  // What was there before anybody was told is no news.
  expect(await tell()).toEqual([]);
  await addEndpoint(ledger, "https://ledger.example/");
  const [waiting = ""] = await transfers(1, "awaiting_deposit");
  expect(await tell()).toEqual([]);
  vi.useFakeTimers({ now: Date.now() + 31 * 60_000, toFake: ["Date"] });
  expect(await tell()).toEqual([`${waiting} no_deposit`]);
  expect(await tell()).toEqual([]);
  await giveLife(ledger, [waiting], [says("on_hold")]);
  expect(await tell()).toEqual([`${waiting} on_hold`]);
  await settle(ledger, waiting);
  expect(await tell()).toEqual([]);
  await undo(waiting);
  await settle(ledger, old);
  expect(await tell()).toEqual([`${waiting} on_hold`]);
  await undo(old);
  expect(await tell()).toEqual([`${old} unknown_outcome`]);
});

it("tells nobody what stood while nobody was told, whoever is told next", async () => {
  const ids = await transfers(3, "unknown");
  expect(await tell()).toEqual([]);
  const untold = async () =>
    (await ledger.selectFrom("attention").select("transfer_id").where("told_at", "is", null).execute())
      .length;
  expect(await untold()).toBe(0);
  const { id } = await addEndpoint(ledger, "https://ledger.example/");
  expect(await tell()).toEqual([]);
  ids.push(...(await transfers(1, "unknown")));
  expect(await tell()).toHaveLength(1);
  const turn = (is_on: number) =>
    ledger.updateTable("endpoints").set({ is_on }).where("id", "=", id).execute();
  await turn(0);
  await transfers(1, "unknown");
  expect(await tell()).toEqual([]);
  expect(await untold()).toBe(0);
  await turn(1);
  expect(await tell()).toEqual([]);
  await transfers(2, "unknown");
  expect(await tell()).toHaveLength(2);
});

it("tells thousands that need somebody at once, each once", { tags: "detail" }, async () => {
  await addEndpoint(ledger, "https://ledger.example/");
  await tell();
  const ids = await transfers(1_100, "unknown");
  expect(await tell()).toEqual(ids.map((id) => `${id} unknown_outcome`).sort());
  expect(await tell()).toEqual([]);
});

it("writes nothing more than its own rows for a transfer with a life", async () => {
  await addEndpoint(ledger, "https://ledger.example/");
  await tell();
  await transfers(1, "unknown");
  while (await raise(ledger));
  const [raised] = await ledger
    .selectFrom("happenings")
    .selectAll()
    .where("kind", "=", "attention.raised")
    .execute();
  expect(raised).toMatchObject({
    detail: "unknown_outcome",
    event_seq: 3,
    from_status: "unknown",
    to_status: "unknown",
  });
});

/** As they stood so long ago. */
async function longAgo<Made>(ms: number, make: () => Promise<Made>): Promise<Made> {
  vi.useFakeTimers({ now: Date.now() - ms, toFake: ["Date"] });
  const made = await make();
  vi.useRealTimers();
  return made;
}

it("tells with one transfer that nobody reports to us, however many wait", async () => {
  await addEndpoint(ledger, "https://ledger.example/");
  await tell();
  const many = casesOf(1_000);
  const ids = await longAgo(3 * 3_600_000, () => transfers(many, "accepted"));
  expect(await countOpen(ledger)).toMatchObject({
    total: many,
    reasons: [{ reason: "unheard", count: many }],
  });
  const { rows, lines } = await findAttentionPage({}, "nobody");
  expect([rows, lines]).toEqual([[], [{ reason: "unheard", count: many, networks: [] }]]);
  const told = await tell();
  expect(told).toHaveLength(1);
  expect(ids.map((id) => `${id} unheard`)).toContain(told[0]);
  await longAgo(2 * 3_600_000, () => transfers(3, "accepted"));
  expect(await tell()).toEqual([]);
});

it("tells with one transfer that a network can’t be read, once, and again after it was", async () => {
  await addEndpoint(ledger, "https://ledger.example/");
  await beginWatching(ledger, "base");
  await tell();
  const ids = await transfers(5, "awaiting_deposit");
  const blind = async (minutes: number | null) => {
    const blind_since = minutes === null ? null : new Date(Date.now() - minutes * 60_000).toISOString();
    await ledger.updateTable("chain_cursors").set({ blind_since }).execute();
  };
  await blind(4);
  expect(await tell()).toEqual([]);
  await blind(6);
  const told = await tell();
  expect(told).toHaveLength(1);
  expect(ids.map((id) => `${id} network_blind`)).toContain(told[0]);
  expect(await tell()).toEqual([]);
  expect(await countOpen(ledger)).toMatchObject({
    total: 5,
    reasons: [{ reason: "network_blind", count: 5 }],
  });
  for (const { standing } of await readTransfers(ledger, ids))
    expect(standing).toMatchObject({ invitation: "open", reason: "network_blind" });
  await blind(null);
  expect(await countOpen(ledger)).toMatchObject({ total: 0 });
  await blind(7);
  expect(await tell()).toHaveLength(1);
});
