import { afterEach, beforeEach, expect, it } from "vitest";
import type { Batch } from "#lib/features/bulk/batches/batch-answers";
import type { ApprovalDetail, ApprovalQueue, ControlsState } from "#lib/features/controls/controls-api";
import { gtbankNumber, payoutTable } from "#lib/testing/bulk/payout-table";
import { type Controlled, startControlled } from "#lib/testing/controls/controlled";

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
