import { afterEach, beforeEach, expect, it } from "vitest";
import { randomFrom } from "#lib/bench/seed/random";
import { verifyTotals } from "#lib/features/insight/server/verify-totals";
import { inTransaction } from "#lib/server/audit/transaction";
import { db } from "#lib/server/database/db";
import { followUp } from "#lib/server/follow-up/follow-up";
import { appendDeliveries } from "#lib/server/outbox/deliveries";
import { mailRow, tellPerson } from "#lib/server/outbox/tell-people";
import type { Db } from "#lib/server/tables/schema";
import { insertTransfers, randomTransfer } from "#lib/testing/ledger/random-lives";
import { startDashboard, type TestDashboard } from "#lib/testing/servers/dashboard";
import { writeSession } from "#lib/testing/sign-in/sessions";
import { testSecret } from "#lib/testing/sign-in/test-secret";
import { addEndpoint } from "#lib/testing/telling/endpoints";
import { type MailServer, startMailServer } from "#lib/testing/telling/mail-server";
import { readHeadlines } from "./headlines";
import { sendDue } from "./mail-worker";

let server: MailServer;
let dashboard: TestDashboard;
let ledger: Db;
beforeEach(async () => {
  server = await startMailServer();
  dashboard = await startDashboard({
    ...{ SMTP_URL: `smtp://127.0.0.1:${server.port}`, MAIL_FROM: "pay@example.com" },
  });
  dashboard.spoil();
  ledger = await db();
});
afterEach(async () => {
  await dashboard.close();
  await server.close();
});

const person = async () =>
  (await writeSession(ledger, testSecret, { role: "finance", email: "ada@example.com" })).personId;
const unreadable = [
  "",
  "{",
  "null",
  '{"items":[{"id":"x","reason":"a reason of a later version"}],"more":0}',
];
const failed = (id: string) => ({
  ...{ transfer_id: id, from_status: "recorded" as const, to_status: "failed" as const, is_counted: 0 },
  ...{ at: new Date().toISOString(), kind: null, detail: null, paid_after_ms: null, event_seq: null },
});

it("goes on counting and telling though a mail that waits can’t be read", async () => {
  const personId = await person();
  await addEndpoint(ledger, "https://ledger.example/");
  for (const [at, body] of unreadable.entries()) {
    await ledger.deleteFrom("deliveries").execute();
    await appendDeliveries(ledger, [{ ...mailRow(personId, "needs_you", {}), body }]);
    const row = {
      ...randomTransfer(randomFrom(at + 1), new Date().toISOString()),
      ...{ bank_name: "Bank \u0001\u2028\ud800 of 𝒞".repeat(40) },
    };
    await insertTransfers(ledger, [row]);
    await ledger.insertInto("happenings").values(failed(row.id)).execute();
    await ledger.updateTable("transfers").set({ status: "failed" }).where("id", "=", row.id).execute();
    while (await followUp(ledger, "Africa/Lagos"));
    expect(await ledger.selectFrom("happenings").select("seq").execute(), body).toEqual([]);
    expect(await verifyTotals(ledger), body).toEqual([]);
    const rows = await ledger.selectFrom("deliveries").select(["channel", "body"]).orderBy("seq").execute();
    expect(rows.filter(({ channel }) => channel === "webhook").length, body).toBeGreaterThan(0);
    expect(rows.filter(({ channel }) => channel === "mail").at(-1)?.body, body).toContain(row.id);
  }
});

it("gives a mail up that can’t be read, and sends the others", async () => {
  const personId = await person();
  for (const body of unreadable)
    await appendDeliveries(ledger, [{ ...mailRow(personId, "needs_you", {}), body }]);
  const odd = { from: "a role of a later version", to: "admin" };
  await appendDeliveries(ledger, [mailRow(personId, "security.role_changed", odd)]);
  await inTransaction(ledger, (trx) => tellPerson(trx, personId, "security.password_changed"));
  for (let round = 0; round < 10; round++) await sendDue(ledger, readHeadlines);
  expect(server.heard.map(({ parsed }) => parsed.subject)).toEqual(["[Sandbox] Your password was changed"]);
  const rows = await ledger
    .selectFrom("deliveries")
    .select(["state", "last_result"])
    .orderBy("seq")
    .execute();
  const givenUp = { state: "given_up", last_result: "UNREADABLE" };
  expect(rows).toEqual([
    ...Array.from({ length: unreadable.length + 1 }, () => givenUp),
    { state: "delivered", last_result: null },
  ]);
});

it("tells what needs somebody by its reason alone where its sums can’t be read", async () => {
  const personId = await person();
  const row = randomTransfer(randomFrom(9), new Date().toISOString());
  await insertTransfers(ledger, [row]);
  await ledger.updateTable("transfers").set({ status: "failed" }).where("id", "=", row.id).execute();
  const body = JSON.stringify({ items: [{ id: row.id, reason: "failed" }], more: 0 });
  await appendDeliveries(ledger, [{ ...mailRow(personId, "needs_you", {}), body }]);
  await sendDue(ledger, () => Promise.reject(new TypeError("A fact that can’t be read.")));
  expect(server.heard.map(({ parsed }) => parsed.text)).toEqual([
    expect.stringMatching(/account ending in \d{4}\. Failed/),
  ]);
});
