import { expect, it, onTestFinished } from "vitest";
import { readHeadlines } from "#lib/features/telling/server/mail/headlines";
import { sendDue } from "#lib/features/telling/server/mail/mail-worker";
import { db } from "#lib/server/database/db";
import { startBatches } from "#lib/testing/bulk/batch-dashboard";
import { gtbankNumber, payoutTable } from "#lib/testing/bulk/payout-table";
import { addEndpoint } from "#lib/testing/telling/endpoints";
import { startMailServer } from "#lib/testing/telling/mail-server";
import { tellBatchesInNeed } from "./tell-needs";

const minuteMs = 60_000;
const later = (minutes: number) => Date.now() + minutes * minuteMs;

async function start() {
  const server = await startMailServer();
  onTestFinished(() => server.close());
  const batches = await startBatches({
    ...{ SMTP_URL: `smtp://127.0.0.1:${server.port}`, MAIL_FROM: "pay@example.com" },
    APP_URL: "http://localhost:3000",
  });
  const ledger = await db();
  await addEndpoint(ledger, "https://ledger.example/", ["batch.attention_raised"]);
  await addEndpoint(ledger, "https://hooks.slack.com/services/T0/B0/x", ["batch.attention_raised"], "slack");
  await addEndpoint(ledger, "https://other.example/", ["attention.raised"]);
  const written = async () => {
    const rows = await ledger
      .selectFrom("deliveries")
      .select("body")
      .where("channel", "=", "webhook")
      .orderBy("seq")
      .execute();
    return rows.map(({ body }) => JSON.parse(body));
  };
  /** Whom the mail server has heard of this, and what. */
  const mailed = async () => {
    while ((await sendDue(ledger, readHeadlines)).length > 0);
    return server.heard.splice(0).filter(({ parsed }) => /batch/.test(`${parsed.subject}`));
  };
  /** A batch of four that stops at its first row, by a name that holds the number of an account. */
  const stopped = async (from = 1) => {
    const names = ["SANDBOX RATE LIMITED", "SANDBOX RATE LIMITED", "SANDBOX WAITS", "SANDBOX WAITS"];
    const text = payoutTable(names.map((name, at) => [name, at + from, "10"]));
    const { id } = (await batches.make({ text, name: "November 0987\u00a0654\u00a0\u00a0321" })).body;
    await batches.agree(id);
    expect((await batches.create(id)).body.state).toBe("stopped");
    return id;
  };
  return { ...batches, ledger, written, mailed, stopped };
}

it("tells systems and whoever acts once of a stop that lasts, and again of another stop", async () => {
  const { dashboard, ledger, written, mailed, stopped, create } = await start();
  const id = await stopped();
  // Whoever presses sees it, and may have it go on at once.
  expect(await tellBatchesInNeed(ledger, later(1))).toBe(0);
  const both = await Promise.all([tellBatchesInNeed(ledger, later(3)), tellBatchesInNeed(ledger, later(3))]);
  expect(both.sort()).toEqual([0, 1]);
  expect(await tellBatchesInNeed(ledger, later(5))).toBe(0);

  const url = `http://localhost:3000/bulk/${id}`;
  const [standard, chat, ...more] = await written();
  expect(more).toEqual([]);
  expect(standard).toMatchObject({ type: "batch.attention_raised" });
  const since = expect.stringMatching(/Z$/);
  expect(standard.data).toEqual({
    ...{ batchId: id, need: "stopped", why: "rate_limited", since, url, sandbox: true },
  });
  const said = "The service is limiting requests. Wait, then go on.";
  expect(chat.text).toContain(`Sandbox, no real money. Batch November …4321 needs somebody. ${said}`);
  expect(chat.text).toContain(url);

  const mails = await mailed();
  const people = await ledger
    .selectFrom("people")
    .select("email")
    .where("role", "in", ["finance", "admin"])
    .where("is_disabled", "=", 0)
    .execute();
  expect(people.length).toBeGreaterThan(0);
  expect(mails.map(({ to }) => `${to}`).sort()).toEqual(people.map(({ email }) => email).sort());
  for (const { parsed, source } of mails) {
    expect(parsed.subject).toContain("1 batch needs you");
    expect(parsed.text?.replace(/\s+/g, " ")).toContain(`November …4321. ${said}`);
    expect(parsed.text).toContain(url);
    expect(source).not.toMatch(new RegExp(`0987|${gtbankNumber(1)}`));
  }

  await create(id, { goOn: true });
  // Within ten minutes of a mail there is no other: it waits.
  expect(await tellBatchesInNeed(ledger, later(9))).toBe(0);
  expect(await tellBatchesInNeed(ledger, later(11))).toBe(1);
  expect((await written()).map(({ data }) => data?.need)).toEqual([
    ...["stopped", undefined, "stopped", undefined],
  ]);
  dashboard.spoil();
});

it("mails nobody of what is over, or whoever chose not to hear of it", async () => {
  const { dashboard, ledger, mailed, stopped, read, changeRow } = await start();
  const id = await stopped();
  await tellBatchesInNeed(ledger, later(3));
  for (const n of [3, 4, 5]) await changeRow(id, n, { seen: `${(await read(id)).seen}`, isLeftOut: true });
  expect(await mailed()).toEqual([]);

  await dashboard.send("PATCH", "/api/account/mail", { body: { needsYou: false } });
  await stopped(11);
  expect(await tellBatchesInNeed(ledger, later(11))).toBe(1);
  expect(await mailed()).toEqual([]);
});

it("waits for no mail of a clock that ran ahead", async () => {
  const { dashboard, ledger, mailed, stopped } = await start();
  await stopped();
  expect(await tellBatchesInNeed(ledger, later(3))).toBe(1);
  const created_at = new Date(later(24 * 60)).toISOString();
  await ledger.updateTable("deliveries").set({ created_at }).where("channel", "=", "mail").execute();
  await stopped(11);
  expect(await tellBatchesInNeed(ledger, later(5))).toBe(1);
  await mailed();
  dashboard.spoil();
});

it("tells of what is half created after a day, without a word where nobody is to hear it", async () => {
  const { agreed, create, ledger, written, dashboard } = await start();
  const id = await agreed(
    payoutTable(Array.from({ length: 11 }, (_, at) => ["SANDBOX WAITS", at + 1, "10"])),
  );
  await create(id);
  dashboard.spoil();
  const agreed_at = new Date(Date.now() - 25 * 60 * minuteMs).toISOString();
  await ledger.updateTable("batches").set({ agreed_at }).execute();
  await ledger.deleteFrom("endpoints").execute();
  expect(await tellBatchesInNeed(ledger)).toBe(1);
  expect(await written()).toEqual([]);
  await addEndpoint(ledger, "https://late.example/");
  expect(await tellBatchesInNeed(ledger)).toBe(0);
});
