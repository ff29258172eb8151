import { expect, test } from "./support/dashboards/test";
import { createByApi } from "./support/steps/transfers";

test.use({ ownDashboard: "chain" });

test("what the network shows stands beside the service’s word, closes the QR, and asks for a person", async ({
  page,
}) => {
  const { id } = await createByApi(page, { accountName: "SANDBOX WAITS", amount: "100" });
  await page.goto(`/transfers/${id}`);
  const main = page.getByRole("main");
  await expect(main.getByText("No USDC seen on Base yet.")).toBeVisible();
  await expect(main.getByRole("img", { name: /^QR code of the Base/ })).toBeVisible();

  await page.getByRole("button", { name: "Send 60 %" }).click();
  const short = main.getByRole("heading", { name: /60 of 100 USDC arrived; 40 are missing/ });
  await expect(short).toBeVisible();
  await expect(main.getByRole("img", { name: /^QR code of the Base/ })).toHaveCount(0);
  await expect(main.getByRole("button", { name: "Copy address" })).toHaveCount(0);
  const card = main.getByRole("region", { name: "On Base", exact: true });
  await expect(card).toContainText("60.00 USDC arrived");
  await expect(card).toContainText("40.00 USDC missing");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await card.getByRole("button", { name: "Copy message to the service" }).click();
  await expect(card.getByText("Copied").first()).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(id);
  // The service has said nothing of it: the network has.
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/short/i);
  await expect(main.getByText("Confirmed on Base: 60.00 USDC")).toBeVisible();
  await page.goto("/attention");
  await expect(main.getByRole("heading", { name: /^Short on the network/ })).toBeVisible();

  await page.goto(`/transfers/${id}`);
  // The service says the same: once is enough.
  await page.getByRole("button", { name: "Short", exact: true }).click();
  const deposit = main.getByRole("region", { name: "Deposits on Base", exact: true });
  await expect(deposit.getByRole("listitem")).toContainText(/60\.00 USDC\s*from 0x/);
  await expect(deposit).toContainText("The service reported this transfer as: Deposit short.");
  await expect(short).toHaveCount(1);
  await main.getByRole("button", { name: "Mark as resolved" }).click();
  await card.getByLabel("What was done").fill("The service pays out 60.");
  await card.getByRole("button", { name: "Record as resolved" }).click();
  await expect(card.getByText("Marked as resolved.")).toBeFocused();
  await expect(main.getByRole("button", { name: "Mark as resolved" })).toHaveCount(0);
  await page.getByRole("button", { name: "Send another token" }).click();
  await expect(main.getByText(/USDbC arrived, but this transfer is in USDC/)).toBeVisible();
  const [tx = ""] = (
    (await (await page.request.get(`/api/transfers/${id}`)).json()) as {
      deposit: { transactions: string[] };
    }
  ).deposit.transactions;
  // What one transaction paid is one transfer.
  await page.goto(`/transfers?q=${tx}`);
  await expect(page).toHaveURL(`/transfers/${id}`);
  await page.goto("/transfers");
  await expect(main.getByRole("row", { name: /On the network: short/ })).toHaveCount(1);
});
