import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ApprovalDetail, ApprovalQueue, ControlsState } from "#lib/features/controls/controls-api";
import { type Controlled, oneMillion, startControlled } from "#lib/testing/controls/controlled";
import { answer, reset } from "#lib/testing/service/faulty-service";
import { activateDue } from "./rules/rules-acts";

/** What one person tries alone, to get a payout past rules that ask for a second one. */

let house: Controlled;
beforeEach(async () => {
  house = await startControlled();
});
afterEach(() => house.close());

const account = { bankCode: "000013", accountNumber: "0123456701", accountName: "ACME FOODS" };
const names = { nameConfirmed: { fromNaira: "1000000", months: 12 } };
const newAccounts = { newAccount: { coolOffHours: 24 } };
const dayMs = 86_400_000;

async function save(): Promise<string> {
  const { body } = await house.send<{ id: string }>(house.chidi, "POST", "/api/payees", {
    ...{ name: "Acme", ...account },
  });
  return body.id;
}
const confirmName = (id: string, who = house.chidi) =>
  house.send(who, "POST", `/api/payees/${id}/name`, { version: "1", how: "document", note: "Contract" });
const change = (id: string, to: object, who = house.chidi) =>
  house.send(who, "PATCH", `/api/people/${id}`, to);
const hold = (id: string, endMs: number) =>
  house.ledger
    .updateTable("people")
    .set({ approves_from: new Date(endMs).toISOString(), approves_from_why: "joined" })
    .where("id", "=", id)
    .execute();

describe("a confirmed name", () => {
  const payTo = async (payeeId: string) =>
    (await house.ask({ ...account, payeeId, payeeVersion: "1" }, house.chidi)).problem.code;

  it("isn’t confirmed by whoever got their role a minute ago, whatever is done to them then", async () => {
    await house.setRules(names);
    const id = await save();
    const femi = await house.somebody("support", "Femi");
    expect((await change(femi.personId, { role: "finance" })).status).toBe(200);
    expect((await confirmName(id, femi)).status).toBe(200);
    expect(await payTo(id)).toBe("name_unconfirmed");
    // A later hold doesn’t take the place of the first.
    expect((await change(femi.personId, { secondFactor: "reset" })).status).toBe(200);
    expect(await payTo(id)).toBe("name_unconfirmed");
    await confirmName(id, house.obi);
    expect(await payTo(id)).toBeUndefined();
  });

  it("isn’t confirmed by its maker, who has just disabled or lowered everybody else", async () => {
    await house.setRules(names);
    const id = await save();
    await confirmName(id);
    const { ada, obi, ngozi } = house;
    for (const to of [{ role: "support" }, { isDisabled: true }]) {
      for (const { personId } of [ada, obi, ngozi])
        await change(personId, { ...to, confirmNobodyApproves: true });
      expect(await payTo(id)).toBe("name_unconfirmed");
    }
  });
});

describe("a new account", () => {
  it("is one at another bank too, though its number is known", async () => {
    await house.ask({ amount: "10" });
    await house.setRules(newAccounts);
    expect((await house.ask({ amount: "11" })).body.status).toBe("accepted");
    const elsewhere = await house.ask({ amount: "20", bankCode: "044", accountName: "MALLORY" });
    expect(elsewhere.body.status).toBe("awaiting_approval");
  });

  it("is one that was saved a minute ago, chosen or typed in, and none that was saved long ago", async () => {
    await house.ask({ ...account, amount: "10" });
    await house.setRules(newAccounts);
    const payeeId = await save();
    expect((await house.ask({ ...account, amount: "20" })).body.status).toBe("awaiting_approval");
    const chosen = await house.ask({ ...account, amount: "21", payeeId, payeeVersion: "1" });
    expect(chosen.body.status).toBe("awaiting_approval");
    const at = new Date(Date.now() - 2 * dayMs).toISOString();
    await house.ledger.updateTable("payee_versions").set({ at }).execute();
    expect((await house.ask({ ...account, amount: "22" })).body.status).toBe("accepted");
    house.dashboard.spoil();
  });
});

it("an unknown one is given back by somebody else alone, where there is somebody", async () => {
  const { ada, obi } = house;
  await house.setRules();
  house.service.behave("initiate", reset);
  const { id } = (await house.ask({ amount: "600" })).body;
  house.service.recover();
  const absent = (who: Controlled["ada"]) =>
    house.send(who, "POST", `/api/transfers/${id}/resolution`, { outcome: "absent", reason: "Not there" });
  expect((await absent(ada)).problem.code).toBe("own_request");
  expect((await house.ask({ amount: "601" })).body.status).toBe("awaiting_approval");
  expect((await absent(obi)).status).toBe(200);
  expect((await house.ask({ amount: "100", accountNumber: "0123456702" })).body.status).toBe("accepted");
});

it("whoever takes the last approver away is asked first, by name", async () => {
  const { ada, obi, ngozi, chidi } = house;
  await house.setRules({ tiers: [{ fromNaira: "1000000", approvals: 2, by: "finance" }] });
  // Three others are left for each of them, then two.
  expect((await change(ngozi.personId, { isDisabled: true })).status).toBe(200);
  for (const to of [{ isDisabled: true }, { role: "support" }, { secondFactor: "reset" }]) {
    const asked = await change(obi.personId, to);
    expect([asked.status, asked.problem.code]).toEqual([409, "nobody_approves"]);
    expect(asked.problem.detail).toContain("What Ada creates needs 2 approvals.");
  }
  const own = await house.send(obi, "POST", "/api/auth/two-factor/disable", {
    password: "x",
    code: "000000",
  });
  expect(own.status).not.toBe(200);
  expect((await change(obi.personId, { isDisabled: true, confirmNobodyApproves: true })).status).toBe(200);
  // It can’t get worse, and is asked about no more.
  expect((await change(ada.personId, { role: "support" }, chidi)).status).toBe(200);
});

it("an approver sees a changed account, in the queue too, and the sum that one part makes", async () => {
  const { ada, obi, chidi } = house;
  const payeeId = await save();
  const versions = `/api/payees/${payeeId}/versions`;
  const moved = { ...account, accountNumber: "0123456702", howChecked: "Their e-mail." };
  expect((await house.send(chidi, "POST", versions, { after: "1", ...moved })).status).toBe(200);
  await house.setRules();
  const to = { ...account, accountNumber: "0123456702" };
  const first = await house.ask({ ...to, amount: "600", payeeId, payeeVersion: "2" }, ada);
  expect(first.status, first.problem.detail).toBe(201);
  const { id } = (await house.ask({ ...to, amount: "601", payeeId, payeeVersion: "2" })).body;
  const { yours } = (await house.send<ApprovalQueue>(obi, "GET", "/api/approvals")).body;
  const payout = {
    accountChangedAt: expect.stringMatching(/Z$/),
    sum: expect.stringMatching(/^18\d{5}\.\d\d$/),
  };
  expect(yours).toMatchObject([{ subjectId: id, payout }]);
  expect(yours[0]?.why).toMatch(
    /^1,000,000 naira or more to this account in 24 hours\. With this one it is 1,8\d\d,\d{3}\.\d\d naira\./,
  );
});

it("looser rules end with the admin who wanted them", async () => {
  await house.setRules();
  const ngo = await house.somebody("admin", "Ngo");
  expect((await house.setRules({}, ngo)).pending).toMatchObject({ by: "Ngo" });
  await change(ngo.personId, { isDisabled: true });
  await house.ledger
    .updateTable("control_rules")
    .set({ effective_at: "2026-01-01T00:00:00.000Z" })
    .where("state", "=", "proposed")
    .execute();
  expect(await activateDue(house.ledger)).toBe(true);
  const now = (await house.send<ControlsState>(house.chidi, "GET", "/api/controls")).body;
  expect([now.rules.tiers, now.pending]).toEqual([oneMillion.tiers, null]);
  house.dashboard.spoil();
});

it("an approver is told that the bank of the code has another name, and who joined lately", async () => {
  const { obi, ngozi } = house;
  await house.setRules({ tiers: [{ fromNaira: "1000000", approvals: 2, by: "finance" }] });
  const { id } = (await house.ask({ bankName: "GTBank Plc" })).body;
  await hold(obi.personId, Date.now() - 2 * dayMs);
  expect((await house.decide(id, obi)).status).toBe(200);
  house.service.behave("banks", answer(200, '[{"code":"000013","name":"Mallory Microfinance Bank"}]'));
  await house.dashboard.restart();
  const seen = (await house.send<ApprovalDetail>(ngozi, "GET", `/api/approvals/${id}`)).body;
  expect(seen.changed).toContain(
    "The service now calls the bank of code 000013 “Mallory Microfinance Bank”.",
  );
  expect(seen.decisions[0]?.lately).toMatch(/^Joined lately: can approve since /);
});
