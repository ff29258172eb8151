import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Payee } from "#lib/contract/payees";
import type { ApprovalDetail } from "#lib/features/controls/controls-api";
import { findTransfer } from "#lib/server/ledger/transfers";
import { type Controlled, oneMillion, startControlled, twoPeople } from "#lib/testing/controls/controlled";
import { goodTransfer } from "#lib/testing/ledger/inputs";
import { answer } from "#lib/testing/service/faulty-service";

/** What keeps an approval from being given, or from counting, over the API. The good transfer pays out 1,913,409.88 naira. */
let house: Controlled;
beforeEach(async () => {
  house = await startControlled();
});
afterEach(() => house.close());

const sentTimes = () => house.service.callsOf("initiate").length;
const seen = async (id: string) =>
  (await house.send<ApprovalDetail>(house.obi, "GET", `/api/approvals/${id}`)).body;

/** The good transfer’s account, as a payee. */
async function savePayee(): Promise<Payee> {
  const { bankCode, accountNumber, accountName } = goodTransfer;
  const account = { bankCode, accountNumber, accountName };
  const saved = await house.send<Payee>(house.ngozi, "POST", "/api/payees", { name: "Adebayo", ...account });
  expect(saved.status, saved.problem.detail).toBe(201);
  return saved.body;
}

describe("the last four digits", () => {
  it("are asked for where nobody has paid the account, and can’t be left out", async () => {
    const { setRules, ask, decide, obi } = house;
    await setRules({ newAccount: { coolOffHours: 24 } });
    const { id } = (await ask()).body;
    const without = await decide(id, obi);
    expect([without.status, without.problem.errors?.[0]?.path]).toEqual([422, "lastFour"]);
    expect((await decide(id, obi, { lastFour: "6789" })).body.state).toBe("approved");
  });

  it("are asked for where the account was paid before and saved lately", async () => {
    const { setRules, ask, decide, obi } = house;
    expect((await ask({ amount: "10" })).body.status).toBe("accepted");
    const { id: payeeId } = await savePayee();
    await setRules({ newAccount: { coolOffHours: 24 } });
    const { id, status } = (await ask({ payeeId, payeeVersion: "1" })).body;
    expect([status, (await seen(id)).needsLastFour]).toEqual(["awaiting_approval", true]);
    const wrong = await decide(id, obi, { lastFour: "0000" });
    expect([wrong.status, wrong.problem.errors?.[0]?.path]).toEqual([422, "lastFour"]);
    expect((await decide(id, obi, { lastFour: "6789" })).body.state).toBe("approved");
  });
});

it.each([
  ["whose account is disabled", { isDisabled: true }],
  ["who may create nothing any more", { role: "support" }],
])("nothing is sent for somebody %s", async (_, change) => {
  const { setRules, ask, decide, send, chidi, ada, obi } = house;
  await setRules();
  const { id } = (await ask()).body;
  expect((await send(chidi, "PATCH", `/api/people/${ada.personId}`, change)).status).toBe(200);
  expect((await decide(id, obi)).problem.code).toBe("request_changed");
  expect([(await findTransfer(id)).status, sentTimes()]).toEqual(["awaiting_approval", 0]);
});

it("a day that was filled meanwhile is full for what is approved, and what waits waits on", async () => {
  const { setRules, ask, decide, obi, ngozi } = house;
  await setRules({ ...oneMillion, businessDayNaira: "2000000" });
  const { id } = (await ask()).body;
  const other = await ask({ amount: "400", accountNumber: "0123456781" }, ngozi);
  expect(other.body.status).toBe("accepted");
  const full = await decide(id, obi);
  expect([full.problem.code, full.problem.detail]).toEqual([
    "limit_reached",
    expect.stringContaining("The limit for the business is 2,000,000 naira a day"),
  ]);
  expect([(await findTransfer(id)).status, (await seen(id)).decisions]).toEqual(["awaiting_approval", []]);
  expect(sentTimes()).toBe(1);
});

it("a quote that doesn’t add up can’t be ticked away by an approver either", async () => {
  const { setRules, ask, decide, obi, service } = house;
  await setRules();
  const { id } = (await ask()).body;
  const odd = '{"success":true,"quote":{"rate":1538.42,"output_amount":1244.25,"fee":6.25}}';
  service.behave("quote", answer(200, odd));
  const acceptedQuote = { outputAmount: "1244.25", quotedAt: new Date().toISOString() };
  const agreed = await decide(id, obi, { acceptedQuote, confirmOddQuote: true });
  expect(agreed.problem.code).toBe("quote_odd");
  expect([(await findTransfer(id)).status, sentTimes()]).toEqual(["awaiting_approval", 0]);
});

it("the approval of an admin who is none any more counts no more", async () => {
  const { setRules, ask, decide, somebody, ledger, obi, ngozi } = house;
  const ife = await somebody("admin", "Ife");
  // Above a person's day an admin is one of the two.
  await setRules({ ...twoPeople, personDayNaira: "1000000" });
  const { id } = (await ask()).body;
  expect((await decide(id, ife)).body).toMatchObject({ state: "waiting", given: { people: 1, admins: 1 } });
  await ledger.updateTable("people").set({ role: "finance" }).where("id", "=", ife.personId).execute();
  const next = await decide(id, obi);
  expect(next.body).toMatchObject({ state: "waiting", given: { people: 1, admins: 0 } });
  expect(next.body.decisions[0]?.voidedWhy).toBe("Ife is no admin any more");
  expect((await decide(id, ngozi)).body).toMatchObject({ state: "waiting", given: { people: 2, admins: 0 } });
  expect(sentTimes()).toBe(0);
});

it("asks the last approver about a reference that another transfer had meanwhile", async () => {
  const { setRules, ask, decide, obi } = house;
  await setRules();
  const first = (await ask({ reference: "INV 7" })).body.id;
  const second = (await ask({ reference: "INV 7", amount: "1300", confirmReference: true })).body.id;
  expect((await decide(second, obi, { confirmReference: true })).body.state).toBe("approved");
  expect((await decide(first, obi)).problem.code).toBe("reference_used");
  expect([(await findTransfer(first)).status, sentTimes()]).toEqual(["awaiting_approval", 1]);
  expect((await decide(first, obi, { confirmReference: true })).body.state).toBe("approved");
});

it("names what became of the payee while it waited, and sends nothing to the account of before", async () => {
  const { setRules, ask, decide, send, obi, ngozi } = house;
  const { id: payeeId } = await savePayee();
  await setRules();
  const { id } = (await ask({ payeeId, payeeVersion: "1" })).body;
  expect((await seen(id)).changed).toEqual([]);
  const { bankCode, accountName } = goodTransfer;
  const moved = { bankCode, accountName, accountNumber: "0123456781", after: "1", howChecked: "Called them" };
  expect((await send(ngozi, "POST", `/api/payees/${payeeId}/versions`, moved)).status).toBe(200);
  expect((await seen(id)).changed).toEqual(["The payee’s account was changed."]);
  expect((await decide(id, obi)).problem.code).toBe("payee_changed");
  await send(ngozi, "PATCH", `/api/payees/${payeeId}`, { isArchived: true });
  expect((await seen(id)).changed).toEqual(["The payee was archived."]);
  expect((await decide(id, obi)).problem.code).toBe("payee_changed");
  expect([(await findTransfer(id)).status, sentTimes()]).toEqual(["awaiting_approval", 0]);
});
