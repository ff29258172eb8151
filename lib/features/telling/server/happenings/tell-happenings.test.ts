import { afterEach, beforeEach, expect, it } from "vitest";
import { randomFrom } from "#lib/bench/seed/random";
import { verifyTotals } from "#lib/features/insight/server/verify-totals";
import { inTransaction } from "#lib/server/audit/transaction";
import { db } from "#lib/server/database/db";
import { followUp } from "#lib/server/follow-up/follow-up";
import { type NewEvent, readStandings, withEvent, writeDrafts } from "#lib/server/ledger/transfer-ledger";
import type { Db } from "#lib/server/tables/schema";
import { failWrites } from "#lib/testing/database/database";
import { insertTransfers, liveOn, randomTransfer } from "#lib/testing/ledger/random-lives";
import { startDashboard, type TestDashboard } from "#lib/testing/servers/dashboard";
import { addEndpoint } from "#lib/testing/telling/endpoints";
import { receiveWebhooks } from "#lib/testing/telling/webhook-receiver";
import { createDeliverer } from "../webhooks/deliver";

let dashboard: TestDashboard;
let ledger: Db;
beforeEach(async () => {
  dashboard = await startDashboard({
    ...{ WEBHOOK_ALLOW_NETWORKS: "127.0.0.0/8", APP_URL: "https://pay.example.com" },
  });
  ledger = await db();
});
afterEach(() => dashboard.close());

async function finish(): Promise<void> {
  while (await followUp(ledger, "Africa/Lagos", { happenings: 50, transfers: 60 }));
}

/** Each in a transaction of its own, as they come. */
async function say(id: string, ...events: NewEvent[]): Promise<void> {
  for (const event of events)
    await inTransaction(ledger, async (trx) => {
      const standings = [...(await readStandings(trx, [id])).values()];
      await writeDrafts(
        trx,
        standings.map((standing) => withEvent({ standing, events: [] }, event)),
      );
    });
}

const callback = (word: string): NewEvent => ({
  ...{ source: "service_callback", kind: "callback", word, raw_encoding: "utf8" },
  ...{ raw: JSON.stringify({ status: word, secret: "of the service" }), body_hash: word, is_quarantined: 0 },
});
const dispatched: NewEvent = { source: "dashboard", kind: "dispatched" };
const accepted: NewEvent = { source: "service_answer", kind: "accepted" };

async function newTransfer(): Promise<string> {
  const row = { ...randomTransfer(randomFrom(3), "2026-11-20T09:00:00.000Z"), account_number: "0123456789" };
  await insertTransfers(ledger, [row]);
  return row.id;
}

async function readTold(id: string) {
  const rows = await ledger
    .selectFrom("deliveries")
    .selectAll()
    .where("subject", "=", id)
    .orderBy("seq")
    .execute();
  return rows.map(({ kind, body }) => ({ kind, body, ...JSON.parse(body).data }));
}
const inShort = (told: Awaited<ReturnType<typeof readTold>>) =>
  told.map(({ kind, status, statusSource, word, seq }) => [kind, status, statusSource, word, seq]);

it("tells each change as what it was when it happened, with its own source and word", async () => {
  // An event of the network without its deposit.
  dashboard.spoil();
  await addEndpoint(ledger, "https://ledger.example/");
  const usual = await newTransfer();
  await say(usual, dispatched, accepted, callback("awaiting_deposit"), callback("payout done 0123456789"));
  await say(usual, { source: "chain", kind: "deposit_seen" }, callback("completed"), callback("refunded"));
  const unsure = await newTransfer();
  await say(unsure, dispatched, { source: "dashboard", kind: "outcome_unknown" });
  await say(unsure, { source: "person", kind: "resolved_exists", person_name: "Ada" });
  const refused = await newTransfer();
  await say(refused, dispatched, { source: "dashboard", kind: "rejected" });
  const limited = await newTransfer();
  const refusedBy: NewEvent = { source: "service_answer", kind: "rejected", text: "Slow down, 0123456789." };
  await say(limited, dispatched, { ...refusedBy, word: "rate_limited 12" });
  const waiting = await newTransfer();
  await say(waiting, { source: "dashboard", kind: "approval_asked" }, dispatched, accepted);
  const declined = await newTransfer();
  await say(declined, { source: "dashboard", kind: "approval_asked" });
  await say(declined, {
    source: "person",
    kind: "declined",
    person_name: "Obi",
    text: "0123456789 is wrong",
  });
  const withdrawn = await newTransfer();
  await say(withdrawn, { source: "dashboard", kind: "approval_asked" });
  await say(withdrawn, { source: "person", kind: "cancelled", person_name: "Ada" });
  const absent = await newTransfer();
  await say(absent, dispatched, { source: "dashboard", kind: "outcome_unknown" });
  await say(absent, { source: "person", kind: "resolved_absent", person_name: "Ada" });
  await finish();
  const created = ["transfer.created", "recorded", "dashboard", null, 1];
  const reported = "transfer.status_reported";
  expect(inShort(await readTold(usual))).toEqual([
    created,
    ["transfer.accepted", "accepted", "service_answer", null, 3],
    [reported, "awaiting_deposit", "service_callback", "awaiting_deposit", 4],
    ["transfer.deposit_seen", "awaiting_deposit", "service_callback", null, 6],
    [reported, "paid", "service_callback", "completed", 7],
    [reported, "refunded", "service_callback", "refunded", 8],
  ]);
  expect(inShort(await readTold(unsure))).toEqual([
    created,
    ["transfer.unknown", "unknown", "dashboard", null, 3],
    ["transfer.accepted", "accepted", "person", null, 4],
  ]);
  expect(inShort(await readTold(refused))).toEqual([
    created,
    ["transfer.rejected", "rejected", "dashboard", null, 3],
  ]);
  expect((await readTold(refused)).map(({ refusal }) => refusal)).toEqual([undefined, null]);
  const [, rejected] = await readTold(limited);
  expect(rejected?.refusal).toEqual({ code: "rate_limited", retryAfterSeconds: 12, field: null });
  expect(rejected?.body).not.toMatch(/Slow down|0123456789/);
  // Whoever hears of a creation may take it for sent.
  const asked = ["transfer.waiting", "awaiting_approval", "dashboard", null, 2];
  expect(inShort(await readTold(waiting))).toEqual([
    asked,
    ["transfer.approved", "dispatching", "dashboard", null, 3],
    ["transfer.created", "dispatching", "dashboard", null, 3],
    ["transfer.accepted", "accepted", "service_answer", null, 4],
  ]);
  expect(inShort(await readTold(declined))).toEqual([
    asked,
    ["transfer.declined", "declined", "person", null, 3],
  ]);
  expect(inShort(await readTold(withdrawn))).toEqual([asked, [reported, "cancelled", "person", null, 3]]);
  expect((await readTold(declined)).map(({ body }) => body).join()).not.toMatch(/0123456789|is wrong|Obi/);
  expect(inShort(await readTold(absent)).at(-1)).toEqual([reported, "not_created", "person", null, 4]);
  const odd = await newTransfer();
  await say(odd, dispatched, accepted, callback("queued for 0123456789 by Ada"));
  await finish();
  const told = [...(await readTold(usual)), ...(await readTold(odd))];
  expect(told.at(-1)).toMatchObject({ status: "other", word: "queued for …6789 by Ada" });
  for (const { body } of told) {
    expect(Buffer.byteLength(body)).toBeLessThan(4_096);
    expect(body).not.toMatch(/0123456789|Ada Obi|of the service/);
  }
  expect(told[0]).toMatchObject({
    ...{ amount: expect.stringMatching(/^\d+\.\d+$/), asset: expect.any(String), currency: "NGN" },
    ...{ accountLastFour: "6789", sandbox: true, url: `https://pay.example.com/transfers/${usual}` },
  });
  expect(await ledger.selectFrom("happenings").select("seq").execute()).toEqual([]);
});

it("names as the source of an acceptance who said it first, whatever was said after that", async () => {
  dashboard.spoil();
  await addEndpoint(ledger, "https://ledger.example/");
  const silent: NewEvent = { ...callback("none"), word: null };
  const answered = await newTransfer();
  await say(answered, dispatched, accepted, silent, { source: "chain", kind: "deposit_seen" });
  const reported = await newTransfer();
  await say(reported, dispatched, silent, accepted);
  await finish();
  const lastOf = async (id: string) => inShort(await readTold(id)).at(-1);
  expect(await lastOf(answered)).toEqual(["transfer.deposit_seen", "accepted", "service_answer", null, 5]);
  expect(await lastOf(reported)).toEqual(["transfer.accepted", "accepted", "service_callback", null, 4]);
});

it("tells of a deposit what was seen, in all, and what is missing", async () => {
  dashboard.spoil();
  await addEndpoint(ledger, "https://ledger.example/");
  const id = await newTransfer();
  await ledger
    .updateTable("transfers")
    .set({ amount: "100.5", from_currency: "USDC" })
    .where("id", "=", id)
    .execute();
  const seen = (text: string): NewEvent => ({ source: "chain", kind: "deposit_seen", text });
  await say(id, dispatched, accepted, seen("60 USDC"), seen("5 USDT"));
  await say(
    id,
    { source: "chain", kind: "deposit_gone", text: "60 USDC" },
    seen("0.000001 USDC"),
    seen("120 USDC"),
  );
  await finish();
  const told = (await readTold(id)).filter(({ kind }) => kind === "transfer.deposit_seen");
  expect(told.map(({ amount, deposit }) => [amount, Object.values(deposit)])).toEqual([
    ["100.5", ["60", "USDC", "60", "40.5"]],
    ["100.5", ["5", "USDT", "60", "40.5"]],
    ["100.5", ["0.000001", "USDC", "0.000001", "100.499999"]],
    ["100.5", ["120", "USDC", "120.000001", "0"]],
  ]);
});

it("writes a line for people where the form asks for it, each of its own change, with the recipient's name", async () => {
  await addEndpoint(ledger, "https://ledger.example/");
  for (const form of ["slack", "teams"] as const)
    await addEndpoint(ledger, "https://chat.example/T0/secret", undefined, form);
  const id = await newTransfer();
  await ledger
    .updateTable("transfers")
    .set({ amount: "1250.5", from_currency: "USDC", account_name: "Ada <!channel> 0123456789" })
    .where("id", "=", id)
    .execute();
  dashboard.spoil();
  await say(id, dispatched, accepted, callback("awaiting_deposit"), callback("completed"));
  await finish();
  const rows = await ledger.selectFrom("deliveries").select(["kind", "body"]).orderBy("seq").execute();
  const payout = "payout of 1,250.50 USDC to Ada <!channel> …6789";
  const lines = [
    `Sandbox, no real money. Created: ${payout}`,
    `Sandbox, no real money. Address issued, says the service: ${payout}`,
    `Sandbox, no real money. Awaiting deposit, says the service: ${payout}`,
    expect.stringMatching(
      /^Sandbox, no real money\. Paid, says the service: payout of 1,250\.50 USDC to Ada/,
    ),
  ];
  const bodies = rows.map(({ body }) => JSON.parse(body));
  const slack = bodies.filter(({ blocks }) => blocks !== undefined);
  expect(slack.map(({ blocks }) => blocks[0].elements[0].elements[0].text)).toEqual(lines);
  for (const { text } of slack)
    expect(text).toMatch(
      new RegExp(
        ` to Ada &lt;!channel&gt; …6789 <https://pay\\.example\\.com/transfers/${id}\\|Open the transfer>$`,
      ),
    );
  const teams = bodies.filter(({ attachments }) => attachments !== undefined);
  expect(teams.map(({ attachments }) => attachments[0].content.body[0].inlines[0].text)).toEqual(lines);
  const standard = rows.filter(({ body }) => JSON.parse(body).data !== undefined);
  expect(standard.map(({ kind }) => kind)).toHaveLength(4);
  expect(standard.some(({ body }) => /Ada/.test(body))).toBe(false);
});

it("tells an endpoint what it asked for while it is on, and nothing where there is none", async () => {
  const silent = await newTransfer();
  await finish();
  const all = await addEndpoint(ledger, "https://one.example/");
  const some = await addEndpoint(ledger, "https://two.example/", ["transfer.accepted", "attention.raised"]);
  const off = await addEndpoint(ledger, "https://three.example/");
  const removed = await addEndpoint(ledger, "https://four.example/");
  await ledger.updateTable("endpoints").set({ is_on: 0 }).where("id", "=", off.id).execute();
  await ledger.updateTable("endpoints").set({ removed_at: "2026" }).where("id", "=", removed.id).execute();
  const id = await newTransfer();
  await say(id, dispatched, accepted);
  await finish();
  const rows = await ledger
    .selectFrom("deliveries")
    .select(["endpoint_id", "kind", "subject", "body"])
    .orderBy("seq")
    .execute();
  const to = (endpoint: { id: string }) => rows.filter(({ endpoint_id }) => endpoint_id === endpoint.id);
  expect(to(all).map(({ kind }) => kind)).toEqual(["transfer.created", "transfer.accepted"]);
  expect(to(some)).toEqual([{ ...to(all)[1], endpoint_id: some.id }]);
  expect(rows).toHaveLength(3);
  expect(rows.every(({ subject }) => subject !== silent)).toBe(true);
});

it("tells on, each change once, while no total can be written", async () => {
  await addEndpoint(ledger, "https://ledger.example/");
  const mend = await failWrites(ledger, "insert on amount_totals");
  const ids = [await newTransfer(), await newTransfer()];
  for (const id of ids) {
    await say(id, dispatched, accepted);
    await expect(followUp(ledger, "Africa/Lagos")).rejects.toThrow();
  }
  const told = async () => Promise.all(ids.map(async (id) => (await readTold(id)).map(({ kind }) => kind)));
  const each = ["transfer.created", "transfer.accepted"];
  expect(await told()).toEqual([each, each]);
  await mend();
  await finish();
  expect(await told()).toEqual([each, each]);
  expect(await verifyTotals(ledger)).toEqual([]);
  expect(await ledger.selectFrom("happenings").select("seq").execute()).toEqual([]);
});

it("delivers random lives whole and in order, whatever write of the follow-up breaks", async () => {
  const receiver = await receiveWebhooks();
  await addEndpoint(ledger, receiver.url);
  const random = randomFrom(18);
  const rows = Array.from({ length: 60 }, (_, at) =>
    randomTransfer(random, new Date(1.79e12 + at).toISOString()),
  );
  await insertTransfers(ledger, rows);
  const ids = rows.map(({ id }) => id);
  const happened = new Map<string, string[]>();
  const note = async () => {
    const open = await ledger
      .selectFrom("happenings")
      .select(["transfer_id", "to_status"])
      .orderBy("seq")
      .execute();
    for (const { transfer_id, to_status } of open)
      happened.set(transfer_id, [...(happened.get(transfer_id) ?? []), to_status]);
  };
  for (const write of ["insert on deliveries", "delete on happenings", "insert on amount_totals"]) {
    for (let step = 0; step < 2; step++) await liveOn(ledger, ids, random);
    await note();
    const mend = await failWrites(ledger, write);
    await expect(followUp(ledger, "Africa/Lagos"), write).rejects.toThrow();
    await mend();
    await finish();
  }
  const deliverers = [createDeliverer(ledger), createDeliverer(ledger)];
  for (const deliverer of deliverers) await deliverer.look();
  for (const deliverer of deliverers) await deliverer.rest();
  const heard = new Map<string, string[]>();
  for (const { transferId, body } of receiver.heard)
    heard.set(transferId, [...(heard.get(transferId) ?? []), JSON.parse(body).data.status]);
  expect(receiver.heard.length).toBeGreaterThan(75);
  for (const id of ids)
    expect(heard.get(id)).toEqual(happened.get(id)?.filter((status) => status !== "dispatching"));
});
