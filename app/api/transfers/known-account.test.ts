import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Bank, Transfer } from "#lib/contract/api";
import type { Payee, PayeeAccount } from "#lib/contract/payees";
import type { EarlierPayouts } from "#lib/contract/same-account";
import { goodTransfer } from "#lib/testing/ledger/inputs";
import type { TestDashboard } from "#lib/testing/servers/dashboard";
import { startOnFaultyService } from "#lib/testing/servers/faulty-dashboard";
import { answer, type FaultyService } from "#lib/testing/service/faulty-service";

let service: FaultyService;
let dashboard: TestDashboard;
let passedMs = 0;
beforeEach(async () => {
  ({ service, dashboard } = await startOnFaultyService());
  passedMs = 0;
  const clock = performance.now.bind(performance);
  vi.spyOn(performance, "now").mockImplementation(() => clock() + passedMs);
});
afterEach(() => vi.restoreAllMocks());

/** From the next request on. */
function list(banks: readonly Bank[]) {
  service.behave("banks", answer(200, JSON.stringify(banks)));
  passedMs += 11 * 60_000;
}
const opay = { code: "100004", name: "OPAY" };
const gtbank = { code: "000013", name: "GTBank Plc" };
const renamed = { code: "100004", name: "OPay Digital Services" };

const create = (change: object = {}) =>
  dashboard.send<Transfer>("POST", "/api/transfers", {
    body: { ...goodTransfer, ...change },
    headers: { "idempotency-key": randomUUID() },
  });
const review = async (change: object = {}) => {
  const { asset, bankCode, accountNumber, accountName } = goodTransfer;
  const body = { asset, bankCode, accountNumber, accountName, ...change };
  return (await dashboard.send<EarlierPayouts>("POST", "/api/transfers/same-account", { body })).body;
};
const save = (body: object) =>
  dashboard.send<Payee>("POST", "/api/payees", {
    body: { ...goodTransfer, amount: undefined, asset: undefined, name: "Lekki landlord", ...body },
  });
const codeOf = ({ problem, status }: { problem: { code?: string }; status: number }) =>
  problem.code ?? status;

it("pays a payee whose bank the list calls otherwise now, once somebody has confirmed the name", async () => {
  list([gtbank, opay]);
  const { id } = (await save({ bankCode: "100004", bankName: "OPAY" })).body;
  const { version, ...account } = (await dashboard.send<PayeeAccount>("GET", `/api/payees/${id}/account`))
    .body;
  const payout = { ...account, payeeId: id, payeeVersion: `${version}` };
  list([gtbank, renamed]);
  expect((await review(account)).renamedBank).toEqual({ listed: renamed.name, saved: "OPAY" });
  const refused = await create(payout);
  expect([codeOf(refused), refused.problem.detail]).toEqual([
    "bank_renamed",
    "The list now calls this bank OPay Digital Services; you saved OPAY. Nothing was created. Confirm that it is the same bank.",
  ]);
  const made = await create({ ...payout, confirmBank: true });
  expect([made.status, made.body.bankCode, made.body.bankName]).toEqual([201, "100004", renamed.name]);
  // Once for an account, and again for the next name.
  expect((await review(account)).renamedBank).toBeNull();
  expect(codeOf(await create({ ...payout, amount: "7" }))).toBe(201);
  list([gtbank, { ...renamed, name: "OPay" }]);
  expect(codeOf(await create({ ...payout, amount: "8" }))).toBe(201);
  list([gtbank, { ...renamed, name: "Blue Ridge" }]);
  expect(codeOf(await create({ ...payout, amount: "9" }))).toBe("bank_renamed");
});

it("takes capitals and full stops for no other name, and a code that is gone for gone", async () => {
  list([{ code: "000013", name: "GTBANK PLC." }]);
  expect((await review({ bankName: "GTBank Plc" })).renamedBank).toBeNull();
  expect(codeOf(await create({ bankName: "GTBank Plc" }))).toBe(201);
  list([opay]);
  const gone = await create({ bankName: "GTBank Plc", amount: "2" });
  expect(gone.problem.errors).toEqual([
    {
      path: "bankCode",
      message: "The service's list has no bank with this code. Choose a bank from the list.",
    },
  ]);
});

it("keeps the rows of a code apart, and names them where the saved one is no more", async () => {
  list([gtbank, opay, { code: "100004", name: "PAYCOM" }]);
  const paycom = await create({ bankCode: "100004", bankName: "PAYCOM" });
  expect([paycom.status, paycom.body.bankName]).toEqual([201, "PAYCOM"]);
  const other = await create({ bankCode: "100004", bankName: "Blue Ridge", amount: "3" });
  expect(other.problem.errors?.[0]?.message).toBe(
    "The service's list has other banks with this code now: OPAY, PAYCOM. Choose one of them.",
  );
});

it("doubts a list that lost more than half of its banks, and keeps the one before beside it for a day", async () => {
  const whole = Array.from({ length: 10 }, (_, at) => ({ code: `09000${at}`, name: `Bank ${at}` }));
  const banks = async () => {
    const { body, headers } = await dashboard.send<Bank[]>("GET", "/api/banks");
    return { names: body.map(({ name }) => name), lost: headers.get("x-lost-banks") };
  };
  list(whole);
  expect((await banks()).lost).toBe("none");
  // Half of them may well be gone.
  list(whole.slice(0, 5));
  expect(await banks()).toEqual({ names: whole.slice(0, 5).map(({ name }) => name), lost: "none" });
  list(whole);
  await banks();
  list([gtbank, ...whole.slice(0, 3)]);
  const cut = await banks();
  expect(cut.names.toSorted()).toEqual([gtbank, ...whole].map(({ name }) => name).toSorted());
  expect(cut.lost).toMatch(/^4 of 10 since \d{4}-\d\d-\d\dT/);
  expect(codeOf(await create({ bankCode: "090009", bankName: "Bank 9" }))).toBe(201);
  passedMs += 25 * 60 * 60_000;
  expect((await banks()).lost).toBe("none");
});

it("asks about a payee’s account under another name, once, and under the bank’s other code too", async () => {
  list([gtbank, { code: "058", name: "Guaranty Trust Bank" }, opay]);
  const { id } = (await save({ accountName: "ADEBAYO BALOGUN" })).body;
  const saved = { payeeId: id, name: "Lekki landlord", accountName: "ADEBAYO BALOGUN" };
  expect((await review({ accountName: undefined })).savedAccount).toEqual(saved);
  expect((await review({ accountName: "Ada Obi", bankCode: "058" })).savedAccount).toEqual(saved);
  const refused = await create({ accountName: "Ada Obi" });
  expect([codeOf(refused), refused.problem.payeeId, refused.problem.detail]).toEqual([
    "account_saved",
    id,
    "This account is Lekki landlord’s, saved as ADEBAYO BALOGUN. Nothing was created. Use that name, or confirm this one.",
  ]);
  // The same words are the same name, and another bank's account is another account.
  expect((await review({ accountName: "Balogun, Adebayo" })).savedAccount).toBeNull();
  expect((await review({ accountName: "Ada Obi", bankCode: "100004" })).savedAccount).toBeNull();
  expect(codeOf(await create({ accountName: "Balogun Adebayo" }))).toBe(201);
  expect(codeOf(await create({ accountName: "Ada Obi", amount: "4", confirmName: true }))).toBe(201);
  expect(codeOf(await create({ accountName: "Ada Obi", amount: "5" }))).toBe(201);
  await dashboard.send("PATCH", `/api/payees/${id}`, { body: { isArchived: true } });
  expect((await review({ accountName: "Eve" })).savedAccount).toBeNull();
});

it("keeps what the recipient was to get, and takes nothing else for it", async () => {
  const { body, status } = await create({ askedOutput: "5000000" });
  expect([status, body.askedOutput]).toEqual([201, "5000000"]);
  expect((await create({ amount: "2" })).body.askedOutput).toBeNull();
  for (const askedOutput of ["5,000,000", "-1", "0", "1.234", "", 5_000_000])
    expect((await create({ amount: "3", askedOutput })).problem.errors?.[0]?.path, `${askedOutput}`).toBe(
      "askedOutput",
    );
});
