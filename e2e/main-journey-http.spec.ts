import { randomBytes } from "node:crypto";
import { startDashboard } from "./support/dashboard";
import { detailsOf } from "./support/journey";
import { type LoneSandbox, startLoneSandbox } from "./support/lone-sandbox";
import { expectDeposit, expectFound, makeTransfer } from "./support/main-journey";
import { test as base, expect } from "./support/test";

/** The dashboard with a key of its own, in front of the sandbox that runs alone on another port. */
const test = base.extend<object, { service: LoneSandbox }>({
  service: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern.
    async ({}, use) => {
      const service = await startLoneSandbox(`key-${randomBytes(16).toString("hex")}`);
      await use(service);
      await service.stop();
    },
    { scope: "worker" },
  ],
  dashboard: [
    async ({ service }, use) => {
      const { baseUrl, apiKey } = service;
      const dashboard = await startDashboard({ OFFRAMP_BASE_URL: baseUrl, OFFRAMP_API_KEY: apiKey });
      await use(dashboard);
      await dashboard.stop();
    },
    { scope: "worker" },
  ],
});

test("with a key, over HTTP: a quote, a transfer, its QR in both themes, and again after a restart", async ({
  page,
  service,
  dashboard,
}) => {
  const transfer = await makeTransfer(page, detailsOf());
  await expectDeposit(page, transfer, "1250.50");
  await expect(page.getByText("Sandbox - no real money")).toHaveCount(0);

  const held = await fetch(`${service.baseUrl}/sandbox/transfers/${transfer.transactionId}`, {
    headers: { "x-api-key": service.apiKey },
  });
  expect(await held.json()).toMatchObject({
    address: transfer.address,
    amount: "1250.50",
    fromCurrency: "USDC",
    network: "base",
    toCurrency: "NGN",
    country: "NG",
    bankCode: transfer.bankCode,
    accountNumber: "0123456789",
    accountName: "Adaeze Okonkwo",
  });

  await dashboard.restart();
  await expectFound(page, transfer);
});

test("with a key, nothing answers under /sandbox", async ({ request, service }) => {
  const answer = await request.get("/sandbox/api/v1/me", { headers: { "x-api-key": service.apiKey } });
  expect(answer.status()).toBe(404);
});
