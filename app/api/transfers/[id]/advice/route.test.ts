import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import type { Transfer, TransferWithEvents } from "#lib/contract/api";
import type { AuditPage } from "#lib/contract/audit/audit";
import { readHeadlines } from "#lib/features/telling/server/mail/headlines";
import { mostTries, sendDue } from "#lib/features/telling/server/mail/mail-worker";
import { outwardAdvice } from "#lib/server/advice/advice-mail";
import { lastReceiver, readAdvices } from "#lib/server/advice/advices";
import { adviceMails, mostAdvices } from "#lib/server/advice/send-advice";
import { quotas } from "#lib/server/auth/quota";
import { db } from "#lib/server/database/db";
import { goodTransfer } from "#lib/testing/ledger/inputs";
import { type SendOptions, startDashboard, type TestDashboard } from "#lib/testing/servers/dashboard";
import { type FaultyService, startFaultyService, testKey } from "#lib/testing/service/faulty-service";
import { type MailServer, startMailServer } from "#lib/testing/telling/mail-server";

const to = "Accounts@obi.example";

let service: FaultyService;
let mails: MailServer;
let dashboard: TestDashboard;

async function start(variables: Record<string, string> = {}) {
  service = await startFaultyService();
  mails = await startMailServer();
  const started = await startDashboard({
    ...{ OFFRAMP_BASE_URL: service.baseUrl, OFFRAMP_API_KEY: testKey, APP_URL: "http://localhost:3000" },
    ...{ SMTP_URL: `smtp://127.0.0.1:${mails.port}`, MAIL_FROM: "pay@example.com", ...variables },
  });
  dashboard = started;
  const closes = [started.close, service.close, mails.close];
  onTestFinished(async () => {
    for (const close of closes) await close();
  });
}
const send = <Body>(method: string, path: string, options: SendOptions = {}) =>
  dashboard.send<Body>(method, path, options);

async function create(changes: object = {}): Promise<Transfer> {
  const body = { ...goodTransfer, reference: "INV-2041", purpose: "Rent, November", ...changes };
  return (await send<Transfer>("POST", "/api/transfers", { body, headers: key() })).body;
}

/** What the service says of the newest transfer. */
async function report(body: object) {
  const call = JSON.parse(service.callsOf("initiate").at(-1)?.body ?? "{}") as { callbackUrl?: string };
  await send("POST", new URL(call.callbackUrl ?? "").pathname, { as: "nobody", body });
}
async function pay(changes: object = {}): Promise<Transfer> {
  const transfer = await create(changes);
  await report({ status: "completed" });
  return transfer;
}

const key = (uuid: string = randomUUID()) => ({ "idempotency-key": uuid });
const advise = (id: string, body: unknown = { to }, options: SendOptions = {}) =>
  send<TransferWithEvents>("POST", `/api/transfers/${id}/advice`, {
    ...{ as: "finance", headers: key(), body },
    ...options,
  });
async function mailAll() {
  while ((await sendDue(await db(), readHeadlines, outwardAdvice)).length > 0);
}
const newsOf = async (id: string) =>
  (await send<TransferWithEvents>("GET", `/api/transfers/${id}`)).body.events
    .filter(({ kind }) => kind.startsWith("advice_"))
    .map(({ kind, text, source }) => [kind, text, source]);
const audited = async () =>
  (await send<AuditPage>("GET", "/api/audit")).body.items.filter(({ action }) => action === "advice_sent");

describe("with e-mail", () => {
  beforeEach(() => start());

  it("sends the printed advice to one address, and says so by an event, an audit entry and nothing else", async () => {
    await send("PUT", "/api/letterhead", {
      body: {
        ...{ after: "0", name: "Adaeze & Daughters", address: "1 Road\nLagos" },
        ...{ rcNumber: "1184207", vatNumber: "01234567-0001" },
      },
    });
    const { id } = await pay();
    const before = (await send<TransferWithEvents>("GET", `/api/transfers/${id}`)).body;
    const { status, body } = await advise(id);
    expect(status).toBe(200);
    expect(body.events.at(-1)).toMatchObject({ kind: "advice_asked", text: to, source: "person", raw: null });
    await mailAll();
    expect(mails.heard.map((mail) => mail.to)).toEqual([[to]]);
    const [{ parsed, source } = { parsed: undefined, source: "" }] = mails.heard;
    expect(parsed?.subject).toBe("Payment advice from Adaeze & Daughters, INV-2041");
    const text = parsed?.text ?? "";
    for (const line of [
      "Adaeze & Daughters, 1 Road, Lagos, RC 1184207 · VAT 01234567-0001",
      `- Paid to: ${before.accountName}`,
      `- Bank and account: ${before.bankName} · ${before.accountNumber}`,
      "- Reference: INV-2041",
      "- Purpose: Rent, November",
      "- Asked for: 1,250.50 USDC on Base",
      `- Transaction ID: ${before.transactionId}`,
      `- Transfer ID: ${id}`,
    ])
      expect(text.split("\n")).toContain(line);
    expect(text).toMatch(/^[\d,]+\.\d\d NGN reported paid to /m);
    expect(text).toMatch(/^- Reported paid by: The service’s update, \d+ \w+ \d{4}, [\d:]+ UTC(\+\d+)?$/m);
    expect(text).not.toMatch(/sandbox|finance@/i);
    expect(String(parsed?.html)).not.toMatch(/<a |<img|href|https?:/);
    expect(source).toMatch(/^Message-ID: <msg_/m);
    expect(await newsOf(id)).toEqual([
      ["advice_asked", to, "person"],
      ["advice_sent", to, "dashboard"],
    ]);
    expect((await audited()).map(({ detail, recordId }) => [detail, recordId])).toEqual([
      [JSON.stringify({ email: to }), id],
    ]);
    // Nothing of the money has changed by it.
    const after = (await send<TransferWithEvents>("GET", `/api/transfers/${id}`)).body;
    const { updatedAt: _, events: __, nextCursor: ___, standing, ...rest } = before;
    expect(after).toMatchObject({ ...rest, standing: { ...standing, seen: standing.seen + 2 } });
  });

  it("keeps what a person has settled", async () => {
    const { id } = await pay();
    await report({ status: "failed" });
    await report({ status: "refunded" });
    const handled = await pay({ accountNumber: "3123456789" });
    await send("POST", `/api/transfers/${handled.id}/notes`, { body: { kind: "handled", text: "Seen." } });
    await advise(handled.id);
    await mailAll();
    const { body } = await send<TransferWithEvents>("GET", `/api/transfers/${handled.id}`);
    expect([body.isHandled, body.attention]).toEqual([true, []]);
    expect((await advise(id)).status).toBe(409);
  });

  it("mails once for a key, however often and at once it is asked for", async () => {
    const { id } = await pay();
    const headers = key();
    const all = await Promise.all(Array.from({ length: 6 }, () => advise(id, { to }, { headers })));
    expect(all.map(({ status }) => status)).toEqual(all.map(() => 200));
    await mailAll();
    expect((await advise(id, { to }, { headers })).status).toBe(200);
    await mailAll();
    expect(mails.heard).toHaveLength(1);
    expect(await audited()).toHaveLength(1);
    const other = await advise(id, { to: "eve@example.com" }, { headers });
    expect([other.status, other.problem.code]).toEqual([422, "idempotency_key_reused"]);
    expect((await advise(id, { to }, { headers: {} })).problem.code).toBe("idempotency_key_required");
  });

  it("is for a transfer that is reported paid, and withdrawn where it isn’t any more", async () => {
    const open = await create();
    const refused = await advise(open.id);
    expect([refused.status, refused.problem.code]).toEqual([409, "not_possible_now"]);
    expect(refused.problem.detail).toMatch(/isn’t reported paid.*Nothing was sent\.$/);
    await report({ status: "completed" });
    expect((await advise(open.id)).status).toBe(200);
    await report({ status: "reversed" });
    await mailAll();
    expect(mails.heard).toEqual([]);
    expect(await newsOf(open.id)).toEqual([
      ["advice_asked", to, "person"],
      ["advice_failed", `${to}: no longer reported paid`, "dashboard"],
    ]);
    expect((await advise(randomUUID())).status).toBe(404);
  });

  it.each([
    "ada@example.com,eve@example.com",
    "ada@example.com\r\nbcc: eve@example.com",
    "Ada <eve@example.com>",
    '"a b"@example.com',
    "ada@exämple.com",
    "ada",
    "",
    `${"a".repeat(250)}@example.com`,
    7,
  ])("goes to nobody for the address %j, which is said at its field", async (wrong) => {
    const { id } = await pay();
    const { status, problem } = await advise(id, { to: wrong });
    expect([status, problem.errors?.map(({ path }) => path)]).toEqual([422, ["to"]]);
    await mailAll();
    expect([mails.heard, await newsOf(id)]).toEqual([[], []]);
  });

  it("carries hostile names on lines of their own, as text", async () => {
    const accountName = "OKON <script>alert(1)</script> & ‮CO";
    const reference = "=HYPERLINK(1) <b>x</b>";
    const { id } = await pay({ accountName: accountName.replace("‮", ""), reference });
    await (await db())
      .updateTable("transfers")
      .set({
        account_name: `${accountName}\r\nBcc: eve@example.com`,
        bank_name: "Bank\n- Paid to: Eve",
        transaction_id: "t\u202e1\nSubject: x",
      })
      .where("id", "=", id)
      .execute();
    dashboard.spoil();
    await advise(id);
    await mailAll();
    const [{ parsed, source, to: receivers } = { parsed: undefined, source: "", to: [] }] = mails.heard;
    expect(receivers).toEqual([to]);
    expect(parsed?.bcc).toBeUndefined();
    expect(parsed?.subject).toBe("Payment advice, =HYPERLINK(1) <b>x</b>");
    const lines = (parsed?.text ?? "").split("\n");
    expect(lines.filter((line) => line.startsWith("- Paid to:"))).toHaveLength(1);
    expect(lines.filter((line) => /^(Bcc|Subject)/.test(line))).toEqual([]);
    expect(parsed?.text).not.toContain("‮");
    expect(String(parsed?.html)).not.toMatch(/<script|<b>/);
    expect(source.split("\r\n\r\n")[0]).not.toMatch(/eve@|^subject: x/im);
  });

  it("says on the transfer what the mail server refused, and why one still waits", async () => {
    const { id } = await pay();
    mails.behave({ message: 451 });
    await advise(id);
    await sendDue(await db(), readHeadlines, outwardAdvice);
    expect(await readAdvices(id)).toMatchObject([{ to, state: "waiting", why: "refused (451)" }]);
    mails.behave({ receiver: "550 5.1.1 No such user" });
    await (await db())
      .updateTable("deliveries")
      .set({ due_at: new Date(0).toISOString() })
      .execute();
    await mailAll();
    expect(await readAdvices(id)).toMatchObject([
      { to, state: "failed", why: "address not taken (550)", by: expect.any(String) },
    ]);
    expect(await newsOf(id)).toEqual([
      ["advice_asked", to, "person"],
      ["advice_failed", `${to}: address not taken (550)`, "dashboard"],
    ]);
    expect(mails.heard).toEqual([]);
  });

  it("is given up after more tries than a day has, whatever keeps their ends from being recorded", async () => {
    const { id } = await pay();
    await advise(id);
    await (await db()).updateTable("deliveries").set({ attempts: mostTries }).execute();
    await mailAll();
    expect(mails.heard).toEqual([]);
    expect(await readAdvices(id)).toMatchObject([{ state: "failed", why: "tried too often" }]);
  });

  it("says that nobody can tell where the mail that waited is gone, as after a restore", async () => {
    const { id } = await pay();
    await advise(id);
    await (await db()).deleteFrom("deliveries").execute();
    expect(await readAdvices(id)).toMatchObject([{ to, state: "lost" }]);
  });

  it("offers the address that the account’s advice was last sent to, and not one that was refused", async () => {
    const first = await pay();
    expect(await lastReceiver(first)).toBeUndefined();
    await advise(first.id, { to: "old@example.com" });
    await advise(first.id);
    await mailAll();
    const second = await pay({ confirmSeparate: true, reference: "INV-2042" });
    expect(await lastReceiver(second)).toMatchObject({ to, state: "sent" });
    mails.behave({ receiver: "550 5.1.1 No such user" });
    await advise(second.id, { to: "gone@example.com" });
    await mailAll();
    expect(await lastReceiver(second)).toMatchObject({ to });
    const other = await pay({ accountNumber: "3123456789" });
    expect(await lastReceiver(other)).toBeUndefined();
  });

  it("floods nobody: of a person, of an address and of a transfer", async () => {
    const statuses = async (count: number, ask: (at: number) => ReturnType<typeof advise>) => {
      const found: number[] = [];
      for (let at = 0; at < count; at++) found.push((await ask(at)).status);
      return found;
    };
    const { id } = await pay();
    const most = quotas.advice.most();
    expect(adviceMails.max).toBe(most);
    expect(await statuses(most + 1, () => advise(id))).toEqual([...Array(most).fill(200), 429]);
    // Of another person: the address has had its share, another has not.
    const third = await advise(id, { to: to.toLowerCase() }, { as: "admin" });
    expect([third.status, third.problem.code]).toEqual([429, "too_many_requests"]);
    expect(third.problem.detail).toMatch(
      /^This address was sent 10 advices within 15 minutes\. Nothing was sent\./,
    );
    expect(
      await statuses(most - 1, (at) => advise(id, { to: `a${at}@example.com` }, { as: "admin" })),
    ).toEqual(Array(most - 1).fill(200));
    expect(await newsOf(id)).toHaveLength(mostAdvices - 1);
  });
});

it("says what an admin has to set where no mail is set up", async () => {
  await start({ SMTP_URL: "", MAIL_FROM: "" });
  const { id } = await pay();
  const { status, problem } = await advise(id);
  expect([status, problem.code]).toEqual([409, "not_possible_now"]);
  expect(problem.detail).toBe(
    "This server sends no e-mail. An admin sets SMTP_URL and MAIL_FROM, and restarts it. Nothing was sent.",
  );
  expect(await newsOf(id)).toEqual([]);
});
