import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeEach, expect, it } from "vitest";
import type { Transfer } from "#lib/contract/api";
import type { AuditPage } from "#lib/contract/audit/audit";
import type { Payee, PayeeAccount, PayeeList, PayeeWithHistory } from "#lib/contract/payees";
import { db } from "#lib/server/database/db";
import { describeDifference, verifyLedger } from "#lib/server/verify/verify-ledger";
import { failWrites } from "#lib/testing/database/database";
import { goodTransfer } from "#lib/testing/ledger/inputs";
import type { TestDashboard } from "#lib/testing/servers/dashboard";
import { startOnFaultyService } from "#lib/testing/servers/faulty-dashboard";
import type { FaultyService } from "#lib/testing/service/faulty-service";

let service: FaultyService;
let dashboard: TestDashboard;
beforeEach(async () => {
  ({ service, dashboard } = await startOnFaultyService());
});

const { bankCode, accountNumber, accountName } = goodTransfer;
const account = { bankCode, accountNumber, accountName };
const moved = { ...account, accountNumber: "0987654321", howChecked: "Called Ada on the number we know" };
const send = <Body>(method: string, path: string, body?: unknown) =>
  dashboard.send<Body>(method, path, body === undefined ? {} : { body });
const save = (change: object = {}) =>
  send<Payee>("POST", "/api/payees", { name: "Ada Obi", ...account, ...change });
const read = async (id: string) => (await send<PayeeWithHistory>("GET", `/api/payees/${id}`)).body;
const listed = async (query = "") => (await send<PayeeList>("GET", `/api/payees${query}`)).body.payees;
const pay = (extra: object) =>
  dashboard.send<Transfer>("POST", "/api/transfers", {
    body: { ...goodTransfer, confirmSeparate: true, ...extra },
    headers: { "idempotency-key": randomUUID() },
  });
const actions = async (record: string) =>
  (await send<AuditPage>("GET", `/api/audit?record=${record}&limit=100`)).body.items.map(
    ({ action }) => action,
  );

it("saves an account once, and shows its whole number only when asked, which is logged", async () => {
  const { status, body } = await save();
  expect([status, body.version, body.accountLastFour, body.change]).toEqual([201, 1, "6789", null]);
  const again = await save({ name: "Ada again" });
  expect([again.status, again.problem.code, again.problem.payeeId]).toEqual([409, "payee_exists", body.id]);
  const both = await Promise.all(
    [1, 2].map(() => save({ accountNumber: "0123456780", howChecked: "Called" })),
  );
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);

  expect(JSON.stringify([await listed(), await read(body.id)])).not.toContain(accountNumber);
  expect(await actions(body.id)).toEqual(["payee_saved"]);
  const opened = await send<PayeeAccount>("GET", `/api/payees/${body.id}/account`);
  expect(opened.body).toEqual({ version: 1, bankName: "GTBank Plc", ...account });
  expect(await actions(body.id)).toEqual(["payee_account_shown", "payee_saved"]);
  const { detail } = (await send<AuditPage>("GET", `/api/audit?record=${body.id}`)).body.items[0] ?? {};
  expect(detail).not.toContain(accountNumber);
});

it("changes an account by a new version, says so for 30 days, and never loses the old one", async () => {
  const { id } = (await save()).body;
  const change = (body: object) => send<Payee>("POST", `/api/payees/${id}/versions`, body);
  expect((await change({ after: "1", ...moved, howChecked: " " })).problem.errors?.[0]?.path).toBe(
    "howChecked",
  );
  expect((await change({ after: "1", ...account, howChecked: "Same" })).problem.code).toBe("payee_exists");
  const { body } = await change({ after: "1", ...moved });
  expect([body.version, body.accountLastFour]).toEqual([2, "4321"]);
  expect(body.change).toMatchObject({ from: { accountLastFour: "6789" }, to: { accountLastFour: "4321" } });
  // The same request again, and one of somebody who saw the version before.
  expect((await change({ after: "1", ...moved })).body.version).toBe(2);
  expect((await change({ after: "1", ...moved, accountNumber: "0987654322" })).problem.code).toBe(
    "payee_changed",
  );
  const { versions } = await read(id);
  expect(
    versions.map(({ n, state, accountLastFour, howChecked }) => [n, state, accountLastFour, howChecked]),
  ).toEqual([
    [2, "current", "4321", moved.howChecked],
    [1, "past", "6789", null],
  ]);
  const ledger = await db();
  dashboard.spoil();
  const age = async (days: number) => {
    const at = new Date(Date.now() - days * 24 * 3_600_000).toISOString();
    await ledger.updateTable("payee_versions").set({ at }).where("n", "=", 2).execute();
    return (await listed())[0]?.change !== null;
  };
  expect([await age(29), await age(31)]).toEqual([true, false]);
});

it("pays a payee at its current account alone, and counts what was reported paid", async () => {
  const { id } = (await save()).body;
  const paid = await pay({ payeeId: id, payeeVersion: "1", reference: "INV-1" });
  expect([paid.status, paid.body.payeeId, paid.body.payeeVersion]).toEqual([201, id, 1]);
  const { callbackUrl } = JSON.parse(service.callsOf("initiate").at(-1)?.body ?? "{}") as {
    callbackUrl: string;
  };
  expect(service.callsOf("initiate").at(-1)?.body).not.toContain(id);
  await send("POST", new URL(callbackUrl).pathname, { status: "completed" });
  await send("GET", `/api/transfers/${paid.body.id}`);
  await pay({ payeeId: id, payeeVersion: "1" });
  expect((await read(id)).totals).toEqual([{ token: "USDC", transfers: 2, paid: 1, paidAmount: "1250.5" }]);

  const before = service.callsOf("initiate").length;
  const refused = async (extra: object) =>
    (await pay({ payeeId: id, payeeVersion: "1", ...extra })).problem.code;
  expect(await refused({ accountNumber: "0123456780" })).toBe("payee_changed");
  expect(await refused({ accountName: "Eve" })).toBe("payee_changed");
  expect(await refused({ payeeVersion: undefined })).toBe("payee_changed");
  expect(await refused({ payeeId: randomUUID() })).toBe("payee_changed");
  await send("POST", `/api/payees/${id}/versions`, { after: "1", ...moved });
  expect(await refused({})).toBe("payee_changed");
  const { howChecked: _how, ...now } = moved;
  // A reference counts as used for the payee, whatever its account was.
  expect(await refused({ ...now, payeeVersion: "2", reference: "inv-1" })).toBe("reference_used");
  await send("PATCH", `/api/payees/${id}`, { isArchived: true });
  expect(await refused({ ...now, payeeVersion: "2" })).toBe("payee_changed");
  expect(service.callsOf("initiate")).toHaveLength(before);
});

it("sends nothing to a payee who was archived after the intent was recorded", async () => {
  const { id } = (await save()).body;
  const ask = {
    body: { ...goodTransfer, payeeId: id, payeeVersion: "1" },
    headers: { "idempotency-key": randomUUID() },
  };
  const mend = await failWrites(await db(), "update on transfers", sql`new.submission = 'dispatching'`);
  expect((await dashboard.send("POST", "/api/transfers", ask)).status).toBeGreaterThanOrEqual(500);
  await mend();
  await send("PATCH", `/api/payees/${id}`, { isArchived: true });
  expect((await dashboard.send("POST", "/api/transfers", ask)).problem.code).toBe("payee_changed");
  expect(service.callsOf("initiate")).toHaveLength(0);
  await send("PATCH", `/api/payees/${id}`, { isArchived: false });
  expect((await dashboard.send("POST", "/api/transfers", ask)).status).toBe(201);
  expect(service.callsOf("initiate")).toHaveLength(1);
});

it("lists the most used first, finds names without their marks, and hides the archived", async () => {
  const ada = (await save({ name: "Adébáyọ̀ Rent" })).body;
  const obi = (await save({ accountNumber: "0123456780", name: "Obi", accountName: "OBI" })).body;
  await pay({ accountNumber: "0123456780", accountName: "OBI", payeeId: obi.id, payeeVersion: "1" });
  const names = async (query?: string) => (await listed(query)).map(({ name, uses }) => [name, uses]);
  expect(await names()).toEqual([
    ["Obi", 1],
    ["Adébáyọ̀ Rent", 0],
  ]);
  expect(await names("?q=adebayo%20re")).toEqual([["Adébáyọ̀ Rent", 0]]);
  expect(await names("?q=bayo")).toEqual([]);
  const change = (body: object) => send<Payee>("PATCH", `/api/payees/${ada.id}`, body);
  expect((await change({ name: "Ada" })).body.name).toBe("Ada");
  await change({ isArchived: true });
  expect(await names()).toEqual([["Obi", 1]]);
  expect(await names("?archived=yes")).toEqual([["Ada", 0]]);
  // Its account can be saved again, and then it stays archived.
  const other = await save({ name: "Ada, new" });
  expect(other.status).toBe(201);
  expect((await change({ isArchived: false })).problem.code).toBe("payee_exists");
  await send("PATCH", `/api/payees/${other.body.id}`, { isArchived: true });
  expect((await change({ isArchived: false })).body.isArchived).toBe(false);
  expect((await change({ isArchived: false })).status).toBe(200);
  expect(await actions(ada.id)).toEqual([
    "payee_brought_back",
    "payee_archived",
    "payee_renamed",
    "payee_saved",
  ]);
  expect((await send("GET", `/api/payees/${randomUUID()}`)).status).toBe(404);
});

it("names each version of a payee that was changed, removed or put in, and covers old ones once", async () => {
  const { id } = (await save()).body;
  await send("POST", `/api/payees/${id}/versions`, { after: "1", ...moved });
  const other = (await save({ accountNumber: "0123456780", howChecked: "Called" })).body.id;
  const ledger = await db();
  const named = async () => (await verifyLedger(ledger)).differences.map(describeDifference);
  expect(await named()).toEqual([]);
  dashboard.spoil();
  const rows = await ledger.selectFrom("payee_versions").selectAll().execute();
  const tries: [act: string, faults: string[]][] = [
    ["set account_number = '9999999999' where n = 2", ["version 2 was changed after it was recorded"]],
    ["set how_checked = 'Never' where n = 2", ["version 2 was changed after it was recorded"]],
    ["set cover_key = '' where n = 2", ["version 2 was changed after it was recorded"]],
    [
      "set state = case n when 1 then 'current' else 'past' end",
      ["version 1 is stored as current, it is past", "version 2 is stored as past, it is current"],
    ],
    [
      "set n = 3 where n = 2",
      ["version 3 was inserted: the audit log has no record of it", "version 2 was removed"],
    ],
  ];
  for (const [act, faults] of tries) {
    // There is never more than one current version.
    if (act.includes("state"))
      await sql`update payee_versions set state = 'past' where payee_id = ${id}`.execute(ledger);
    await sql`${sql.raw(`update payee_versions ${act}`)} ${sql.raw(act.includes("where") ? "and" : "where")}
      payee_id = ${id}`.execute(ledger);
    expect([act, ...(await named())]).toEqual([act, ...faults.map((text) => `payee ${id}: ${text}`)]);
    await ledger.deleteFrom("payee_versions").execute();
    await ledger.insertInto("payee_versions").values(rows).execute();
    expect(await named()).toEqual([]);
  }
  const lines = JSON.stringify(await ledger.selectFrom("audit_covers").selectAll().execute());
  expect(lines).not.toMatch(new RegExp(`${accountNumber}|${rows.map((row) => row.cover_key).join("|")}`));

  await sql`update payee_versions set account_name = 'EVE' where payee_id = ${other}`.execute(ledger);
  expect(await named()).toEqual([
    `payee ${other}: version 1 was changed after it was recorded`,
    `payee ${other}: one of its names is missing from the names that are compared`,
  ]);
});
