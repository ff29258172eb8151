import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Transfer } from "#lib/contract/api";
import type { Payee, PayeeAccount, PayeeList, PayeeWithHistory } from "#lib/contract/payees";
import type { ApprovalDetail, ApprovalQueue } from "#lib/features/controls/controls-api";
import { db } from "#lib/server/database/db";
import { holdByHand } from "#lib/server/hold/transfer-hold";
import { withdrawAllProposed } from "#lib/server/payees/proposals";
import { verifyLedger } from "#lib/server/verify/verify-ledger";
import { type Controlled, startControlled } from "#lib/testing/controls/controlled";
import { goodTransfer } from "#lib/testing/ledger/inputs";
import { sweepControls } from "../expire";

/** A second person agrees to the account of a payee, and names that somebody confirmed, over the API. */
type Somebody = Controlled["ada"];
let house: Controlled;
let send: Controlled["send"];
let ada: Somebody;
let obi: Somebody;
let ngozi: Somebody;
let admin: Somebody;

beforeEach(async () => {
  house = await startControlled();
  ({ send, ada, obi, ngozi, chidi: admin } = house);
});
afterEach(() => house.close());

const first = { bankCode: "000013", accountNumber: "0123456701", accountName: "ACME FOODS" };
const second = { ...first, accountNumber: "0123456702" };
const howChecked = "Called the number we had";

const save = (name: string, account: object, who = ada) =>
  send<Payee>(who, "POST", "/api/payees", { name, ...account });
const change = (id: string, account: object, after = "1", who = ada) =>
  send<Payee>(who, "POST", `/api/payees/${id}/versions`, { after, ...account, howChecked });
const read = async (id: string) => (await send<PayeeWithHistory>(admin, "GET", `/api/payees/${id}`)).body;
const statesOf = async (id: string) => (await read(id)).versions.map(({ n, state }) => `${n} ${state}`);
const seen = async (id: string) => (await send<ApprovalDetail>(obi, "GET", `/api/approvals/${id}`)).body;
const codeOf = ({ problem, status }: { problem: { code?: string }; status: number }) =>
  problem.code ?? status;

async function decide(id: string, who: Somebody, more: object = {}) {
  const { subjectHash, payee } = await seen(id);
  const lastFour = payee?.to.accountLastFour;
  const body = { decision: "approve", subjectHash, lastFour, ...more };
  return send<ApprovalDetail>(who, "POST", `/api/approvals/${id}/decision`, body);
}

const pay = (payee: Payee, account: object, version: number, who = ada, more: object = {}) =>
  send<Transfer>(who, "POST", "/api/transfers", {
    ...goodTransfer,
    ...account,
    payeeId: payee.id,
    payeeVersion: `${version}`,
    confirmName: true,
    ...more,
  });

async function proposed(name = "Acme Foods") {
  const { body: payee } = await save(name, first);
  await house.setRules({ payeeChange: true });
  const asked = await change(payee.id, second);
  expect(asked.status, asked.problem.detail).toBe(200);
  return { payee, asked: asked.body, request: `${payee.id}.2` };
}

describe("the account of a saved payee", () => {
  it("changes at once without the rule", async () => {
    const { body: payee } = await save("Acme Foods", first);
    const changed = (await change(payee.id, second)).body;
    expect([changed.version, changed.accountLastFour, changed.proposal]).toEqual([2, "6702", null]);
  });

  it("waits for somebody else, while the one before is paid", async () => {
    const { payee, asked, request } = await proposed();
    expect([asked.version, asked.accountLastFour, asked.change]).toEqual([1, "6701", null]);
    expect(asked.proposal).toMatchObject({ n: 2, accountLastFour: "6702", by: "Ada", howChecked });
    expect((await pay(payee, second, 2)).problem.code).toBe("payee_changed");
    expect((await pay(payee, first, 1)).body.status).toBe("accepted");
    expect(codeOf(await decide(request, ada))).toBe("own_request");
    expect(codeOf(await decide(request, obi, { lastFour: "1234" }))).toBe("invalid_input");
    expect((await decide(request, obi)).body.state).toBe("approved");
    expect(await statesOf(payee.id)).toEqual(["2 current", "1 past"]);
    expect((await read(payee.id)).change).toMatchObject({
      ...{ by: "Ada", agreedBy: "Obi" },
      ...{ from: { accountLastFour: "6701" }, to: { accountLastFour: "6702" } },
    });
    expect((await pay(payee, first, 1)).problem.code).toBe("payee_changed");
    expect((await decide(request, obi)).body.state).toBe("approved");
    expect(await verifyLedger(await db())).toMatchObject({ differences: [] });
  });

  it("is named in the queue and on its request, and opened for whoever looks at the request", async () => {
    const { payee, request } = await proposed();
    const queue = (await send<ApprovalQueue>(obi, "GET", "/api/approvals")).body;
    expect(queue.yours.map(({ kind, payee: about }) => [kind, about?.name])).toEqual([
      ["payee_version", "Acme Foods"],
    ]);
    expect((await send<ApprovalQueue>(ada, "GET", "/api/approvals")).body.yours).toEqual([]);
    const detail = await seen(request);
    expect(detail.payee).toEqual({
      ...{ id: payee.id, version: 2, name: "Acme Foods", howChecked },
      from: expect.objectContaining({ accountLastFour: "6701", accountName: "ACME FOODS" }),
      to: expect.objectContaining({ accountLastFour: "6702", accountName: "ACME FOODS" }),
    });
    expect([detail.needsLastFour, detail.needed.people]).toEqual([true, 1]);
    const open = await send<PayeeAccount>(obi, "GET", `/api/payees/${payee.id}/account`);
    expect(open.body.accountNumber).toBe(first.accountNumber);
  });

  it("stays as it was when declined, withdrawn, not decided in time, or released from a hold", async () => {
    const { payee, request } = await proposed();
    await decide(request, obi, { decision: "decline", reason: "Their office denies it" });
    const [newest] = (await read(payee.id)).versions;
    expect(newest?.decision).toMatchObject({ by: "Obi", reason: "Their office denies it" });
    await change(payee.id, second);
    const withdraw = (who: Somebody, version: string) =>
      send<Payee>(who, "POST", `/api/payees/${payee.id}/withdrawal`, { version });
    expect(codeOf(await withdraw(ngozi, "3"))).toBe("not_allowed");
    expect((await withdraw(ada, "3")).body.proposal).toBeNull();
    expect((await withdraw(ada, "3")).status).toBe(200);
    expect(codeOf(await decide(`${payee.id}.3`, obi))).toBe("not_waiting");
    house.dashboard.spoil();
    const ledger = await db();
    await change(payee.id, second);
    await ledger
      .updateTable("requests")
      .set({ expires_at: "2020-01-01T00:00:00.000Z" })
      .where("state", "=", "waiting")
      .execute();
    expect(codeOf(await decide(`${payee.id}.4`, obi))).toBe("request_expired");
    expect(await sweepControls(ledger)).toBe(1);
    await change(payee.id, second);
    await withdrawAllProposed(ledger);
    expect(codeOf(await decide(`${payee.id}.5`, obi))).toBe("not_waiting");
    expect(await statesOf(payee.id)).toEqual([
      ...["5 withdrawn", "4 expired", "3 withdrawn", "2 declined", "1 current"],
    ]);
    expect((await pay(payee, first, 1)).body.status).toBe("accepted");
  });

  it("is asked for once: a repeat and a second wish change nothing", async () => {
    const { payee } = await proposed();
    expect((await change(payee.id, second)).body.proposal?.n).toBe(2);
    const other = await change(payee.id, { ...first, accountNumber: "0123456703" });
    expect([other.problem.code, other.problem.detail]).toEqual([
      "not_possible_now",
      expect.stringContaining("A new account of this payee waits for approval"),
    ]);
    expect((await send<ApprovalQueue>(obi, "GET", "/api/approvals")).body.waiting).toBe(1);
  });

  it("is not agreed to once it is somebody else's, or the payee is archived, and nobody renames it meanwhile", async () => {
    const { payee, request } = await proposed();
    const { body: other } = await save("Beta", { ...second, accountName: "BETA" });
    expect(codeOf(await decide(request, obi))).toBe("payee_exists");
    await send(ada, "PATCH", `/api/payees/${other.id}`, { isArchived: true });
    await send(ada, "PATCH", `/api/payees/${payee.id}`, { isArchived: true });
    expect(codeOf(await decide(request, obi))).toBe("payee_changed");
    await send(ada, "PATCH", `/api/payees/${payee.id}`, { isArchived: false });
    const renamed = await send(ada, "PATCH", `/api/payees/${payee.id}`, { name: "Acme Foods & Sons" });
    expect(codeOf(renamed)).toBe("not_possible_now");
    expect(await statesOf(payee.id)).toEqual(["2 proposed", "1 current"]);
  });

  it("can't come by a detour: a new payee, a new name or an archived payee of a known name", async () => {
    const { body: payee } = await save("Acme Foods", first);
    const { body: quiet } = await save("Quiet", { ...second, accountName: "QUIET" });
    await house.setRules({ payeeChange: true });
    const renamed = await send(ada, "PATCH", `/api/payees/${quiet.id}`, { name: "Acme Foods", howChecked });
    expect(codeOf(renamed)).toBe("not_possible_now");
    const account = { ...first, accountNumber: "0123456703" };
    const added = await save("ACME  foods", { ...account, howChecked });
    expect([added.status, added.body.isAgreed, added.body.proposal?.n]).toEqual([201, false, 1]);
    expect((await pay(added.body, account, 1)).problem.code).toBe("payee_changed");
    const names = async (query: string) =>
      (await send<PayeeList>(obi, "GET", `/api/payees${query}`)).body.payees.map(({ name }) => name);
    expect(await names("")).toEqual(["Acme Foods", "Quiet"]);
    expect(await names("?waiting=yes")).toEqual(["ACME  foods"]);
    const again = { isArchived: true };
    expect(codeOf(await send(ada, "PATCH", `/api/payees/${added.body.id}`, again))).toBe("not_possible_now");
    expect((await decide(`${added.body.id}.1`, obi)).body.payee?.from).toBeNull();
    expect(await names("")).toHaveLength(3);
    expect((await pay(added.body, account, 1)).body.status).toBe("accepted");
    expect((await read(payee.id)).accountLastFour).toBe("6701");
    expect(await verifyLedger(await db())).toMatchObject({ differences: [] });
  });

  it("needs somebody who can agree, and who asked must still be able to", async () => {
    const { payee, request } = await proposed();
    await send(admin, "PATCH", `/api/people/${ada.personId}`, { role: "support" });
    expect(codeOf(await decide(request, obi))).toBe("request_changed");
    for (const { personId } of [obi, ngozi])
      await send(admin, "PATCH", `/api/people/${personId}`, {
        ...{ isDisabled: true, confirmNobodyApproves: true },
      });
    await send(admin, "POST", `/api/payees/${payee.id}/withdrawal`, { version: "2" });
    const asked = await change(payee.id, second, "1", admin);
    expect(codeOf(asked)).toBe("no_approver");
    expect(await statesOf(payee.id)).toEqual(["2 withdrawn", "1 current"]);
  });

  it("is not agreed to while new transfers are on hold", async () => {
    const { payee, request } = await proposed();
    await holdByHand(await db());
    expect(codeOf(await decide(request, obi))).toBe("transfers_held");
    expect(await statesOf(payee.id)).toEqual(["2 proposed", "1 current"]);
  });

  it("cools off from when somebody agreed to it, however long it had waited", async () => {
    const { body: payee } = await save("Acme Foods", first);
    // Both accounts were paid before.
    const known = { ...first, amount: "10", confirmAccount: true };
    for (const { accountNumber } of [first, second])
      expect((await house.ask({ ...known, accountNumber }, ngozi)).body.status).toBe("accepted");
    await house.setRules({ payeeChange: true, newAccount: { coolOffHours: 24 } });
    await change(payee.id, second);
    house.dashboard.spoil();
    const at = new Date(Date.now() - 48 * 3_600_000).toISOString();
    const ledger = await db();
    await ledger.updateTable("payee_versions").set({ at }).where("payee_id", "=", payee.id).execute();
    expect((await pay(payee, first, 1, ada, { confirmAmount: true })).body.status).toBe("accepted");
    expect((await decide(`${payee.id}.2`, obi)).body.state).toBe("approved");
    const paid = await pay(payee, second, 2, ada, { confirmAmount: true });
    expect(paid.body.status, paid.problem.detail).toBe("awaiting_approval");
  });

  it("is noticed when it is made current by hand", async () => {
    const { payee } = await proposed();
    house.dashboard.spoil();
    const ledger = await db();
    const set = (n: number, state: "past" | "current") =>
      ledger
        .updateTable("payee_versions")
        .set({ state })
        .where("payee_id", "=", payee.id)
        .where("n", "=", n)
        .execute();
    await set(1, "past");
    await set(2, "current");
    const { differences } = await verifyLedger(await db());
    expect(JSON.stringify(differences)).toContain("version 2 is stored as current, it is proposed");
    await ledger
      .insertInto("payee_decisions")
      .values({
        ...{ id: `${payee.id}.2`, payee_id: payee.id, n: 2, outcome: "agreed", reason: null },
        ...{ at: new Date().toISOString(), person_name: "obi@example.com" },
      })
      .execute();
    expect(JSON.stringify((await verifyLedger(await db())).differences)).toContain("was inserted");
  });
});

describe("a payee's name", () => {
  const confirm = (id: string, who: Somebody, body: object = {}) =>
    send<PayeeWithHistory>(who, "POST", `/api/payees/${id}/name`, {
      ...{ version: "1", how: "called_back", note: "Called …4821, as in our contract" },
      ...body,
    });

  it("is confirmed by a person, until the account changes, and each fault is named", async () => {
    const { body: payee } = await save("Acme Foods", first);
    const confirmed = await confirm(payee.id, obi);
    expect(confirmed.body.nameConfirmed).toMatchObject({ how: "called_back", by: "Obi" });
    const wrong = await confirm(payee.id, obi, { how: "bank_app", shownName: "ACME HOLDINGS" });
    expect(wrong.problem.errors?.[0]).toMatchObject({
      path: "shownName",
      message: expect.stringContaining("“ACME HOLDINGS”"),
    });
    for (const [body, path] of [
      [{ how: "bank_app" }, "shownName"],
      [{ how: "document", note: " " }, "note"],
      [{ note: "Called them" }, "note"],
      [{ how: "guessed" }, "how"],
    ] as const)
      expect((await confirm(payee.id, obi, body)).problem.errors?.[0]?.path).toBe(path);
    expect((await confirm(payee.id, obi, { how: "bank_app", shownName: "Foods Acme" })).status).toBe(200);
    for (let at = 2; at < 100; at++) {
      const again = await confirm(payee.id, obi, { note: `Called …4821, ${at}` });
      expect(again.status, again.problem.detail).toBe(200);
    }
    expect(codeOf(await confirm(payee.id, obi))).toBe("not_possible_now");
    await change(payee.id, second);
    expect((await read(payee.id)).nameConfirmed).toBeNull();
    expect(codeOf(await confirm(payee.id, obi))).toBe("payee_changed");
  });

  it("must be confirmed by somebody else than who creates the transfer, from the amount on", async () => {
    const { body: payee } = await save("Acme Foods", first);
    await house.setRules({ nameConfirmed: { fromNaira: "1000000", months: 12 } });
    const whyNot = async (who = ada) => {
      const { problem, body } = await pay(payee, first, 1, who, {
        confirmAmount: true,
        confirmSeparate: true,
      });
      return problem.detail ?? body.status;
    };
    expect(await whyNot()).toContain("Have this payee’s name confirmed first.");
    const unsaved = { ...goodTransfer, accountNumber: "0123456789" };
    const refused = await send<Transfer>(ada, "POST", "/api/transfers", unsaved);
    expect([refused.problem.code, refused.problem.detail]).toEqual([
      "name_unconfirmed",
      expect.stringContaining("Save the payee and have the name confirmed."),
    ]);
    await confirm(payee.id, ada);
    expect(await whyNot()).toContain("You confirmed it yourself");
    await confirm(payee.id, obi);
    await confirm(payee.id, ada, { note: "Called …4821 once more" });
    expect(await whyNot()).toBe("accepted");
    house.dashboard.spoil();
    await (await db()).updateTable("name_confirmations").set({ at: "2024-01-01T00:00:00.000Z" }).execute();
    expect(await whyNot(ngozi)).toContain("more than 12 months ago");
    expect(JSON.stringify((await verifyLedger(await db())).differences)).toContain("confirmation-1");
  });
});
