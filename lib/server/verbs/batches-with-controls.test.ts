import { afterEach, beforeEach, expect, it } from "vitest";
import type { Batch } from "#lib/features/bulk/batches/batch-answers";
import type { ApprovalDetail, ApprovalQueue, ControlsState } from "#lib/features/controls/controls-api";
import { sweepControls } from "#lib/features/controls/server/expire";
import { judgeServer } from "#lib/server/hold/transfer-hold";
import { gtbankNumber, payoutTable } from "#lib/testing/bulk/payout-table";
import { type Controlled, oneMillion, startControlled, twoPeople } from "#lib/testing/controls/controlled";

/** Batches beside rules for payouts. A USDC pays out about 1,530 naira. */

let house: Controlled;
beforeEach(async () => {
  house = await startControlled();
});
afterEach(() => house.close());

type Somebody = Controlled["ada"];
const table = payoutTable([
  ["Ada Eze", 1, "300"],
  ["Obi Oko", 2, "300"],
  ["Uche Ali", 3, "300"],
]);
const send = <Body = Batch>(who: Somebody, method: string, path: string, body?: unknown) =>
  house.send<Body>(who, method, `/api/batches${path}`, body);
const read = async (id: string, who = house.ada) => (await send(who, "GET", `/${id}`)).body;

async function make(text = table, who = house.ada): Promise<string> {
  const { body, problem } = await send(who, "POST", "", { name: "Salaries", asset: "base:usdc", text });
  if (body.id === undefined) throw new Error(problem.detail);
  return body.id;
}

async function agree(id: string, who = house.ada) {
  const { seen, rates } = await read(id, who);
  return send(who, "POST", `/${id}/agree`, {
    seen: `${seen}`,
    rates: rates.map(({ asset, rate }) => ({ asset, rate })),
  });
}
const create = (id: string, who = house.ada) => send(who, "POST", `/${id}/create`, {});
const actionsOf = async (id: string) => {
  const log = house.ledger.selectFrom("audit_log").select("action").where("record_id", "=", id);
  return (await log.orderBy("seq").execute()).map(({ action }) => action);
};
const initiated = () => house.service.callsOf("initiate").length;

it("waits as one where the sum asks for a second person, and is created once somebody has approved it", async () => {
  await house.setRules();
  const id = await make();
  const asked = await agree(id);
  expect([asked.status, asked.body.state]).toEqual([200, "awaiting_approval"]);
  expect((await create(id)).problem.code).toBe("not_possible_now");
  const own = await house.decide(id, house.ada);
  expect(own.problem.code).toBe("own_request");

  const { yours } = (await house.send<ApprovalQueue>(house.obi, "GET", "/api/approvals")).body;
  expect(yours).toMatchObject([
    {
      kind: "batch",
      subjectId: id,
      batch: { name: "Salaries", rows: 3, sums: [{ token: "USDC", amount: "900" }] },
    },
  ]);
  const detail = (await house.send<ApprovalDetail>(house.obi, "GET", `/api/approvals/${id}`)).body;
  expect(detail.rows.map(({ accountName, accountLastFour }) => `${accountName} ${accountLastFour}`)).toEqual([
    `Ada Eze ${gtbankNumber(1).slice(-4)}`,
    `Obi Oko ${gtbankNumber(2).slice(-4)}`,
    `Uche Ali ${gtbankNumber(3).slice(-4)}`,
  ]);
  // Nobody has ticked anything: an approver is told of no confirmation.
  expect(detail.confirmed).toEqual([]);
  expect((await house.decide(id, house.obi)).body).toMatchObject({ state: "approved" });
  expect((await read(id)).state).toBe("agreed");
  expect((await create(id)).body).toMatchObject({ state: "done", counts: { created: 3, waiting: 0 } });
  const { waiting } = (await house.send<ApprovalQueue>(house.obi, "GET", "/api/approvals")).body;
  expect(waiting).toBe(0);
});

it("passes at once below every rule, and then each row is judged by itself", async () => {
  await house.setRules();
  const id = await make(
    payoutTable([
      ["Ada Eze", 1, "100"],
      ["Obi Oko", 2, "100"],
    ]),
  );
  expect((await agree(id)).body.state).toBe("agreed");
  expect((await create(id)).body.counts).toMatchObject({ created: 2, waiting: 0 });
});

it("voids an approval by any change, and sends nothing that nobody has approved", async () => {
  await house.setRules();
  const id = await make();
  await agree(id);
  const before = (await house.send<ApprovalDetail>(house.obi, "GET", `/api/approvals/${id}`)).body;
  const { seen } = await read(id);
  const changed = await send(house.ada, "PATCH", `/${id}/rows/2`, {
    seen: `${seen}`,
    fields: { amount: "400" },
  });
  expect(changed.body.state).toBe("draft");
  const late = await house.decide(before.id, house.obi, { subjectHash: before.subjectHash });
  expect(late.problem.code).toBe("not_waiting");
  await agree(id);
  const stale = await house.decide(id, house.obi, { subjectHash: before.subjectHash });
  expect(stale.problem.code).toBe("request_changed");
  expect((await house.decide(id, house.obi)).body.state).toBe("approved");
  // Approved, and changed after it.
  const now = await read(id);
  await send(house.ada, "PATCH", `/${id}/rows/3`, { seen: `${now.seen}`, fields: { amount: "900" } });
  expect((await create(id)).problem.code).toBe("not_possible_now");
  expect((await agree(id)).body.state).toBe("awaiting_approval");
  expect((await create(id)).problem.code).toBe("not_possible_now");
});

it("goes back to its maker with the reason where it is declined", async () => {
  await house.setRules();
  const id = await make();
  await agree(id);
  const declined = await house.decide(id, house.obi, { decision: "decline", reason: "Not this month." });
  expect(declined.body.state).toBe("declined");
  expect(await read(id)).toMatchObject({
    state: "draft",
    stopped: { code: "declined", message: "Declined by Obi: Not this month." },
  });
  expect((await actionsOf(id)).at(-1)).toBe("batch_declined");
});

it("counts what waits in a batch for the sum to an account, and each naira once", async () => {
  await house.setRules();
  const id = await make(
    payoutTable([
      ["Ada Eze", 1, "300"],
      ["Obi Oko", 2, "500"],
    ]),
  );
  expect((await agree(id)).body.state).toBe("awaiting_approval");
  // 300 wait to go there: with 400 it is above the tier.
  const single = await house.ask({
    ...{ amount: "400", accountName: "Ada Eze", accountNumber: gtbankNumber(1), confirmSeparate: true },
  });
  expect(single.body.status).toBe("awaiting_approval");
  await house.decide(id, house.obi);
  await create(id);
  expect((await read(id)).counts.created).toBe(2);
});

it("stops where the rules have become stricter since it was approved, and not where they are looser", async () => {
  await house.setRules();
  const text = payoutTable(Array.from({ length: 12 }, (_, at) => ["Ada Eze", at + 1, "300"]));
  const id = await make(text);
  await agree(id);
  expect((await house.decide(id, house.obi)).status).toBe(200);
  await house.setRules({ tiers: [{ fromNaira: "2000000", approvals: 1, by: "finance" }] });
  const ngo = await house.somebody("admin", "Ngo");
  const { pending } = (await house.send<ControlsState>(ngo, "GET", "/api/controls")).body;
  expect((await house.decide(pending?.requestId ?? "", ngo)).status).toBe(200);
  expect((await create(id)).body.counts).toMatchObject({ created: 10 });
  await house.setRules({ tiers: [{ fromNaira: "1000000", approvals: 2, by: "finance" }] });
  expect((await create(id)).body).toMatchObject({ state: "stopped", stopped: { code: "rules" } });
  expect(initiated()).toBe(10);
});

it("stops where an approver can approve no more", async () => {
  await house.setRules();
  const id = await make();
  await agree(id);
  await house.decide(id, house.obi);
  await house.ledger.updateTable("people").set({ role: "support" }).where("name", "=", "Obi").execute();
  const { body } = await create(id);
  expect(body).toMatchObject({
    state: "stopped",
    stopped: { code: "rules", row: null },
    counts: { toGo: 3 },
  });
  expect(initiated()).toBe(0);
});

it("is approved by nobody who brought it or changed a row of it", async () => {
  await house.setRules();
  const id = await make(table, house.ngozi);
  const { seen } = await read(id);
  const changed = await send(house.obi, "PATCH", `/${id}/rows/2`, {
    seen: `${seen}`,
    fields: { amount: "310" },
  });
  expect(changed.status, changed.problem.detail).toBe(200);
  expect((await agree(id)).body.state).toBe("awaiting_approval");
  for (const maker of [house.ngozi, house.obi])
    expect((await house.decide(id, maker)).problem.code).toBe("own_request");
  expect((await house.decide(id, house.chidi)).body.state).toBe("approved");
});

it("counts no approval of somebody who can give none any more, where it needs two", async () => {
  await house.setRules(twoPeople);
  const id = await make();
  await agree(id);
  expect((await house.decide(id, house.obi)).body).toMatchObject({ state: "waiting", given: { people: 1 } });
  await house.send(house.chidi, "PATCH", `/api/people/${house.obi.personId}`, { isDisabled: true });
  expect((await house.decide(id, house.ngozi)).body).toMatchObject({
    ...{ state: "waiting", given: { people: 1 } },
    decisions: [{ voidedWhy: "Obi’s account is disabled" }, { voidedWhy: null }],
  });
  expect((await create(id)).problem.code).toBe("not_possible_now");
  expect((await house.decide(id, house.chidi)).body.state).toBe("approved");
});

it("is not approved once a hold was ended that came after it was asked for", async () => {
  await house.setRules();
  const id = await make();
  await agree(id);
  await judgeServer(house.ledger);
  const released_at = new Date().toISOString();
  await house.ledger.updateTable("database_server").set({ released_at }).execute();
  expect((await house.decide(id, house.obi)).problem.code).toBe("request_expired");
  expect((await create(id)).problem.code).toBe("not_possible_now");
  // Asked for again, by somebody who has compared.
  expect((await agree(id)).body.state).toBe("awaiting_approval");
  expect((await house.decide(id, house.obi)).body.state).toBe("approved");
});

it("goes back to its maker where nobody decides in time", async () => {
  await house.setRules();
  const id = await make();
  await agree(id);
  await house.ledger.updateTable("requests").set({ expires_at: "2026-01-01T00:00:00.000Z" }).execute();
  expect((await house.decide(id, house.obi)).problem.code).toBe("request_expired");
  expect(await sweepControls(house.ledger)).toBe(1);
  expect(await read(id)).toMatchObject({
    state: "draft",
    stopped: { code: "declined", message: expect.stringContaining("Nobody decided in time") },
  });
  expect((await actionsOf(id)).at(-1)).toBe("batch_expired");
  expect((await agree(id)).body.state).toBe("awaiting_approval");
  house.dashboard.spoil();
});

it("creates nothing by rules that came after it was agreed to", async () => {
  await house.setRules();
  // Each row is below the new tier, and their sum isn't.
  const id = await make(
    payoutTable([
      ["Ada Eze", 1, "100"],
      ["Obi Oko", 2, "100"],
    ]),
  );
  expect((await agree(id)).body.state).toBe("agreed");
  await house.setRules({ tiers: [{ fromNaira: "200000", approvals: 1, by: "finance" }] });
  expect((await create(id)).body).toMatchObject({
    ...{ state: "stopped", stopped: { code: "rules", row: null } },
    counts: { toGo: 2, created: 0 },
  });
  expect((await agree(id)).body.state).toBe("awaiting_approval");
  expect(initiated()).toBe(0);
});

it("stops at a limit of the day, though it was approved", async () => {
  await house.setRules({ ...oneMillion, businessDayNaira: "1000000" });
  const id = await make();
  await agree(id);
  expect((await house.decide(id, house.obi)).body.state).toBe("approved");
  expect((await create(id)).body).toMatchObject({
    ...{ state: "stopped", stopped: { code: "limit" } },
    counts: { created: 2, toGo: 1 },
  });
  expect(initiated()).toBe(2);
});

const two = payoutTable([
  ["Ada Eze", 1, "300"],
  ["Obi Oko", 2, "500"],
]);
/** To the account of the first row, of which some 460,000 naira go there. */
const single = async (amount: string) => {
  const account = { accountName: "Ada Eze", accountNumber: gtbankNumber(1) };
  return (await house.ask({ ...account, amount, confirmSeparate: true }, house.ngozi)).body;
};

it("counts what was approved until it is created, and once when it is", async () => {
  await house.setRules();
  const id = await make(two);
  await agree(id);
  await house.decide(id, house.obi);
  const waits = await single("400");
  expect(waits.status).toBe("awaiting_approval");
  await house.send(house.ngozi, "POST", `/api/transfers/${waits.id}/withdrawal`);
  expect((await create(id)).body.counts.created).toBe(2);
  expect((await single("301")).status).toBe("accepted");
});

it("counts no more once it was discarded", async () => {
  await house.setRules();
  const id = await make(two);
  await agree(id);
  await house.decide(id, house.obi);
  const { seen } = await read(id);
  expect((await send(house.ada, "POST", `/${id}/discard`, { seen: `${seen}` })).status).toBe(200);
  expect((await single("400")).status).toBe("accepted");
});

it("tells the approver which rows pay out fixed naira, and the most that each may take", async () => {
  await house.setRules();
  const id = await make(
    payoutTable(
      [
        ["Ada Eze", 1, "600000"],
        ["Obi Oko", 2, "500000"],
      ],
      "Naira",
    ),
  );
  await agree(id);
  const { rows } = (await house.send<ApprovalDetail>(house.obi, "GET", `/api/approvals/${id}`)).body;
  expect(rows.map(({ isWish, naira }) => [isWish, naira])).toEqual([
    [true, "600000"],
    [true, "500000"],
  ]);
  const other = await make();
  await agree(other);
  const detail = (await house.send<ApprovalDetail>(house.obi, "GET", `/api/approvals/${other}`)).body;
  expect(detail.rows.map(({ isWish, amount }) => [isWish, amount])).toEqual(Array(3).fill([false, "300"]));
});
