import { expect, type Page } from "@playwright/test";
import type { TransferWithEvents } from "#lib/contract/api";
import { chooseTheme } from "../checks/keyboard";
import { readBrightness, readQr } from "../checks/pixels";
import { createButton, createdTransfer, type Details, fillRecipient, goToCheck } from "./journey";

/** From the overview over the form and its quote to a deposit page, by the links that a person would take. Gives the transfer. */
export async function makeTransfer(page: Page, details: Details): Promise<TransferWithEvents> {
  await page.goto("/");
  const business = page.getByRole("region", { name: "Business" });
  await expect(business.getByText("Active", { exact: true })).toBeVisible();
  await business.getByText("Details", { exact: false }).first().click();
  await expect(business.getByText("Sandbox Trading Limited")).toBeVisible();

  await page.getByRole("main").getByRole("link", { name: "New transfer" }).first().click();
  await page.getByLabel("You send").fill(details.amount);
  await expect(page.getByText(/^Quoted at /)).toBeVisible();
  await expect(page.getByText(/ NGN$/).first()).toBeVisible();
  await fillRecipient(page, details);
  await goToCheck(page);
  const recipient = page.getByRole("region", { name: "The transfer" });
  await expect(recipient.getByText(details.accountName)).toBeVisible();
  await expect(page.getByText(/^No money moves yet\./)).toBeVisible();
  await createButton(page).click();
  return createdTransfer(page);
}

/** The deposit page shows the exact amount and the address, in text and in a code that a phone reads, in each theme. */
export async function expectDeposit(
  page: Page,
  transfer: TransferWithEvents,
  typedAmount: string,
  warning: string,
) {
  const { address, amount } = transfer;
  if (address === null) throw new Error("The transfer has no address.");
  expect(amount).toBe(typedAmount);
  expect(transfer.addressCheck).toBe("valid");
  const deposit = page.getByRole("region", { name: "Deposit" });
  for (const theme of ["Light", "Dark"] as const) {
    await chooseTheme(page, theme);
    await expect.poll(async () => (await readBrightness(page)) < 100).toBe(theme === "Dark");
    await expect(deposit.getByRole("heading", { name: warning, exact: true })).toBeVisible();
    expect(await readQr(deposit.getByRole("img", { name: /QR code/ }))).toBe(address);
    await expect(deposit.locator("code")).toHaveText(address);
    expect(await shownAmounts(page)).toContain(typedAmount);
  }
}

/** The amounts of the deposit as they stand on the page, without the separators between thousands. */
async function shownAmounts(page: Page): Promise<string[]> {
  const text = (await page.getByRole("region", { name: "Deposit" }).textContent()) ?? "";
  return [...text.matchAll(/([\d,]+(?:\.\d+)?) USDC/g)].map(([, amount = ""]) => amount.replaceAll(",", ""));
}

/** The transfer is found by our ID and by the service's, in the address and by the search box. */
export async function expectFound(page: Page, { id, transactionId, address }: TransferWithEvents) {
  for (const wanted of [id, transactionId, address]) {
    if (wanted === null) throw new Error("The transfer lacks an ID.");
    await page.goto("/");
    await page.keyboard.press("/");
    // The menu's box before the scripts run, the palette after: both go straight there.
    await expect(page.locator("input:focus")).toBeVisible();
    await page.keyboard.insertText(wanted);
    await page.keyboard.press("Enter");
    await page.waitForURL(`**/transfers/${id}`);
    await expect(page.getByRole("region", { name: "Deposit" }).locator("code")).toHaveText(address ?? "");
  }
  for (const wanted of [id, transactionId]) {
    await page.goto(`/transfers/${wanted}`);
    await expect(page).toHaveURL(`/transfers/${id}`);
    await expect(page.getByText(transactionId ?? "").first()).toBeVisible();
  }
}
