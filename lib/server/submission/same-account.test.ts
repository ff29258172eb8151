import { randomUUID } from "node:crypto";
import { beforeEach, expect, it } from "vitest";
import type { Transfer } from "#lib/contract/api";
import { db } from "#lib/server/database/db";
import { isPostgres } from "#lib/server/tables/engine";
import type { Db } from "#lib/server/tables/schema";
import { queriesOf, readBy, stepsOf } from "#lib/testing/database/query-plans";
import { goodTransfer } from "#lib/testing/ledger/inputs";
import type { TestDashboard } from "#lib/testing/servers/dashboard";
import { startOnFaultyService } from "#lib/testing/servers/faulty-dashboard";
import { findSameReference } from "./same-account";

let dashboard: TestDashboard;
let ledger: Db;
beforeEach(async () => {
  ({ dashboard } = await startOnFaultyService());
  ledger = await db();
});

async function create(accountNumber: string, reference?: string): Promise<string> {
  const body = { ...goodTransfer, accountNumber, reference, confirmSeparate: true, confirmReference: true };
  const headers = { "idempotency-key": randomUUID() };
  const { status, body: made } = await dashboard.send<Transfer>("POST", "/api/transfers", { body, headers });
  expect(status).toBe(201);
  return made.id;
}
const find = (accountNumber: string, reference: string, from = ledger) =>
  findSameReference(from, { ...goodTransfer, accountNumber, reference }, null);

it("finds the newest payout to the account with the reference, however it is written", async () => {
  await create("1000000001", "SALARY NOVEMBER");
  await create("1000000002", "SALARY NOVEMBER");
  const newest = await create("1000000002", "Salary  november");
  await create("1000000002", "SALARY OCTOBER");
  expect((await find("1000000002", "salary NOVEMBER"))?.id).toBe(newest);
  expect(await find("1000000003", "SALARY NOVEMBER")).toBeUndefined();
});

it("takes a payout without a reference for none that has an unseen one", async () => {
  await create("1000000001");
  for (const reference of ["", " ", "\u200b"]) expect(await find("1000000001", reference)).toBeUndefined();
});

it("reads an account's payouts alone, and not all of a payroll", async () => {
  for (let at = 0; at < 8; at++) await create(`100000000${at}`, "SALARY NOVEMBER");
  const queries = await queriesOf(ledger, (watched) => find("1000000009", "SALARY NOVEMBER", watched));
  expect(queries).toHaveLength(1);
  if (isPostgres(ledger)) return expect(await readBy(ledger, queries)).toBe(0);
  const steps = (await Promise.all(queries.map((query) => stepsOf(ledger, query)))).flat();
  expect(steps.map(({ detail }) => detail)).toEqual([
    expect.stringMatching(
      /^SEARCH transfers USING INDEX transfers_account \(account_number=\? AND created_at>/,
    ),
  ]);
});
