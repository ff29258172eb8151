import type { CDPSession, Page } from "@playwright/test";
import { pressEnter } from "./support/checks/keyboard";
import { expect, test } from "./support/dashboards/test";

const output = (page: Page) => page.getByRole("textbox", { name: "Recipient gets" });
const account = (page: Page) => page.getByLabel("Account number");
const bank = (page: Page) => page.getByRole("combobox", { name: "Bank", exact: true });
const bankSearch = (page: Page) => page.getByRole("combobox", { name: "Search banks by name or code" });

/** Opens the form, and holds back every script that it asks for from then on. Returns what lets them through. */
async function openWithLateParts(page: Page): Promise<() => void> {
  await page.goto("/transfers/new");
  await expect(page.getByRole("button", { name: "Enter NGN instead" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Check the transfer" })).toBeEnabled();
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\.js(\?|$)/, async (route) => {
    await released;
    await route.continue();
  });
  return () => release();
}

test.describe("parts of the page that come late take no keys away", () => {
  test("what follows the press for naira is the naira's, and the name's what is typed there", async ({
    page,
  }) => {
    const release = await openWithLateParts(page);
    await pressEnter(page.getByRole("button", { name: "Enter NGN instead" }));
    await page.keyboard.type("1234567");
    await expect(output(page)).toHaveValue("1,234,567");
    await page.getByLabel("Account name").click();
    await page.keyboard.type("ADA");
    release();
    await expect(page.getByText(/^(Finding the amount|Rounded up to the cent|The rate)/)).toBeVisible();
    await page.keyboard.type(" OBI");
    await expect(page.getByLabel("Account name")).toHaveValue("ADA OBI");
    await expect(output(page)).toHaveValue("1,234,567");
  });

  test("the bank search gets all that is typed for it, and never what is typed elsewhere", async ({
    page,
  }) => {
    const release = await openWithLateParts(page);
    await bank(page).focus();
    await page.keyboard.type("zen b");
    await page.keyboard.press("Backspace");
    release();
    await page.keyboard.type("ban");
    await expect(bankSearch(page)).toHaveValue("zen ban");
    await expect(bankSearch(page)).toBeFocused();
    // What Enter takes; one that is ahead of the list chooses nothing.
    const marked = page.locator('[role="listbox"]:not([aria-busy]) [role="option"][data-highlighted]');
    await expect(marked).toContainText("Zenith");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await page.keyboard.type("2123456789");
    await expect(bank(page)).toContainText("Zenith");
    await expect(account(page)).toHaveValue("2123 456 789");
  });

  test("a bank search that comes after the person has gone on stays closed", async ({ page }) => {
    const release = await openWithLateParts(page);
    await bank(page).click();
    await account(page).click();
    await page.keyboard.type("01234");
    release();
    await expect(bank(page)).not.toHaveAttribute("aria-busy", "true");
    await page.keyboard.type("56789");
    await expect(account(page)).toHaveValue("0123 456 789");
    await expect(bankSearch(page)).toBeHidden();
    await bank(page).click();
    await expect(bankSearch(page)).toBeFocused();
  });
});

test.describe("a keyboard that composes", () => {
  async function compose(keyboard: CDPSession, text: string) {
    for (let end = 1; end <= text.length; end++)
      await keyboard.send("Input.imeSetComposition", {
        text: text.slice(0, end),
        selectionStart: end,
        selectionEnd: end,
      });
  }
  const commit = (keyboard: CDPSession, text: string) => keyboard.send("Input.insertText", { text });

  for (const [label, first, composing, grouped, more, all] of [
    ["You send", "1000", "1000", "1,000", "05", "100,005"],
    ["Account number", "01234567", "01234567", "0123 456 7", "89", "0123 456 789"],
    ["Account number", "٠١٢٣٤٥٦٧", "٠١٢٣٤٥٦٧", "0123 456 7", "٨٩", "0123 456 789"],
  ] as const) {
    test(`finds ${first} in “${label}” as it has put it there`, async ({ page, context }) => {
      await page.goto("/transfers/new");
      await expect(page.getByRole("button", { name: "Check the transfer" })).toBeEnabled();
      const field = page.getByLabel(label);
      await field.click();
      const keyboard = await context.newCDPSession(page);
      await compose(keyboard, first);
      await expect(field).toHaveValue(composing);
      await commit(keyboard, first);
      await expect(field).toHaveValue(grouped);
      await compose(keyboard, more);
      await expect(field).toHaveValue(`${grouped}${more}`);
      await commit(keyboard, more);
      await expect(field).toHaveValue(all);
    });
  }
});

test("a message about an account fills its fields, and what is none says so and changes nothing", async ({
  page,
}) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/transfers/new");
  await expect(page.getByRole("button", { name: "Check the transfer" })).toBeEnabled();
  const name = page.getByLabel("Account name");
  const paste = async (text: string) => {
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
    await name.focus();
    await page.keyboard.press("ControlOrMeta+v");
  };
  const isFilled = async (bankName: string, number: string, accountName: string) => {
    await expect(bank(page)).toContainText(bankName);
    await expect(account(page)).toHaveValue(number);
    await expect(name).toHaveValue(accountName);
  };
  await paste("*Bank Name* GTBank\n*Account Name* Adebayo Okafor\n*Account Number* 0123456789");
  await isFilled("Guaranty Trust Bank", "0123 456 789", "Adebayo Okafor");
  const said = page.getByText(/from what you pasted/);
  await expect(said).toHaveText(
    "We filled in the bank, the account number and the account name from what you pasted. Compare them with it.",
  );

  // The name of the account before isn't this one's.
  await paste("Please send to my UBA account 2123456789, thanks");
  await isFilled("United Bank for Africa", "2123 456 789", "");

  await paste(`9876543210 ${"bank ".repeat(8_000)}:`);
  await expect(page.getByText(/^That text is too long to read/)).toBeVisible();
  await paste("Call Ngozi on 0803 123 4567");
  await expect(page.getByText("We found no account number in what you pasted.")).toBeVisible();
  await isFilled("United Bank for Africa", "2123 456 789", "");

  await paste("0123456789 or 9876543210");
  await expect(name).toHaveValue("0123456789 or 9876543210");
  await expect(account(page)).toHaveValue("2123 456 789");
});
