import { expect, test } from "./support/dashboards/lone-sandbox-test";
import { detailsOf } from "./support/steps/journey";
import { expectDeposit, expectFound, makeTransfer } from "./support/steps/main-journey";

test("with a key, over HTTP: a quote, a transfer, its QR in both themes, and again after a restart", async ({
  page,
  service,
  dashboard,
  watch,
}) => {
  const details = detailsOf({ accountName: "SANDBOX WAITS" });
  const transfer = await makeTransfer(page, details);
  await expectDeposit(page, transfer, "1250.50", "Send USDC on Base only.");
  await expect(page.getByText("Sandbox: no real money")).toHaveCount(0);

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
    accountNumber: details.accountNumber,
    accountName: "SANDBOX WAITS",
  });

  watch.allowAbsence();
  await dashboard.restart();
  await expectFound(page, transfer);
});

test("with a key, nothing answers under /sandbox", async ({ request, service }) => {
  const answer = await request.get("/sandbox/api/v1/me", { headers: { "x-api-key": service.apiKey } });
  expect(answer.status()).toBe(404);
});
