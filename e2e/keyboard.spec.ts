import type { Page } from "@playwright/test";
import { createButton, createdTransfer, detailsOf } from "./support/journey";
import { tabTo } from "./support/keyboard";
import { readQr } from "./support/pixels";
import { expect, test } from "./support/test";

/** What Enter would take: the list is narrowed a moment after the last letter, and says so until then. */
const highlighted = (page: Page) =>
  page.locator('[role="listbox"]:not([aria-busy]) [role="option"][data-highlighted]');

test("a transfer from the overview to the copied address, by the keyboard alone", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { accountNumber } = detailsOf();
  await page.goto("/");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to the content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await tabTo(page, page.getByRole("main").getByRole("link", { name: "New transfer" }));
  await page.keyboard.press("Enter");

  await expect(page.getByRole("heading", { level: 1, name: "New transfer" })).toBeVisible();
  await tabTo(page, page.getByLabel("You send"));
  await page.keyboard.type("1250.50");
  const bank = page.getByRole("combobox", { name: "Bank", exact: true });
  await tabTo(page, bank);
  // Typing on the field opens the search with what was typed.
  await page.keyboard.type("gtb");
  await expect(highlighted(page)).toContainText("GTBank");
  await page.keyboard.press("Enter");
  await expect(bank).toContainText("GTBank");
  await expect(bank).toBeFocused();
  await tabTo(page, page.getByLabel("Account number"));
  await page.keyboard.type(accountNumber);
  await tabTo(page, page.getByLabel("Account name"));
  await page.keyboard.type("SANDBOX WAITS");
  await tabTo(page, page.getByRole("button", { name: "Check the transfer" }));
  await page.keyboard.press("Enter");

  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Check the transfer before you create it");
  await expect(createButton(page)).toBeEnabled();
  await tabTo(page, createButton(page));
  await page.keyboard.press("Enter");
  const { address } = await createdTransfer(page);
  expect(await readQr(page.getByRole("img", { name: /QR code/ }))).toBe(address);
  await tabTo(page, page.getByRole("button", { name: "Copy address" }), 60);
  await page.keyboard.press("Enter");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
});

test("the list of banks is moved through by the keyboard, and Escape leaves it as it was", async ({
  page,
}) => {
  await page.goto("/transfers/new");
  const bank = page.getByRole("combobox", { name: "Bank", exact: true });
  await bank.focus();
  await page.keyboard.press("Enter");
  const search = page.getByRole("combobox", { name: "Search banks by name or code" });
  await expect(search).toBeFocused();
  await page.keyboard.type("access");
  await expect(highlighted(page)).toContainText(/access/i);
  const active = () => highlighted(page).textContent();
  const first = await active();
  await page.keyboard.press("ArrowDown");
  await expect.poll(active).not.toBe(first);
  await page.keyboard.press("ArrowUp");
  await expect.poll(active).toBe(first);
  await page.keyboard.press("Escape");
  await expect(bank).toBeFocused();
  await expect(bank).toContainText("Choose a bank");
});

test("Enter that is ahead of the list of banks chooses none, and the next one chooses what is highlighted", async ({
  page,
}) => {
  await page.goto("/transfers/new");
  const bank = page.getByRole("combobox", { name: "Bank", exact: true });
  await bank.press("u");
  const search = page.getByRole("combobox", { name: "Search banks by name or code" });
  await expect(search).toBeFocused();
  await search.fill("uba");
  await expect(highlighted(page)).toContainText("United Bank for Africa");
  // Both in one turn of the browser, so the list cannot have followed.
  await search.evaluate(async (input: HTMLInputElement) => {
    input.select();
    document.execCommand("insertText", false, "gtb");
    await Promise.resolve();
    input.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
  });
  await expect(highlighted(page)).toContainText("GTBank");
  await page.keyboard.press("Enter");
  await expect(bank).toContainText("GTBank");
});
