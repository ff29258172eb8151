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
  const short = main.getByRole("heading", { name: "40.00 USDC is missing" });
  await expect(short).toBeVisible();
  await expect(main.getByRole("img", { name: /^QR code of the Base/ })).toHaveCount(0);
  await expect(main.getByRole("button", { name: "Copy address" })).toHaveCount(0);
  const card = main.getByRole("region", { name: /is missing$|arrived, not USDC$/ });
  await expect(card).toContainText("60.00 of 100.00 arrived");
  const service = card.getByRole("definition").first();
  await expect(service).toContainText("no amount");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await card.getByRole("button", { name: "Copy the question to the service" }).click();
  await expect(card.getByText("Copied").first()).toBeVisible();
  const question = await page.evaluate(() => navigator.clipboard.readText());
  expect(question).toContain(`Our transfer: ${id}`);
  expect(question).toMatch(/^Arrived on Base: 60\.00 USDC\nTransaction: 0x[0-9a-f]{64}$/m);
  expect(question.split("\n").at(-1)).toMatch(/\?$/);
  // The service has said nothing of it: the network has.
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/short/i);
  await expect(main.getByText("Confirmed on Base: 60.00 USDC")).toBeVisible();
  await page.goto("/attention");
  await expect(main.getByText("Short on the network").first()).toBeVisible();

  await page.goto(`/transfers/${id}`);
  // The service says the same: once is enough.
  await page.getByRole("button", { name: "Short", exact: true }).click();
  await expect(service).toContainText("60.00 USDC");
  await expect(short).toHaveCount(1);
  await card.locator("summary", { hasText: "On Base" }).click();
  await expect(card.getByRole("listitem").filter({ hasText: "from 0x" })).toContainText(
    /60\.00 USDC\s*from 0x/,
  );
  await main.getByRole("button", { name: "Mark as resolved" }).click();
  await card.getByLabel("What was done").fill("The service pays out 60.");
  await card.getByRole("button", { name: "Record as resolved" }).click();
  await expect(card.getByText("Marked as resolved.", { exact: true })).toBeFocused();
  await expect(main.getByRole("button", { name: "Mark as resolved" })).toHaveCount(0);
  await page.getByRole("button", { name: "Send another token" }).click();
  await expect(main.getByRole("heading", { name: /USDbC arrived, not USDC$/ })).toBeVisible();
  const [tx = ""] = (
    (await (await page.request.get(`/api/transfers/${id}`)).json()) as {
      deposit: { transactions: string[] };
    }
  ).deposit.transactions;
  // What one transaction paid is one transfer.
  await page.goto(`/transfers?q=${tx}`);
  await expect(page).toHaveURL(`/transfers/${id}`);
  await page.goto("/transfers");
  // What is most pressing is what a row says.
  await expect(main.getByRole("row", { name: /100\.00 USDC, wrong token/ })).toHaveCount(1);
});
