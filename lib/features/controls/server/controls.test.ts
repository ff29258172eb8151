import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Transfer } from "#lib/contract/api";
import type {
  ApprovalDetail,
  ApprovalQueue,
  ControlsPreview,
  ControlsState,
} from "#lib/features/controls/controls-api";
import { noRules } from "#lib/features/controls/rules";
import { db } from "#lib/server/database/db";
import { findTransfer } from "#lib/server/ledger/transfers";
import { verifyLedger } from "#lib/server/verify/verify-ledger";
import { type Controlled, startControlled } from "#lib/testing/controls/controlled";
import { goodTransfer } from "#lib/testing/ledger/inputs";
import { answer } from "#lib/testing/service/faulty-service";
import { sweepControls } from "./expire";

/** Rules and approvals, over the API, with a real service and database. The good transfer pays out 1,913,409.88 naira. */
type Somebody = Controlled["ada"];
let house: Controlled;
let service: Controlled["service"];
let dashboard: Controlled["dashboard"];
let send: Controlled["send"];
let somebody: Controlled["somebody"];
let ada: Somebody;
let obi: Somebody;
let ngozi: Somebody;
let admin: Somebody;

beforeEach(async () => {
  house = await startControlled();
  ({ service, dashboard, send, somebody, ada, obi, ngozi, chidi: admin } = house);
});
afterEach(() => house.close());

const rulesOf = (change: object) => ({ ...noRules, ...change });
const oneMillion = { tiers: [{ fromNaira: "1000000", approvals: 1, by: "finance" }] };

async function setRules(change: object, after = "0") {
  const reply = await send<ControlsState>(admin, "POST", "/api/controls", { after, rules: rulesOf(change) });
  expect(reply.problem.code, reply.problem.detail).toBeUndefined();
  return reply.body;
}

const ask = (change: object = {}, who = ada) =>
  send<Transfer>(who, "POST", "/api/transfers", { ...goodTransfer, ...change });

async function seen(id: string, who = obi): Promise<ApprovalDetail> {
  return (await send<ApprovalDetail>(who, "GET", `/api/approvals/${id}`)).body;
}

const nowQuote = (outputAmount = "1913409.88") => ({ outputAmount, quotedAt: new Date().toISOString() });

async function decide(id: string, who: Somebody, change: object = {}) {
  const { subjectHash, payout } = await seen(id, who);
  return send<ApprovalDetail>(who, "POST", `/api/approvals/${id}/decision`, {
    ...{ decision: "approve", subjectHash, acceptedQuote: nowQuote(payout?.naira ?? undefined) },
    ...change,
  });
}

const sentTimes = () => service.callsOf("initiate").length;

describe("without rules", () => {
  it("sends at once, and asks nobody", async () => {
    const { status, body } = await ask();
    expect([status, body.status, sentTimes()]).toEqual([201, "accepted", 1]);
    expect((await send<ApprovalQueue>(obi, "GET", "/api/approvals")).body).toEqual({
      ...{ yours: [], others: [], waiting: 0, ended: [] },
    });
  });

  it("asks about an amount above five times what is usual, and takes its tick", async () => {
    for (const amount of ["100", "110", "90"]) expect((await ask({ amount })).status).toBe(201);
    const odd = await ask({ amount: "1000" });
    expect([odd.status, odd.problem.code]).toEqual([409, "unusual_amount"]);
    expect(odd.problem.detail).toMatch(/^More than|^\d+ times|^10 times/);
    expect(sentTimes()).toBe(3);
    expect((await ask({ amount: "1000", confirmAmount: true })).status).toBe(201);
    expect((await ask({ amount: "500" })).status).toBe(201);
  });
});

describe("a tier", () => {
  it("lets what is below it go, and holds what reaches it until somebody else agrees", async () => {
    await setRules(oneMillion);
    expect((await ask({ amount: "100" })).body.status).toBe("accepted");
    const { id, status } = (await ask({ accountNumber: "0123456781" })).body;
    expect([status, sentTimes()]).toEqual(["awaiting_approval", 1]);
    const own = await decide(id, ada);
    expect([own.status, own.problem.code]).toEqual([409, "own_request"]);
    const queue = (await send<ApprovalQueue>(obi, "GET", "/api/approvals")).body;
    expect(queue.yours).toMatchObject([
      { subjectId: id, maker: { name: "Ada" }, mine: "decide", payout: { accountLastFour: "6781" } },
    ]);
    expect(queue.yours[0]?.why).toBe(
      "1,000,000 naira or more to this account in 24 hours. 3 people can approve.",
    );
    const agreed = await decide(id, obi);
    expect([agreed.status, agreed.body.state]).toEqual([200, "approved"]);
    expect([(await findTransfer(id)).status, sentTimes()]).toEqual(["accepted", 2]);
    const again = await decide(id, obi);
    expect([again.status, again.body.state, sentTimes()]).toEqual([200, "approved", 2]);
    expect((await decide(id, ngozi)).problem.code).toBe("not_waiting");
  });

  it("counts what goes to one account in a day, whoever asks, in any token", async () => {
    await setRules(oneMillion);
    // Each pays out some 612,000 naira.
    expect((await ask({ amount: "400", confirmAmount: true })).body.status).toBe("accepted");
    const second = await ask({ amount: "401", confirmAmount: true }, ngozi);
    expect(second.body.status).toBe("awaiting_approval");
    const other = await ask({ amount: "402", accountNumber: "0123456781", confirmAmount: true });
    expect(other.body.status).toBe("accepted");
    // What waits counts as well.
    expect((await ask({ amount: "1", confirmAmount: true })).body.status).toBe("awaiting_approval");
  });

  it("needs two people where it says so", async () => {
    await setRules({ tiers: [{ fromNaira: "1000000", approvals: 2, by: "finance" }] });
    const { id } = (await ask()).body;
    expect((await decide(id, obi)).body).toMatchObject({ state: "waiting", given: { people: 1 } });
    expect((await decide(id, obi)).body).toMatchObject({ state: "waiting", given: { people: 1 } });
    expect(sentTimes()).toBe(0);
    expect((await decide(id, ngozi)).body.state).toBe("approved");
    expect(sentTimes()).toBe(1);
  });

  it("takes no approval of other content, of a person who can't, or after it was withdrawn", async () => {
    await setRules(oneMillion);
    const { id } = (await ask()).body;
    expect((await decide(id, obi, { subjectHash: "0".repeat(64) })).problem.code).toBe("request_changed");
    const young = await somebody("finance", "Young");
    const ledger = await db();
    await ledger
      .updateTable("people")
      .set({ approves_from: new Date(Date.now() + 60_000).toISOString() })
      .where("id", "=", young.personId)
      .execute();
    expect((await decide(id, young)).problem.code).toBe("not_yet_approver");
    const bare = await somebody("finance", "Bare", { hasSecondFactor: false });
    expect((await decide(id, bare)).problem.detail).toContain("Bare has no second factor");
    const support = await somebody("support", "Sade");
    expect((await decide(id, support)).status).toBe(403);
    const old = await somebody("finance", "Old", { confirmed: -10 * 60_000 });
    expect((await decide(id, old)).problem.code).toBe("confirmation_needed");
    expect((await send(ada, "POST", `/api/transfers/${id}/withdrawal`)).status).toBe(200);
    expect((await decide(id, obi)).problem.code).toBe("not_waiting");
    expect(sentTimes()).toBe(0);
  });

  it("is declined with a reason, and is asked for again as another", async () => {
    await setRules(oneMillion);
    const { id } = (await ask()).body;
    const silent = await decide(id, obi, { decision: "decline" });
    expect([silent.status, silent.problem.errors?.[0]?.path]).toEqual([422, "reason"]);
    const no = await decide(id, obi, { decision: "decline", reason: "Not our supplier." });
    expect(no.body).toMatchObject({ state: "declined", reason: "Not our supplier.", endedBy: "Obi" });
    expect((await findTransfer(id)).status).toBe("declined");
    const again = await ask({ replaces: id });
    expect(again.body.status).toBe("awaiting_approval");
    expect((await seen(again.body.id)).decisions).toEqual([]);
  });

  it("ends by time", async () => {
    await setRules(oneMillion);
    const { id } = (await ask()).body;
    const ledger = await db();
    expect(await sweepControls(ledger)).toBe(0);
    await ledger.updateTable("requests").set({ expires_at: "2026-01-01T00:00:00.000Z" }).execute();
    expect((await decide(id, obi)).problem.code).toBe("request_expired");
    expect(await sweepControls(ledger)).toBe(1);
    expect([(await findTransfer(id)).status, (await seen(id)).state]).toEqual(["cancelled", "expired"]);
    dashboard.spoil();
  });

  it("sends nothing at a quote that moved, or without one", async () => {
    await setRules(oneMillion);
    const { id } = (await ask()).body;
    const moved = await decide(id, obi, { acceptedQuote: { ...nowQuote(), outputAmount: "2500000" } });
    expect(moved.problem.code).toBe("quote_moved");
    expect((await decide(id, obi, { acceptedQuote: undefined })).problem.errors?.[0]?.path).toBe(
      "acceptedQuote",
    );
    expect((await seen(id)).given.people).toBe(0);
    service.behave("quote", answer(500, "{}"));
    expect((await ask({ accountNumber: "0123456781" })).problem.code).toBe("not_possible_now");
    expect(sentTimes()).toBe(0);
  });

  it("lets nobody tick away a quote that doesn't add up, which could slip under it", async () => {
    await setRules(oneMillion);
    service.behave(
      "quote",
      answer(200, '{"success":true,"quote":{"rate":1538.42,"output_amount":1244.25,"fee":6.25}}'),
    );
    const odd = await ask({ confirmOddQuote: true });
    expect([odd.status, odd.problem.code, sentTimes()]).toEqual([409, "quote_odd", 0]);
  });

  it("voids what somebody approved who can't any more, and says so", async () => {
    await setRules({ tiers: [{ fromNaira: "1000000", approvals: 2, by: "finance" }] });
    const { id } = (await ask()).body;
    await decide(id, obi);
    await send(admin, "PATCH", `/api/people/${obi.personId}`, { isDisabled: true });
    const next = await decide(id, ngozi);
    expect(next.body).toMatchObject({ state: "waiting", given: { people: 1 } });
    expect(next.body.decisions[0]).toMatchObject({ person: "Obi", voidedWhy: "Obi’s account is disabled" });
    expect(sentTimes()).toBe(0);
    expect((await decide(id, admin)).body.state).toBe("approved");
  });

  it("counts none of somebody who can't any more at once, and takes another once they can again", async () => {
    await setRules({ tiers: [{ fromNaira: "1000000", approvals: 2, by: "finance" }] });
    const { id } = (await ask()).body;
    await decide(id, obi);
    const seen = () => send<ApprovalDetail>(ngozi, "GET", `/api/approvals/${id}`);
    expect((await seen()).body.given).toEqual({ people: 1, admins: 0 });
    await send(admin, "PATCH", `/api/people/${obi.personId}`, { role: "support" });
    expect((await seen()).body).toMatchObject({ given: { people: 0 }, decisions: [{ voidedWhy: /Obi/ }] });
    await decide(id, ngozi);
    await send(admin, "PATCH", `/api/people/${obi.personId}`, { role: "finance" });
    expect((await decide(id, obi)).problem.code).toBe("not_yet_approver");
    await (await db()).updateTable("people").set({ approves_from: null }).execute();
    const again = await decide(id, obi);
    expect(again.body).toMatchObject({ state: "approved", given: { people: 2 } });
    expect(again.body.decisions.map(({ person }) => person)).toEqual(["Obi", "Ngozi", "Obi"]);
    expect(sentTimes()).toBe(1);
  });
});

describe("a new account", () => {
  it("waits, and its approver types its last four digits", async () => {
    await setRules({ newAccount: { coolOffHours: 24 } });
    const { id } = (await ask({ amount: "100" })).body;
    const wrong = await decide(id, obi, { lastFour: "0000", acceptedQuote: undefined });
    expect([wrong.status, wrong.problem.errors?.[0]?.path]).toEqual([422, "lastFour"]);
    expect((await seen(id)).needsLastFour).toBe(true);
    const right = await decide(id, obi, { lastFour: "6789", acceptedQuote: undefined });
    expect(right.body.state).toBe("approved");
    expect((await ask({ amount: "101" })).body.status).toBe("accepted");
  });
});

describe("what was asked for at once", () => {
  it("doesn’t stop what passed before it, and leaves no row where a day is full", async () => {
    await setRules(oneMillion);
    // Each pays out some 612,000 naira: whichever is judged first goes, and the other waits.
    const both = await Promise.all([
      ask({ amount: "400", confirmAmount: true }),
      ask({ amount: "401", confirmAmount: true }, ngozi),
    ]);
    expect(both.map(({ body }) => body.status).sort()).toEqual(["accepted", "awaiting_approval"]);
    expect(sentTimes()).toBe(1);
    await setRules({ businessDayNaira: "700000", ...oneMillion }, "1");
    const full = await ask({ amount: "402", accountNumber: "0123456781", confirmAmount: true });
    expect(full.problem.code).toBe("limit_reached");
    const rows = await (await db()).selectFrom("transfers").select("id").execute();
    expect(rows).toHaveLength(2);
  });
});

it("lists what somebody can decide, however much they have asked for themselves", async () => {
  await setRules({ tiers: [{ fromNaira: "1", approvals: 1, by: "finance" }] });
  const own = (await ask({ confirmAmount: true })).body.id;
  const ledger = await db();
  const [row] = await ledger.selectFrom("requests").selectAll().where("subject_id", "=", own).execute();
  if (row === undefined) throw new Error("Nothing waits.");
  for (let at = 0; at < 120; at++)
    await ledger
      .insertInto("requests")
      .values({ ...row, id: randomUUID(), subject_id: `${own}-${at}`, asked_at: "2026-01-01T00:00:00.000Z" })
      .execute();
  const { id } = (await ask({ accountNumber: "0123456781", confirmAmount: true }, obi)).body;
  const { yours, others, waiting } = (await send<ApprovalQueue>(ada, "GET", "/api/approvals")).body;
  expect([yours.map(({ subjectId }) => subjectId), others.length, waiting]).toEqual([[id], 50, 52]);
  const ofAdmin = (await send<ApprovalQueue>(admin, "GET", "/api/approvals")).body;
  expect([ofAdmin.yours.length, ofAdmin.others.length]).toEqual([50, 0]);
  dashboard.spoil();
});

describe("a limit", () => {
  it("refuses a transfer above it, and says what is left of a day", async () => {
    await setRules({ transferNaira: "1500000", businessDayNaira: "1000000" });
    const large = await ask();
    expect([large.problem.code, sentTimes()]).toEqual(["limit_reached", 0]);
    expect(large.problem.detail).toContain("The limit for one transfer is 1,500,000 naira.");
    expect((await ask({ amount: "400" })).body.status).toBe("accepted");
    const full = await ask({ amount: "400", accountNumber: "0123456781" });
    expect(full.problem.detail).toContain("The limit for the business is 1,000,000 naira a day");
    expect(sentTimes()).toBe(1);
  });

  it("lets an admin pass what is above a person's day", async () => {
    await setRules({ personDayNaira: "1000000" });
    expect((await ask({ amount: "400" })).body.status).toBe("accepted");
    const { id, status } = (await ask({ amount: "400", accountNumber: "0123456781" })).body;
    expect(status).toBe("awaiting_approval");
    expect((await decide(id, obi)).body.state).toBe("waiting");
    expect((await decide(id, admin)).body.state).toBe("approved");
    expect((await ask({ amount: "400", accountNumber: "0123456782" }, ngozi)).body.status).toBe("accepted");
  });
});

describe("the rules themselves", () => {
  it("are set by an admin on what they saw, and each fault is named", async () => {
    const rules = rulesOf(oneMillion);
    expect((await send(obi, "POST", "/api/controls", { after: "0", rules })).status).toBe(403);
    const bad = rulesOf({ tiers: [{ fromNaira: "0", approvals: 3, by: "finance" }] });
    const named = await send(admin, "POST", "/api/controls", { after: "0", rules: bad });
    expect(named.problem.errors?.map(({ path }) => path)).toEqual(
      expect.arrayContaining(["rules.tiers.0.fromNaira", "rules.tiers.0.approvals"]),
    );
    const odd = rulesOf({ nameConfirmed: { fromNaira: "1", months: 0 } });
    const refused = await send(admin, "POST", "/api/controls", { after: "0", rules: odd });
    expect(refused.problem.errors?.[0]?.path).toBe("rules.nameConfirmed.months");
    await setRules(oneMillion);
    expect((await send(admin, "POST", "/api/controls", { after: "0", rules })).problem.code).toBe(
      "rules_changed",
    );
  });

  it("are refused where too few could meet them", async () => {
    for (const { personId } of [obi, ngozi])
      await send(admin, "PATCH", `/api/people/${personId}`, { isDisabled: true });
    const rules = rulesOf({ tiers: [{ fromNaira: "1000000", approvals: 2, by: "finance" }] });
    const refused = await send(admin, "POST", "/api/controls", { after: "0", rules });
    expect(refused.problem.code).toBe("no_approver");
  });

  it("get looser once a second admin agrees, or after the hold, and any admin stops that", async () => {
    await setRules(oneMillion);
    const looser = await send<ControlsState>(admin, "POST", "/api/controls", {
      ...{ after: "1", rules: noRules },
    });
    expect(looser.body.pending?.n).toBe(2);
    expect((await ask()).body.status).toBe("awaiting_approval");
    const second = await somebody("admin", "Ife");
    const requestId = looser.body.pending?.requestId ?? "";
    expect((await decide(requestId, admin, { acceptedQuote: undefined })).problem.code).toBe("own_request");
    expect((await send(second, "POST", "/api/controls/2/stop")).status).toBe(200);
    expect((await decide(requestId, second, { acceptedQuote: undefined })).problem.code).toBe("not_waiting");
    const again = await send<ControlsState>(admin, "POST", "/api/controls", {
      ...{ after: "2", rules: noRules },
    });
    const agreed = await decide(again.body.pending?.requestId ?? "", second, { acceptedQuote: undefined });
    expect(agreed.body.state).toBe("approved");
    expect((await send<ControlsState>(admin, "GET", "/api/controls")).body).toMatchObject({
      ...{ n: 3, rules: noRules, pending: null },
    });
    await setRules(oneMillion, "3");
    await send(admin, "POST", "/api/controls", { after: "4", rules: noRules });
    const ledger = await db();
    const { effective_at } = await ledger
      .selectFrom("control_rules")
      .select("effective_at")
      .where("state", "=", "proposed")
      .executeTakeFirstOrThrow();
    expect(Date.parse(effective_at)).toBeGreaterThan(Date.now() + 23 * 3_600_000);
    await ledger
      .updateTable("control_rules")
      .set({ effective_at: "2026-01-01T00:00:00.000Z" })
      .where("state", "=", "proposed")
      .execute();
    await sweepControls(ledger);
    expect((await send<ControlsState>(admin, "GET", "/api/controls")).body.rules).toEqual(noRules);
    dashboard.spoil();
  });

  it("say before they are set what they would have done", async () => {
    for (const amount of ["400", "400", "1250.50"])
      await ask({ amount, confirmSeparate: true, confirmAmount: true });
    const preview = await send<ControlsPreview>(admin, "POST", "/api/controls/preview", {
      rules: rulesOf(oneMillion),
    });
    expect(preview.body).toMatchObject({ transfers: 3, waits: 2, refused: 0, effect: "tighter" });
    const first = await send<ControlsPreview>(admin, "POST", "/api/controls/preview", {
      rules: rulesOf({ newAccount: { coolOffHours: 24 }, transferNaira: "1000000" }),
    });
    expect(first.body).toMatchObject({ transfers: 3, waits: 1, refused: 1, effect: "tighter" });
  });
});

it("names in the ledger's check whatever of a request or an approval was changed by hand", async () => {
  await setRules(oneMillion);
  const { id } = (await ask()).body;
  await decide(id, obi);
  const ledger = await db();
  expect((await verifyLedger(ledger)).differences).toEqual([]);
  for (const [table, change] of [
    ["requests", { subject_hash: "0".repeat(64) }],
    ["requests", { naira: "1" }],
    ["approvals", { person_name: "Somebody" }],
    ["approvals", { voided_why: "Nothing" }],
    ["control_rules", { rules: JSON.stringify(noRules) }],
  ] as const) {
    const before = await ledger.selectFrom(table).selectAll().executeTakeFirstOrThrow();
    await ledger.updateTable(table).set(change).execute();
    const [first] = (await verifyLedger(ledger)).differences;
    expect(first, table).toMatchObject({ text: "was changed after it was recorded" });
    await ledger.updateTable(table).set(before).execute();
  }
  await ledger.deleteFrom("approvals").execute();
  expect((await verifyLedger(ledger)).differences.length).toBeGreaterThan(0);
  dashboard.spoil();
});
