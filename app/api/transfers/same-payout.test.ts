import { randomUUID } from "node:crypto";
import { beforeEach, expect, it } from "vitest";
import { sandboxAssets } from "#lib/asset/asset-tables";
import type { Transfer } from "#lib/contract/api";
import type { EarlierPayouts } from "#lib/contract/same-account";
import { goodTransfer } from "#lib/testing/ledger/inputs";
import type { TestDashboard } from "#lib/testing/servers/dashboard";
import { startOnFaultyService } from "#lib/testing/servers/faulty-dashboard";
import { answer } from "#lib/testing/service/faulty-service";

const banks = [
  { code: "000014", name: "Access Bank" },
  { code: "044", name: "Access Bank (CBN code)" },
  { code: "000013", name: "GTBank Plc" },
];

let dashboard: TestDashboard;
beforeEach(async () => {
  const started = await startOnFaultyService({ OFFRAMP_ASSETS: JSON.stringify(sandboxAssets) });
  started.service.behave("banks", answer(200, JSON.stringify(banks)));
  dashboard = started.dashboard;
});

const payout = { ...goodTransfer, bankCode: "000014", amount: "100" };
const create = (change: object = {}) =>
  dashboard.send<Transfer>("POST", "/api/transfers", {
    body: { ...payout, ...change },
    headers: { "idempotency-key": randomUUID() },
  });
const review = async (change: object = {}) => {
  const { amount, asset, bankCode, accountNumber } = payout;
  const body = { amount, asset, bankCode, accountNumber, ...change };
  return (await dashboard.send<EarlierPayouts>("POST", "/api/transfers/same-account", { body })).body;
};

it("asks about the same account under its bank’s other code, and about the same token on another network", async () => {
  const { id } = (await create()).body;
  const same = [
    { bankCode: "044" },
    { bankCode: "000013" },
    { asset: "solana:usdc" },
    { asset: "bsc:usdc", amount: "100.00", bankCode: "044" },
  ];
  for (const change of same) {
    expect((await review(change)).twin?.id, JSON.stringify(change)).toBe(id);
    const refused = await create(change);
    expect(
      [refused.status, refused.problem.code, refused.problem.transferId],
      JSON.stringify(change),
    ).toEqual([409, "duplicate_suspected", id]);
  }
  const elsewhere = (await create({ bankCode: "044", asset: "solana:usdc" })).problem.detail;
  expect(elsewhere).toContain(
    "You created a transfer of 100.00 USDC on Base to this account number at Access Bank just now.",
  );
  expect((await create({ bankCode: "044", confirmSeparate: true })).status).toBe(201);
  // Another token, and another amount, are listed and not asked about.
  for (const change of [{ asset: "ethereum:usdt" }, { amount: "100.01", bankCode: "044" }])
    expect((await create(change)).status, JSON.stringify(change)).toBe(201);
  expect((await review({ amount: "5" })).newest).toHaveLength(4);
});

it("lets one of two pass that go to the same number at the same moment, under either code and on any network", async () => {
  for (let round = 0; round < 5; round++) {
    const accountNumber = `012345678${round}`;
    const both = await Promise.all([
      create({ accountNumber }),
      create({ accountNumber, bankCode: "044", asset: "polygon:usdc" }),
    ]);
    expect(both.map(({ status, problem }) => problem.code ?? status).sort()).toEqual([
      201,
      "duplicate_suspected",
    ]);
  }
});

it("takes a reference for used in whatever way it is written", async () => {
  const { id } = (await create({ reference: "INV-1 É" })).body;
  const written = [
    "INV 1 É",
    "INV–1 é",
    "inv−1−É",
    "ＩＮＶ－１　É",
    "INV\u00a01\u2003E\u0301",
    "Inv#1/é",
    "ІNV-1 É",
  ];
  for (const [at, reference] of written.entries()) {
    const change = { reference, amount: `${at + 1}`, bankCode: at % 2 === 0 ? "044" : "000014" };
    expect((await review(change)).sameReference?.id, reference).toBe(id);
    const refused = await create(change);
    expect([refused.problem.code, refused.problem.transferId], reference).toEqual(["reference_used", id]);
  }
  for (const [at, reference] of ["INV-1 E2", "INV-11", "1-1"].entries())
    expect((await create({ reference, amount: `${at + 20}` })).status, reference).toBe(201);
});
