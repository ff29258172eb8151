import { randomUUID } from "node:crypto";
import { beforeEach, expect, it } from "vitest";
import type { Transfer } from "#lib/contract/api";
import type { Payee, PayeeList, PayeeWithHistory } from "#lib/contract/payees";
import type { EarlierPayouts } from "#lib/contract/same-account";
import { db } from "#lib/server/database/db";
import { describeDifference, verifyLedger } from "#lib/server/verify/verify-ledger";
import { goodTransfer } from "#lib/testing/ledger/inputs";
import type { TestDashboard } from "#lib/testing/servers/dashboard";
import { startOnFaultyService } from "#lib/testing/servers/faulty-dashboard";
import type { FaultyService } from "#lib/testing/service/faulty-service";

let service: FaultyService;
let dashboard: TestDashboard;
beforeEach(async () => {
  ({ service, dashboard } = await startOnFaultyService());
});

const [first, second, third] = ["0123456701", "0123456702", "0123456703"] as const;
const checked = { howChecked: "Called the number we had" };
const send = <Body>(method: string, path: string, body?: unknown) =>
  dashboard.send<Body>(method, path, body === undefined ? {} : { body });
const save = (name: string, accountNumber: string, more: object = {}) =>
  send<Payee>("POST", "/api/payees", {
    ...{ name, bankCode: "000013", accountNumber, accountName: name.toUpperCase() },
    ...more,
  });
const change = (id: string, body: object) => send<Payee>("PATCH", `/api/payees/${id}`, body);
const archive = (id: string) => change(id, { isArchived: true });
const listed = async () => (await send<PayeeList>("GET", "/api/payees")).body.payees;
const codeOf = ({ problem, status }: { problem: { code?: string }; status: number }) =>
  problem.code ?? status;
const ends = ({ body }: { body: Payee }) => [
  body.change?.from?.accountLastFour,
  body.change?.to.accountLastFour,
  body.change?.by !== undefined,
];

it("asks how a new account under a known name was checked, and shows the change, though the old payee is archived", async () => {
  const old = (await save("Ada Obi", first)).body;
  await archive(old.id);
  const names = ["Ada Obi", "ADA  OBI", "Ada-Obi", "Adá\u00a0Ọbi", "Аda Obi"];
  for (const name of names) {
    const refused = await save(name, second);
    expect([codeOf(refused), refused.problem.payeeId], name).toEqual(["name_known", old.id]);
    expect(refused.problem.detail).toMatch(
      /^An archived payee, Ada Obi, has another account: GTBank Plc, ending in 6701\. Nothing was saved\./,
    );
  }
  // By the account's name too, whatever the payee is called.
  expect(codeOf(await save("Rent", second, { accountName: "Ada Obi" }))).toBe("name_known");
  expect(codeOf(await save("Ada Obi", second, { howChecked: " " }))).toBe("invalid_input");
  const saved = await save("Ada Obi", second, checked);
  expect([saved.status, ...ends(saved)]).toEqual([201, "6701", "6702", true]);
  expect((await listed())[0]?.change).toEqual(saved.body.change);
  const { versions } = (await send<PayeeWithHistory>("GET", `/api/payees/${saved.body.id}`)).body;
  expect(versions.map(({ howChecked }) => howChecked)).toEqual([checked.howChecked]);
  // The same account again is no change, and neither is another name.
  await archive(saved.body.id);
  const again = await save("Ada Obi", second);
  expect(codeOf(again)).toBe("name_known");
  expect((await save("Chidi", third, checked)).body.change).toBeNull();
});

it("knows a name that the payee had before it was renamed, and the account name it had before", async () => {
  const { id } = (await save("Ada Obi", first)).body;
  expect((await change(id, { name: "Old Ada" })).status).toBe(200);
  expect(codeOf(await save("Ada Obi", second, { accountName: "Ada" }))).toBe("name_known");
  const moved = { after: "1", bankCode: "000013", accountNumber: second, accountName: "Obi Ltd", ...checked };
  expect((await send("POST", `/api/payees/${id}/versions`, moved)).status).toBe(200);
  expect(codeOf(await save("Somebody", third, { accountName: "ADA OBI" }))).toBe("name_known");
  expect(codeOf(await save("Obi, Ltd.", third, { accountName: "X Y" }))).toBe("name_known");
});

it("asks when a payee is renamed to another’s name, and when it is brought back under one", async () => {
  const ada = (await save("Ada Obi", first)).body;
  const other = (await save("Chidi", second)).body;
  const refused = await change(other.id, { name: "ada obi" });
  expect([codeOf(refused), refused.problem.payeeId]).toEqual(["name_known", ada.id]);
  expect((await listed()).map(({ name }) => name).sort()).toEqual(["Ada Obi", "Chidi"]);
  const renamed = await change(other.id, { name: "ada obi", ...checked });
  expect([renamed.status, renamed.body.version, ...ends(renamed)]).toEqual([200, 2, "6701", "6702", true]);
  // A repeat changes nothing.
  expect((await change(other.id, { name: "ada obi" })).body.version).toBe(2);

  await archive(ada.id);
  const back = await change(ada.id, { isArchived: false });
  expect([codeOf(back), back.problem.payeeId]).toEqual(["name_known", other.id]);
  const brought = await change(ada.id, { isArchived: false, ...checked });
  expect([brought.status, ...ends(brought)]).toEqual([200, "6702", "6701", true]);
  // Without anybody of that name nothing is asked.
  const lone = (await save("Lone", third)).body;
  await archive(lone.id);
  expect((await change(lone.id, { isArchived: false })).body.version).toBe(1);
});

it("asks about the same number at another bank, which the bank’s other code may be", async () => {
  const { id } = (await save("Ada Obi", first)).body;
  const refused = await save("Chidi", first, { bankCode: "044" });
  expect([codeOf(refused), refused.problem.payeeId]).toEqual(["name_known", id]);
  expect((await save("Chidi", first, { bankCode: "044", ...checked })).status).toBe(201);
});

it("lets one of two pass that save a name with two accounts at the same moment", async () => {
  for (let round = 0; round < 5; round++) {
    const both = await Promise.all([
      save(`Ada ${round}`, `01234561${round}1`),
      save(`ADA-${round}`, `01234561${round}2`),
    ]);
    expect(both.map(codeOf).sort()).toEqual([201, "name_known"]);
  }
});

const pay = (accountName: string, accountNumber: string, more: object = {}) =>
  dashboard.send<Transfer>("POST", "/api/transfers", {
    body: { ...goodTransfer, accountName, accountNumber, confirmSeparate: true, ...more },
    headers: { "idempotency-key": randomUUID() },
  });
const review = async (accountName: string, accountNumber: string, more: object = {}) => {
  const { amount, asset, bankCode } = goodTransfer;
  const body = { amount, asset, bankCode, accountNumber, accountName, ...more };
  return (await send<EarlierPayouts>("POST", "/api/transfers/same-account", body)).body.knownName;
};

it("asks once before a typed recipient with a payee’s name is paid at another account", async () => {
  const { id } = (await save("Ada Obi", first)).body;
  expect(await review("Ada Obi", first)).toBeNull();
  expect(await review("Chidi", second)).toBeNull();
  expect(await review("ada  ọbi", second)).toEqual({
    payeeId: id,
    name: "Ada Obi",
    isArchived: false,
    bankName: "GTBank Plc",
    accountLastFour: "6701",
  });
  expect((await pay("ADA OBI", first)).status).toBe(201);
  const refused = await pay("Ada Obi", second);
  expect([refused.status, codeOf(refused), refused.problem.payeeId]).toEqual([409, "name_known", id]);
  expect(service.callsOf("initiate")).toHaveLength(1);
  expect((await pay("Ada Obi", second, { confirmAccount: true })).status).toBe(201);
  expect((await pay("Ada Obi", second)).status).toBe(201);
  // Another name at that account says nothing of this one.
  expect((await pay("Chidi", third)).status).toBe(201);
  expect(codeOf(await pay("Ada Obi", third))).toBe("name_known");
});

it("asks before the account that a payee had is paid again, and of an archived one", async () => {
  const { id } = (await save("Ada Obi", first)).body;
  expect((await pay("Ada Obi", first)).status).toBe(201);
  const moved = { after: "1", bankCode: "000013", accountNumber: second, accountName: "ADA OBI", ...checked };
  await send("POST", `/api/payees/${id}/versions`, moved);
  expect(codeOf(await pay("Ada Obi", first))).toBe("name_known");
  expect((await pay("Ada Obi", second)).status).toBe(201);
  await archive(id);
  expect((await pay("Ada Obi", second)).status).toBe(201);
  expect(codeOf(await pay("Ada Obi", third))).toBe("name_known");
  // A chosen payee's account is compared with the payee.
  const other = (await save("Ada Obi", third, checked)).body;
  expect((await pay("ADA OBI", third, { payeeId: other.id, payeeVersion: "1" })).status).toBe(201);
});

it("names a payee whose name is not among those that are compared", async () => {
  const { id } = (await save("Ada Obi", first)).body;
  const ledger = await db();
  dashboard.spoil();
  const named = async () => (await verifyLedger(ledger)).differences.map(describeDifference);
  expect(await named()).toEqual([]);
  await ledger.deleteFrom("payee_names").execute();
  expect(await named()).toEqual([
    `payee ${id}: one of its names is missing from the names that are compared`,
  ]);
});
