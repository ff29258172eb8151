import { expect, type Page } from "@playwright/test";
import { nubanCheckDigit } from "#lib/bank/nuban";
import type { TransferWithEvents } from "#lib/contract/api";

/** What a person gives for a transfer. `bank` is typed, `bankName` is the row that is then chosen. */
export type Details = {
  amount: string;
  bank: string;
  bankName: RegExp;
  accountNumber: string;
  accountName: string;
  reference?: string;
};

let accounts = 0;

/** Nine digits with the check digit that the bank of these details gives them: any other is asked about. */
export function gtbankAccount(serial: string): string {
  return serial + nubanCheckDigit("058", serial);
}

/**
 * A recipient at a bank that the sandbox and the faulty service both have. Each has an account of its own: the same
 * payout twice is another journey.
 */
export function detailsOf(part: Partial<Details> = {}): Details {
  accounts += 1;
  return {
    amount: "1250.50",
    bank: "gtb",
    bankName: /GTBank|Guaranty/i,
    accountNumber: gtbankAccount(`01234${String(accounts).padStart(4, "0")}`),
    accountName: "Adaeze Okonkwo",
    ...part,
  };
}

/** Finds a bank by typing and takes the first row that fits. */
export async function chooseBank(page: Page, { bank, bankName }: Pick<Details, "bank" | "bankName">) {
  const search = page.getByRole("combobox", { name: "Search banks by name or code" });
  // A press that comes before the page is alive opens nothing.
  await expect(async () => {
    if (!(await search.isVisible())) await page.getByRole("combobox", { name: "Bank", exact: true }).click();
    await expect(search).toBeVisible({ timeout: 20_000 });
  }).toPass();
  await search.pressSequentially(bank);
  await page.getByRole("option", { name: bankName }).first().click();
}

/** Fills the first step. */
export async function fillDetails(page: Page, details: Details) {
  await page.getByLabel("You send").fill(details.amount);
  await fillRecipient(page, details);
}

/** Fills the recipient alone. */
export async function fillRecipient(page: Page, details: Details) {
  await chooseBank(page, details);
  await page.getByLabel("Account number").fill(details.accountNumber);
  await page.getByLabel("Account name").fill(details.accountName);
  if (details.reference !== undefined) await page.getByLabel("Reference").fill(details.reference);
}

export const createButton = (page: Page) =>
  page.getByRole("button", { name: /^(Create transfer and get address|Create and ask for approval)$/ });

/** Goes on to the check, where everything stands once more. */
export async function goToCheck(page: Page) {
  await page.getByRole("button", { name: "Check the transfer" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Check the transfer");
  await expect(createButton(page)).toBeEnabled();
}

/** From the empty form to the check. */
export async function openCheck(page: Page, details: Details) {
  await page.goto("/transfers/new");
  await fillDetails(page, details);
  await goToCheck(page);
}

/** Waits for the page of a transfer, and gives what our API says of it. */
export async function createdTransfer(page: Page): Promise<TransferWithEvents> {
  await page.waitForURL(/\/transfers\/[0-9a-f]{8}-[0-9a-f-]{27}$/);
  await expect(page.getByRole("heading", { name: "Timeline" })).toBeVisible();
  return readTransfer(page, new URL(page.url()).pathname.split("/").at(-1) ?? "");
}

/** What our API says of a transfer. */
export async function readTransfer(page: Page, id: string): Promise<TransferWithEvents> {
  const answer = await page.request.get(`/api/transfers/${encodeURIComponent(id)}`);
  expect(answer.status()).toBe(200);
  return (await answer.json()) as TransferWithEvents;
}

/** The whole creation: form, check, click, deposit page. */
export async function createTransfer(page: Page, details: Details): Promise<TransferWithEvents> {
  await openCheck(page, details);
  await createButton(page).click();
  return createdTransfer(page);
}
