import { afterEach, beforeEach, expect, it } from "vitest";
import type { TransferCheck } from "#lib/contract/transfer/transfer-check";
import type { ApprovalDetail } from "#lib/features/controls/controls-api";
import { db } from "#lib/server/database/db";
import { type Controlled, startControlled } from "#lib/testing/controls/controlled";
import { goodTransfer } from "#lib/testing/ledger/inputs";

/** What the check says before Create is what creating then does. The good transfer pays out 1,913,409.88 naira. */
let house: Controlled;
beforeEach(async () => {
  house = await startControlled();
});
afterEach(() => house.close());

const quoted = "1913409.88";

async function check(change: object = {}, who = house.ada): Promise<TransferCheck> {
  const { asset, bankCode, accountNumber, amount } = goodTransfer;
  const body = { asset, bankCode, accountNumber, amount, outputAmount: quoted, ...change };
  const reply = await house.send<TransferCheck>(who, "POST", "/api/transfers/check", body);
  expect(reply.status, reply.problem.detail).toBe(200);
  return reply.body;
}

const nothing = { waits: null, refused: null, unusual: null, left: [] };

it("says nothing without rules, and what is unusual about the amount", async () => {
  expect(await check()).toEqual(nothing);
  for (const amount of ["100", "110", "90"]) await house.ask({ amount });
  const { unusual } = await check({ amount: "100000" });
  expect(unusual).toMatch(/times what you usually send to them/);
  expect((await house.ask({ amount: "1000", confirmAmount: undefined })).problem.code).toBe("unusual_amount");
});

it("says that it waits, why, and how many can approve; below the amount nothing", async () => {
  await house.setRules();
  const { waits, refused } = await check();
  expect(waits).toBe(
    "Waits for 1 approval: 1,000,000 naira or more to this account in 24 hours. 3 people can approve.",
  );
  expect(refused).toBeNull();
  expect((await house.ask()).body.status).toBe("awaiting_approval");
  // What waits to go there counts.
  expect((await check({ amount: "1", outputAmount: "10" })).waits).toMatch(/^Waits for 1 approval/);
  expect(await check({ amount: "1", outputAmount: "10", accountNumber: "0123456781" })).toEqual(nothing);
});

it("says what a limit leaves, and that it is reached, as creating does", async () => {
  await house.setRules({ businessDayNaira: "4000000" });
  expect((await check()).left).toEqual([
    "After this, 2,086,590.12 naira of the business’s limit of 4,000,000 naira a day is left. Resets at 00:00 Lagos time.",
  ]);
  for (const accountNumber of ["0123456781", "0123456782"]) await house.ask({ accountNumber });
  const { refused, left } = await check();
  expect(refused).toBe(
    "The limit for the business is 4,000,000 naira a day: 3,826,819.76 naira used, 173,180.24 naira left. Resets at 00:00 Lagos time.",
  );
  expect(left).toEqual([]);
  const refusal = (await house.ask()).problem;
  expect([refusal.code, refusal.detail]).toEqual(["limit_reached", `${refused} Nothing was created.`]);
});

it("speaks of a person's own day, and of an admin once it is full", async () => {
  await house.setRules({ personDayNaira: "2000000" });
  expect((await check()).left[0]).toMatch(/^After this, 86,590\.12 naira of your limit of 2,000,000 naira/);
  await house.ask({ accountNumber: "0123456781" });
  const { waits, left } = await check();
  expect(waits).toMatch(/^Waits for 1 approval by an admin: above 2,000,000 naira a day for one person/);
  expect(left).toEqual([]);
  expect((await check({}, house.obi)).waits).toBeNull();
});

it("records nothing", async () => {
  await house.setRules();
  const ledger = await db();
  const written = async () => [
    await ledger.selectFrom("audit_log").select("seq").execute(),
    await ledger.selectFrom("requests").select("id").execute(),
    await ledger.selectFrom("transfers").select("id").execute(),
  ];
  const before = await written();
  await Promise.all(Array.from({ length: 8 }, () => check()));
  expect(await written()).toEqual(before);
});

it("asks about an amount above all that somebody has created, however many were smaller since", async () => {
  let account = 1_234_567_000;
  const create = (amount: string) => {
    account += 1;
    return house.ask({ amount, accountNumber: `${account}`, confirmAmount: undefined });
  };
  const unusualOf = async (amount: string) => (await check({ amount, accountNumber: "0123456781" })).unusual;
  expect((await create("60")).status).toBe(201);
  for (let count = 0; count < 25; count++) expect((await create("50")).status).toBe(201);
  expect([await unusualOf("50"), await unusualOf("55"), await unusualOf("60")]).toEqual([null, null, null]);
  expect(await unusualOf("61")).toMatch(/^More than you’ve ever created/);
  expect((await create("59")).status).toBe(201);
  expect((await create("61")).problem.code).toBe("unusual_amount");
});

it("tells an approver only of what there was to confirm, though a program confirms all ahead", async () => {
  await house.setRules();
  const all = {
    ...{ confirmSeparate: true, confirmReference: true, confirmOddQuote: true, confirmAccount: true },
    ...{ confirmName: true, confirmBank: true, confirmAmount: true, reference: "INV-1" },
  };
  const confirmedOf = async (id: string) =>
    (await house.send<ApprovalDetail>(house.obi, "GET", `/api/approvals/${id}`)).body.confirmed;
  const first = await house.ask(all);
  expect(first.status, first.problem.detail).toBe(201);
  expect(await confirmedOf(first.body.id)).toEqual([]);
  const second = await house.ask(all);
  expect(await confirmedOf(second.body.id)).toEqual([
    "It is a second payout like an earlier one.",
    "Its reference was used before.",
  ]);
});
