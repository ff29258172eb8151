import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Transfer } from "#lib/contract/api";
import type { Role } from "#lib/contract/roles";
import type { ApprovalDetail, ControlsState } from "#lib/features/controls/controls-api";
import { noRules } from "#lib/features/controls/rules";
import type { MailChoices } from "#lib/features/telling/mail-choices";
import { readHeadlines } from "#lib/features/telling/server/mail/headlines";
import { sendDue } from "#lib/features/telling/server/mail/mail-worker";
import { createDeliverer } from "#lib/features/telling/server/webhooks/deliver";
import { inTransaction } from "#lib/server/audit/transaction";
import { db } from "#lib/server/database/db";
import { followUp } from "#lib/server/follow-up/follow-up";
import { goodTransfer } from "#lib/testing/ledger/inputs";
import { readCsv } from "#lib/testing/read-csv";
import { startDashboard, type TestDashboard } from "#lib/testing/servers/dashboard";
import { answerRequest } from "#lib/testing/servers/handlers";
import {
  answer,
  type FaultyService,
  goodAddress,
  startFaultyService,
  testKey,
} from "#lib/testing/service/faulty-service";
import { writeSession } from "#lib/testing/sign-in/sessions";
import { testSecret } from "#lib/testing/sign-in/test-secret";
import { addEndpoint } from "#lib/testing/telling/endpoints";
import { type MailServer, startMailServer } from "#lib/testing/telling/mail-server";
import { receiveWebhooks } from "#lib/testing/telling/webhook-receiver";
import { sweepControls } from "../expire";
import { noteApprovers } from "./note-approvers";
import { tellNewRules } from "./tell-rules";

/** What systems and people are told of rules and approvals, with a real service, mail server, receiver and database. */
let service: FaultyService;
let server: MailServer;
let dashboard: TestDashboard;
type Somebody = { personId: string; cookie: string; email: string };
let ada: Somebody;
let obi: Somebody;
let admin: Somebody;

beforeEach(async () => {
  service = await startFaultyService();
  service.behave(
    "initiate",
    answer(200, `{"success":true,"address":"${goodAddress}","transactionId":"txn_yes"}`),
  );
  server = await startMailServer();
  dashboard = await startDashboard({
    ...{ OFFRAMP_BASE_URL: service.baseUrl, OFFRAMP_API_KEY: testKey, WEBHOOK_ALLOW_NETWORKS: "127.0.0.0/8" },
    ...{ SMTP_URL: `smtp://127.0.0.1:${server.port}`, MAIL_FROM: "pay@example.com" },
    APP_URL: "http://localhost:3000",
  });
  ada = await somebody("finance", "Ada 0123456789");
  obi = await somebody("finance", "Obi");
  admin = await somebody("admin", "Chidi");
});
afterEach(async () => {
  await dashboard.close();
  await server.close();
  await service.close();
});

const somebody = async (role: Role, name: string, traits = {}): Promise<Somebody> =>
  writeSession(await db(), testSecret, {
    ...{ role, name, hasSecondFactor: true, email: `${name.split(" ")[0]}@example.com` },
    ...traits,
  });

function send<Body>(who: Somebody, method: string, path: string, body?: unknown) {
  return dashboard.send<Body>(method, path, {
    ...{ as: "nobody", ...(body !== undefined && { body }) },
    headers: {
      cookie: who.cookie,
      ...(path === "/api/transfers" && { "idempotency-key": randomUUID() }),
    },
  });
}

const oneMillion = { tiers: [{ fromNaira: "1000000", approvals: 1, by: "finance" }] };
async function setRules(change: object, after = "0", who = admin) {
  const rules = { ...noRules, ...change };
  const reply = await send<ControlsState>(who, "POST", "/api/controls", { after, rules });
  expect(reply.problem.code, reply.problem.detail).toBeUndefined();
  return reply.body;
}
const ask = (change: object = {}) =>
  send<Transfer>(ada, "POST", "/api/transfers", { ...goodTransfer, ...change });

async function decide(id: string, who: Somebody, change: object = {}) {
  const { subjectHash, payout } = (await send<ApprovalDetail>(who, "GET", `/api/approvals/${id}`)).body;
  const acceptedQuote = payout && { outputAmount: payout.naira, quotedAt: new Date().toISOString() };
  const { status, problem } = await send(who, "POST", `/api/approvals/${id}/decision`, {
    ...{ decision: "approve", subjectHash, ...(acceptedQuote && { acceptedQuote }) },
    ...change,
  });
  expect(status, problem.detail).toBe(200);
}

/** Sends what is due. Gives to whom, and the subject without the mark of the sandbox, and forgets it. */
async function heard(): Promise<string[]> {
  while ((await sendDue(await db(), readHeadlines)).length > 0);
  const said = server.heard.map(({ to, parsed }) => `${to}: ${parsed.subject?.replace("[Sandbox] ", "")}`);
  return said.sort();
}
const forget = () => {
  server.heard.length = 0;
};
const finish = async () => {
  while (await followUp(await db(), "Africa/Lagos"));
};
const kindsOf = async (subject: string) =>
  (
    await (
      await db()
    )
      .selectFrom("deliveries")
      .select("kind")
      .where("channel", "=", "webhook")
      .where("subject", "=", subject)
      .orderBy("seq")
      .execute()
  ).map(({ kind }) => kind);

it("tells systems in order that it waits, was approved and is created then, and never of what was declined", async () => {
  const receiver = await receiveWebhooks();
  const ledger = await db();
  await addEndpoint(ledger, receiver.url);
  await setRules(oneMillion);
  const { id } = (await ask()).body;
  await finish();
  expect(await kindsOf(id)).toEqual(["transfer.waiting"]);
  await decide(id, obi);
  const declined = (await ask({ accountNumber: "0123456781" })).body.id;
  await decide(declined, obi, { decision: "decline", reason: "Not 0123456781, please." });
  const small = (await ask({ amount: "10", accountNumber: "0123456782", confirmAmount: true })).body.id;
  await finish();
  const deliverer = createDeliverer(ledger);
  for (let round = 0; round < 10; round++) {
    await deliverer.look();
    await deliverer.rest();
  }
  const told = receiver.heard.map(({ body }) => JSON.parse(body));
  const of = (transferId: string) =>
    told.filter(({ data }) => data.transferId === transferId).map(({ type, data }) => [type, data.status]);
  expect(of(id)).toEqual([
    ["transfer.waiting", "awaiting_approval"],
    ["transfer.approved", "dispatching"],
    ["transfer.created", "dispatching"],
    ["transfer.accepted", "accepted"],
  ]);
  expect(of(declined)).toEqual([
    ["transfer.waiting", "awaiting_approval"],
    ["transfer.declined", "declined"],
  ]);
  expect(of(small)).toEqual([
    ["transfer.created", "recorded"],
    ["transfer.accepted", "accepted"],
  ]);
  const all = receiver.heard.map(({ body }) => body).join("\n");
  expect(all).not.toMatch(new RegExp(`01234567\\d\\d|${goodTransfer.accountName}|please|Ada|Obi`));
});

it("tells systems of rules once they count, in the transaction that makes them count", async () => {
  const ledger = await db();
  await addEndpoint(ledger, "https://ledger.example/", ["controls.changed"]);
  await addEndpoint(ledger, "https://hooks.slack.com/services/T0/B0/x", ["controls.changed"], "slack");
  await addEndpoint(ledger, "https://other.example/", ["transfer.created"]);
  const bodies = async () => {
    const rows = await ledger
      .selectFrom("deliveries")
      .select(["body", "subject", "kind"])
      .where("channel", "=", "webhook")
      .orderBy("seq")
      .execute();
    return rows.map(({ body, ...row }) => ({ ...row, ...JSON.parse(body) }));
  };
  await setRules(oneMillion);
  const url = "http://localhost:3000/controls";
  const [first, chat] = await bodies();
  const data = { n: 1, change: "tighter", isOn: true, isByCommand: false, url };
  expect(first).toMatchObject({ kind: "controls.changed", type: "controls.changed", subject: "" });
  expect(first.data).toEqual(data);
  expect(chat.text).toBe(`Rules for payouts changed: tighter than before <${url}|Open the rules>`);
  const refused = await send(admin, "POST", "/api/controls", { after: "0", rules: noRules });
  const { pending } = await setRules({}, "1");
  expect([refused.status, (await bodies()).length]).toEqual([409, 2]);
  await decide(pending?.requestId ?? "", await somebody("admin", "Ife"));
  const looser = await bodies();
  expect(looser).toHaveLength(4);
  expect(looser[2].data).toEqual({ ...data, n: 2, change: "looser", isOn: false });
  expect(looser[3].text).toContain("Rules for payouts changed: none is on any more");
});

it("asks by e-mail whoever can decide, of what and by whom, and its link decides nothing", async () => {
  await setRules(oneMillion);
  await somebody("finance", "Bare", { hasSecondFactor: false });
  await somebody("finance", "Gone", { isDisabled: true });
  await somebody("support", "Sade");
  const off = await somebody("finance", "Quiet");
  expect((await send(off, "PATCH", "/api/account/mail", { approvals: false })).status).toBe(200);
  expect((await send(ada, "PATCH", "/api/account/mail", { approvals: false })).status).toBe(200);
  forget();
  const { id } = (await ask()).body;
  expect(await heard()).toEqual([
    // Whoever it was asked in the name of, whatever they chose.
    "Ada@example.com: A payout: you asked for an approval",
    "Chidi@example.com: A payout waits for your approval",
    "Obi@example.com: A payout waits for your approval",
  ]);
  const { source = "", parsed } = server.heard.find(({ to }) => `${to}`.startsWith("Chidi")) ?? {};
  const { id: requestId } = (await send<ApprovalDetail>(obi, "GET", `/api/approvals/${id}`)).body;
  const [own] = server.heard.filter(({ to }) => `${to}`.startsWith("Ada"));
  expect(own?.parsed.text).toContain("If it wasn’t you, withdraw it");
  expect(own?.source).not.toContain(goodTransfer.accountNumber);
  expect(parsed?.text).toContain("1,250.50 USDC to GTBank Plc, account ending in 6789\n");
  expect(parsed?.text).toContain("Asked by Ada …6789");
  expect(parsed?.text).toContain(`http://localhost:3000/approvals/${requestId}\n`);
  expect(source).not.toContain(goodTransfer.accountNumber);
  expect(source).not.toContain(goodTransfer.accountName);
  expect(parsed?.text).not.toMatch(/[?#]/);
  const stored = await (await db()).selectFrom("deliveries").select("body").execute();
  // One each, and none for whoever turned them off.
  expect(stored.map(({ body }) => JSON.parse(body))).toEqual([{ requestId }, { requestId }, { requestId }]);
  forget();
  await decide(id, obi);
  expect(await heard()).toEqual([]);
});

it("names a saved payee, and asks admins alone where they alone count", async () => {
  await somebody("admin", "Ife");
  await setRules({ tiers: [{ fromNaira: "1000000", approvals: 1, by: "admin" }] });
  const payee = await send<{ id: string }>(ada, "POST", "/api/payees", {
    ...{ name: "Lekki landlord 0987654321", howChecked: "Called them." },
    bankCode: goodTransfer.bankCode,
    ...{ accountNumber: goodTransfer.accountNumber, accountName: goodTransfer.accountName },
  });
  expect(payee.status, payee.problem.detail).toBe(201);
  const asked = await ask({ payeeId: payee.body.id, payeeVersion: "1" });
  expect(asked.body.status, asked.problem.detail).toBe("awaiting_approval");
  expect(await heard()).toEqual([
    "Ada@example.com: A payout: you asked for an approval",
    "Chidi@example.com: A payout waits for your approval",
    "Ife@example.com: A payout waits for your approval",
  ]);
  expect(server.heard[0]?.parsed.text).toContain("USDC to Lekki landlord …4321, ");
});

it("withdraws what was decided, ended or handed to somebody who can't decide any more", async () => {
  await setRules(oneMillion);
  const first = (await ask()).body.id;
  await decide(first, obi, { decision: "decline", reason: "No." });
  const second = (await ask({ accountNumber: "0123456781" })).body.id;
  expect(second).toBeTruthy();
  await send(admin, "PATCH", `/api/people/${obi.personId}`, { secondFactor: "reset" });
  const subjects = await heard();
  expect(subjects.filter((said) => said.includes("your approval"))).toEqual([
    "Chidi@example.com: A payout waits for your approval",
  ]);
});

it("tells nobody of looser rules who is no admin any more by then", async () => {
  await setRules(oneMillion);
  const ife = await somebody("admin", "Ife");
  await setRules({}, "1");
  const ledger = await db();
  await ledger.updateTable("people").set({ role: "finance" }).where("id", "=", ife.personId).execute();
  expect(await heard()).toEqual(["Chidi@example.com: Looser rules for payouts were proposed"]);
});

it("asks by e-mail about a payee’s account, with its last four digits alone", async () => {
  const account = {
    bankCode: goodTransfer.bankCode,
    accountNumber: "2000000003",
    accountName: "ZAINAB BELLO",
  };
  const { id } = (await send<{ id: string }>(ada, "POST", "/api/payees", { name: "Zainab", ...account }))
    .body;
  await setRules({ payeeChange: true });
  forget();
  const other = { ...account, accountNumber: "2000000004", after: "1", howChecked: "Called her" };
  const changed = await send(ada, "POST", `/api/payees/${id}/versions`, other);
  expect(changed.status, changed.problem.detail).toBe(200);
  expect((await heard()).filter((said) => said.includes("waits for your approval"))).toEqual([
    "Chidi@example.com: A payee’s account waits for your approval",
    "Obi@example.com: A payee’s account waits for your approval",
  ]);
  for (const { source, parsed } of server.heard) {
    expect(parsed.text).toContain("Zainab: GTBank Plc, account ending in 0004\n");
    expect(source).not.toMatch(/200000000|ZAINAB BELLO/);
  }
});

it("reminds once, when a quarter of the time is left and it still waits", async () => {
  dashboard.spoil();
  await setRules(oneMillion);
  const { id } = (await ask()).body;
  const ledger = await db();
  const leaveHours = (hours: number) =>
    ledger
      .updateTable("requests")
      .set({ expires_at: new Date(Date.now() + hours * 3_600_000).toISOString() })
      .execute();
  await heard();
  forget();
  await leaveHours(19);
  await sweepControls(ledger);
  expect(await heard()).toEqual([]);
  await leaveHours(17);
  await Promise.all([sweepControls(ledger), sweepControls(ledger)]);
  await sweepControls(ledger);
  expect(await heard()).toEqual([
    "Chidi@example.com: A payout still waits for your approval",
    "Obi@example.com: A payout still waits for your approval",
  ]);
  forget();
  // It still waits, and was told.
  await leaveHours(1);
  await sweepControls(ledger);
  expect(await heard()).toEqual([]);
  await leaveHours(-1);
  expect(await sweepControls(ledger)).toBe(1);
  expect([await heard(), (await send<Transfer>(ada, "GET", `/api/transfers/${id}`)).body.status]).toEqual([
    [],
    "cancelled",
  ]);
});

it("tells admins of rules that get looser or came by a command, also when they were stopped at once", async () => {
  await setRules(oneMillion);
  expect(await heard()).toEqual([]);
  const { pending } = await setRules({}, "1");
  const { status } = await send(admin, "POST", "/api/controls/2/stop");
  expect([pending?.n, status]).toEqual([2, 200]);
  expect(await heard()).toEqual(["Chidi@example.com: Looser rules for payouts were proposed"]);
  const proposed = server.heard[0]?.parsed.text;
  expect(proposed).toContain("Chidi has proposed looser rules. They count from");
  expect(proposed).toContain("By amount: No approval (was: From 1,000,000 naira: 1 approval)");
  expect(proposed).toContain(`http://localhost:3000/approvals/${pending?.requestId}`);
  forget();
  dashboard.spoil();
  const ledger = await db();
  const write = (by: string | null, n: number) =>
    inTransaction(ledger, async (trx) => {
      await trx.updateTable("control_rules").set({ state: "past" }).where("state", "=", "active").execute();
      const at = "2026-01-01T00:00:00.000Z";
      const row = {
        ...{ id: `rules-${n}`, n, rules: JSON.stringify(noRules), made_at: at, effective_at: at, by },
        ...{ reason: by === null ? "Everybody is away" : null, state: "active" as const },
      };
      await trx.insertInto("control_rules").values(row).execute();
      await tellNewRules(trx, row, { isLooser: by !== null, beforeN: 1, requestId: null });
    });
  await write(null, 3);
  expect(await heard()).toEqual(["Chidi@example.com: A command has changed the rules for payouts"]);
  expect(server.heard[0]?.parsed.text).toContain("Why: Everybody is away");
  forget();
  // Where there is no hold.
  await write(admin.personId, 4);
  expect(await heard()).toEqual(["Chidi@example.com: The rules for payouts are looser now"]);
});

it("offers the choice to those who can approve, and only while something asks for approvals", async () => {
  const read = async (who: Somebody) => (await send<MailChoices>(who, "GET", "/api/account/mail")).body;
  expect((await read(obi)).approvals).toBeNull();
  await setRules(oneMillion);
  const sade = await somebody("support", "Sade");
  expect([(await read(obi)).approvals, (await read(sade)).approvals]).toEqual([true, null]);
  const chosen = await send<MailChoices>(obi, "PATCH", "/api/account/mail", { approvals: false });
  expect(chosen.body.approvals).toBe(false);
  const refused = await send(sade, "PATCH", "/api/account/mail", { approvals: true });
  expect([refused.status, refused.problem.errors?.map(({ path }) => path)]).toEqual([422, ["approvals"]]);
  const { rows } = await sql<{
    detail: string;
  }>`select detail from audit_log where action = 'mail_choice_changed'`.execute(await db());
  expect(rows.map(({ detail }) => JSON.parse(detail))).toEqual([{ mail: "approvals", isOn: false }]);
});

it("needs a person while nobody is there who could approve it, and no longer once somebody is", async () => {
  await setRules(oneMillion);
  const { id } = (await ask()).body;
  const ledger = await db();
  const listed = async () => {
    const path = "/api/transfers?attention=yes&reason=no_approver";
    return (await send<{ items: Transfer[] }>(ada, "GET", path)).body.items.map((each) => [
      each.id,
      each.standing.reason,
    ]);
  };
  expect([await noteApprovers(ledger), await listed()]).toEqual([0, []]);
  const setFactors = (two_factor_enabled: number) =>
    ledger.updateTable("people").set({ two_factor_enabled }).where("id", "<>", ada.personId).execute();
  await setFactors(0);
  expect([await noteApprovers(ledger), await noteApprovers(ledger)]).toEqual([1, 0]);
  expect(await listed()).toEqual([[id, "no_approver"]]);
  await setFactors(1);
  expect([await noteApprovers(ledger), await listed()]).toEqual([1, []]);
});

it("is found while it waits, by its state, its status and a search, and is neither open nor created", async () => {
  await setRules(oneMillion);
  const { id } = (await ask()).body;
  const small = (await ask({ amount: "10", accountNumber: "0123456783" })).body.id;
  const find = async (query: string) => {
    const { body } = await send<{ items: { id: string }[] }>(ada, "GET", `/api/transfers?${query}`);
    return body.items.map((each) => each.id).sort();
  };
  for (const query of ["state=waiting", "status=awaiting_approval", `q=${id}`, "state=waiting&q=6789"])
    expect(await find(query), query).toEqual([id]);
  for (const query of ["state=open", "state=created"]) expect(await find(query), query).toEqual([small]);
  expect(await find("q=GTBank")).toEqual([id, small].sort());
  await decide(id, obi, { decision: "decline", reason: "No." });
  expect([await find("state=waiting"), await find("state=never")]).toEqual([[], [id]]);
});

it("exports why a transfer waited, who approved or declined it, and when", async () => {
  await setRules({ tiers: [{ fromNaira: "1000000", approvals: 2, by: "finance" }] });
  const both = (await ask()).body.id;
  await decide(both, obi);
  await decide(both, admin);
  const declined = (await ask({ accountNumber: "0123456781" })).body.id;
  await decide(declined, obi, { decision: "decline", reason: "=Not\nours" });
  const waits = (await ask({ accountNumber: "0123456782" })).body.id;
  const voided = (await ask({ accountNumber: "0123456784" })).body.id;
  await decide(voided, obi);
  await somebody("finance", "Ife");
  await send(admin, "PATCH", `/api/people/${obi.personId}`, { isDisabled: true });
  await decide(voided, admin);
  const small = (await ask({ amount: "10", accountNumber: "0123456783" })).body.id;
  const origin = "http://localhost:3000";
  const answered = await answerRequest(
    new Request(`${origin}/api/transfers/export`, {
      method: "POST",
      headers: { host: "localhost:3000", origin, cookie: ada.cookie, "content-type": "application/json" },
      body: "{}",
    }),
  );
  const [head = [], ...lines] = readCsv((await answered.text()).replace("\ufeff", ""));
  const columns = ["Created by", "Waited for approval for", "Approved by", "Declined by", "Declined for"];
  const ended = ["Approval asked (UTC)", "Decided (UTC)", "Decided (Africa/Lagos)"];
  const read = (id: string) => {
    const line = lines.find(([own]) => own?.replace(/^'/, "") === id) ?? [];
    const cell = (name: string) => line[head.indexOf(name)] ?? "none";
    return {
      words: columns.map((name) => cell(name).replaceAll(/[\d-]{10}T[\d:.]+Z/g, "TIME")),
      hasTime: ended.map((name) => cell(name) !== ""),
    };
  };
  const why = "1,000,000 naira or more to this account in 24 hours.";
  const maker = "Ada 0123456789";
  expect(read(both)).toEqual({
    words: [maker, why, "Obi at TIME; Chidi at TIME", "", ""],
    hasTime: [true, true, true],
  });
  expect(read(declined)).toEqual({
    words: [maker, why, "", "Obi", "'=Not ours"],
    hasTime: [true, true, true],
  });
  expect(read(waits)).toEqual({ words: [maker, why, "", "", ""], hasTime: [true, false, false] });
  expect(read(voided)).toEqual({
    words: [maker, why, "Obi at TIME (void: Obi’s account is disabled); Chidi at TIME", "", ""],
    hasTime: [true, false, false],
  });
  expect(read(small)).toEqual({ words: [maker, "", "", "", ""], hasTime: [false, false, false] });
});
