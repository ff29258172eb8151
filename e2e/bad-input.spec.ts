import type { Page } from "@playwright/test";
import { expect, test } from "./support/dashboards/test";
import { chooseBank, detailsOf, fillDetails, goToCheck } from "./support/steps/journey";

const submit = (page: Page) => page.getByRole("button", { name: "Check the transfer" }).click();
const summary = (page: Page) => page.getByRole("alert").filter({ hasText: "to be corrected" });

test("an empty form names every field, takes the focus to the summary, and each line leads to its field", async ({
  page,
}) => {
  await page.goto("/transfers/new");
  await page.getByRole("combobox", { name: "Bank", exact: true }).waitFor();
  await submit(page);
  await expect(summary(page)).toBeFocused();
  await expect(page).toHaveTitle(/^Error: /);
  const messages = {
    "You send": "Enter an amount.",
    Bank: "Choose a bank.",
    "Account number": "Enter the account number.",
    "Account name": "Enter the name on the account.",
  };
  await expect(summary(page).getByRole("link")).toHaveCount(Object.keys(messages).length);
  for (const [label, message] of Object.entries(messages)) {
    const field =
      label === "Bank"
        ? page.getByRole("combobox", { name: "Bank", exact: true })
        : page.getByLabel(label, { exact: true });
    await expect(field).toHaveAttribute("aria-invalid", "true");
    await expect(field).toHaveAccessibleDescription(new RegExp(message));
    await summary(page)
      .getByRole("link", { name: new RegExp(message) })
      .click();
    await expect(field).toBeFocused();
  }
});

const amounts: Record<string, { typed: string; says: RegExp }> = {
  zero: { typed: "0", says: /more than zero|greater than zero|above zero/i },
  negative: { typed: "-5", says: /./ },
  exponent: { typed: "1e21", says: /./ },
  "not a number": { typed: "NaN", says: /./ },
  letters: { typed: "ten", says: /./ },
  "a sum": { typed: "0.1+0.2", says: /./ },
  "19 decimals": { typed: "1.1234567890123456789", says: /decimals|digits/ },
  "one decimal more than the token has": { typed: "1.1234567", says: /decimals/ },
  "16 digits": { typed: "1234567890.123456", says: /digits|decimals/ },
  markup: { typed: "<b>1</b>", says: /./ },
};

test("an amount that cannot be sent is refused at the field and stays as it was typed", async ({ page }) => {
  const details = detailsOf();
  await page.goto("/transfers/new");
  await fillDetails(page, details);
  const field = page.getByLabel("You send", { exact: true });
  for (const [name, { typed, says }] of Object.entries(amounts))
    await test.step(name, async () => {
      await field.fill(typed);
      const shown = await field.inputValue();
      await submit(page);
      await expect(summary(page)).toBeFocused();
      await expect(summary(page).getByRole("link")).toHaveCount(1);
      await expect(field).toHaveAccessibleDescription(says);
      await expect(field).toHaveValue(shown);
    });
  await expect(page.getByLabel("Account name")).toHaveValue(details.accountName);
  await expect(page.getByLabel("Account number")).not.toHaveValue("");
  await expect(page.getByRole("combobox", { name: "Bank", exact: true })).not.toContainText("Choose a bank");

  // Corrected, it goes on at once: nothing else was lost.
  await field.fill("1250.5");
  await goToCheck(page);
});

const accountNumbers: Record<string, string> = {
  "9 digits": "012345678",
  "11 digits": "01234567890",
  letters: "01234ABCDE",
  markup: "<script>1</script>",
};

test("account numbers that are none are refused by a sentence, and the digits stay as they were typed", async ({
  page,
}) => {
  await page.goto("/transfers/new");
  await fillDetails(page, detailsOf());
  const field = page.getByLabel("Account number", { exact: true });
  for (const [name, typed] of Object.entries(accountNumbers)) {
    await field.fill(typed);
    await submit(page);
    await expect(summary(page), name).toBeFocused();
    await expect(field, name).toHaveAccessibleDescription(/exactly 10 digits/);
    expect((await field.inputValue()).replace(/\s/g, ""), name).toBe(typed.replace(/\s/g, ""));
  }
  await field.fill("0-1234 56-789");
  await goToCheck(page);
  await expect(page.getByText("0123456789")).toBeVisible();
});

const accountNames: Record<string, { typed: string; says: RegExp }> = {
  blank: { typed: "   ", says: /Enter the name/ },
  "a hidden character": { typed: "Ada\u202eeze", says: /invisible character/ },
  "digits alone": { typed: "12345", says: /at least one letter/ },
  "201 characters": { typed: "a".repeat(201), says: /at most 200/ },
  "10 kB": { typed: "a".repeat(10_240), says: /at most 200/ },
};

test("account names that are none are refused by a sentence; names of any script are kept", async ({
  page,
}) => {
  await page.goto("/transfers/new");
  await fillDetails(page, detailsOf());
  const field = page.getByLabel("Account name", { exact: true });
  for (const [name, { typed, says }] of Object.entries(accountNames)) {
    await field.fill(typed);
    await submit(page);
    await expect(summary(page), name).toBeFocused();
    await expect(field, name).toHaveAccessibleDescription(says);
    await expect(field, name).toHaveValue(typed);
  }
  const real = "Ọlámìdé O’Brien-Ṣọlá <b>&amp;</b> 李";
  await field.fill(real);
  await goToCheck(page);
  await expect(page.getByText(real)).toBeVisible();
});

test("banks are found by name, code and short name, without accents and endings", async ({ page }) => {
  await page.goto("/transfers/new");
  const bank = page.getByRole("combobox", { name: "Bank", exact: true });
  for (const [typed, name] of [
    ["gtb", /Guaranty Trust/],
    ["UBA", /United Bank for Africa/],
    ["100004", /OPay/i],
    ["zenith bank plc", /Zenith/],
    ["kúda", /Kuda/],
  ] as const) {
    await chooseBank(page, { bank: typed, bankName: name });
    await expect(bank).toContainText(name);
  }
  await bank.click();
  const search = page.getByRole("combobox", { name: "Search banks by name or code" });
  await search.fill("no such bank at all");
  await expect(page.getByText("No bank matches “no such bank at all”")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(search).toHaveCount(0);
  await expect(bank).toBeFocused();
});

test("what people paste as an amount is understood", async ({ page }) => {
  await page.goto("/transfers/new");
  const field = page.getByLabel("You send", { exact: true });
  for (const [typed, shown] of [
    ["1,250.50", "1,250.50"],
    ["1 250,50", "1,250.50"],
    ["USDC 1250.5", "1,250.5"],
    ["\u202e1250", "1,250"],
  ] as const) {
    await field.fill(typed);
    await field.blur();
    await expect(field).toHaveValue(shown);
    await expect(page.getByText(/^Quoted at /)).toBeVisible();
  }
});
