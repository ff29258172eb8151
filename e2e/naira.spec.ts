import type { Page } from "@playwright/test";
import { answer, type Behaviour } from "#lib/testing/service/faulty-service";
import { expect, test } from "./support/dashboards/faulty-test";
import { detailsOf, fillRecipient } from "./support/steps/journey";

const send = (page: Page) => page.getByLabel("You send (calculated)");
const output = (page: Page) => page.getByLabel("Recipient gets");
const check = (page: Page) => page.getByRole("button", { name: "Check the transfer" });

/** 1,500 naira for each token, and no fee. */
const quoteByAmount: Behaviour = (response, call) => {
  const { amount } = JSON.parse(call.body) as { amount: number };
  const quote = { rate: 1500, output_amount: Math.round(amount * 150_000) / 100, fee: 0 };
  answer(200, JSON.stringify({ success: true, quote }))(response, call);
};
test.beforeEach(({ service }) => service.behave("quote", quoteByAmount));

async function openNaira(page: Page) {
  await page.goto("/transfers/new");
  await page.getByRole("button", { name: "Enter NGN instead" }).press("Enter");
  await expect(output(page)).toBeFocused();
}

test("without an amount to send there is no way on, whether it is still sought or could not be found", async ({
  page,
  service,
  watch,
}) => {
  watch.allowFailures(/^\/api\/quote$/);
  await openNaira(page);
  await fillRecipient(page, detailsOf());
  service.behave("quote", answer(502, "{}"));
  await output(page).fill("5000000");
  await expect(check(page)).toBeDisabled();
  await expect(check(page)).toHaveAccessibleDescription(/amount to send/);
  await expect(output(page)).toHaveAccessibleDescription(/service/);
  // Enter sends the form, which would ask for an amount that nobody can type.
  await output(page).press("Enter");
  await expect(page.getByRole("alert").filter({ hasText: "to be corrected" })).toHaveCount(0);

  service.behave("quote", quoteByAmount);
  await page.getByRole("button", { name: "Try again" }).press("Enter");
  await expect(send(page)).toHaveValue("3,333.34");
  await expect(check(page)).toBeEnabled();
});

test("what people paste as naira is understood, and what can mean two amounts is asked", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await openNaira(page);
  const paste = async (text: string) => {
    await output(page).fill("");
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
    await output(page).press("Control+V");
  };
  for (const [typed, shown, amount] of [
    ["NGN 5,000,000", "5,000,000", "3,333.34"],
    ["\u20a66,000,000.50 ", "6,000,000.50", "4,000.01"],
    ["7.500.000,00", "7,500,000.00", "5,000"],
  ] as const) {
    await paste(typed);
    await expect(output(page)).toHaveValue(shown);
    await expect(send(page)).toHaveValue(amount);
  }
  await paste("5.000");
  await expect(send(page)).toHaveValue("");
  await page.getByRole("button", { name: "Use 5,000", exact: true }).click();
  await expect(output(page)).toHaveValue("5,000");
  await expect(send(page)).toHaveValue("3.34");
});

test("turning to naira shows what the amount pays out, and takes nothing away", async ({ page }) => {
  await page.goto("/transfers/new");
  await page.getByLabel("You send").fill("1250.50");
  await expect(page.getByText("1,875,750.00").first()).toBeVisible();
  await page.getByRole("button", { name: "Enter NGN instead" }).press("Enter");
  await expect(output(page)).toHaveValue("1,875,750.00");
  await expect(send(page)).toHaveValue("1,250.50");
  await page.keyboard.type("5");
  await expect(output(page)).toHaveValue("5");
});
