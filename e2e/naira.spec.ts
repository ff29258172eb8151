import type { Page } from "@playwright/test";
import { answer, type Behaviour } from "#lib/testing/service/faulty-service";
import { pressEnter } from "./support/checks/keyboard";
import { expect, test } from "./support/dashboards/faulty-test";
import { createButton, createdTransfer, detailsOf, fillRecipient, goToCheck } from "./support/steps/journey";

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
  await pressEnter(page.getByRole("button", { name: "Enter NGN instead" }));
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
  await pressEnter(page.getByRole("button", { name: "Try again" }));
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
  await pressEnter(page.getByRole("button", { name: "Enter NGN instead" }));
  await expect(output(page)).toHaveValue("1,875,750.00");
  await expect(send(page)).toHaveValue("1,250.50");
  await page.keyboard.type("5");
  await expect(output(page)).toHaveValue("5");
});

test("a quote that has fallen below the naira asked for says both, and one press sends what reaches them", async ({
  page,
  service,
}) => {
  await openNaira(page);
  await output(page).fill("5000000");
  await expect(send(page)).toHaveValue("3,333.34");
  await fillRecipient(page, detailsOf());
  await goToCheck(page);
  const remark = page.getByRole("status").filter({ hasText: "Asked" });
  await expect(remark).toHaveCount(0);
  service.behave("quote", (response, call) => {
    const { amount } = JSON.parse(call.body) as { amount: number };
    const quote = { rate: 1499, output_amount: Math.round(amount * 149_900) / 100, fee: 0 };
    answer(200, JSON.stringify({ success: true, quote }))(response, call);
  });
  // What was typed is there again, and its quote is new.
  await page.reload();
  await expect(createButton(page)).toBeEnabled();
  await expect(remark).toHaveText(/Asked 5,000,000\.00; now 4,996,676\.66\./);
  await page.getByRole("button", { name: "Send 3,335.56 USDC instead" }).click();
  await expect(remark).toHaveCount(0);
  await createButton(page).click();
  expect(await createdTransfer(page)).toMatchObject({ amount: "3335.56", askedOutput: "5000000" });
});

test("a number without its bank’s check digit is said at the field, and ticked before anything is created", async ({
  page,
  service,
}) => {
  const good = detailsOf();
  const last = good.accountNumber.slice(-1);
  const wrong = `${good.accountNumber.slice(0, -1)}${(Number(last) + 1) % 10}`;
  await page.goto("/transfers/new");
  await page.getByLabel("You send").fill("10");
  await fillRecipient(page, { ...good, accountNumber: wrong });
  await expect(page.getByText(/Compare the number with what the recipient gave you/)).toBeVisible();
  await goToCheck(page);
  const sent = service.callsOf("initiate").length;
  await createButton(page).click();
  await expect(
    page.getByText("Tick this once you have compared the number. Nothing was created."),
  ).toBeVisible();
  expect(service.callsOf("initiate")).toHaveLength(sent);
  await page.getByLabel("I compared the account number").check();
  await createButton(page).click();
  expect(await createdTransfer(page)).toMatchObject({ accountNumber: wrong });
});

test("a payee’s account under another name is said at the field, and asked about before anything is created", async ({
  page,
  service,
  watch,
}) => {
  // The check asks, or the server where the check doesn't know yet.
  watch.allowFailures(/^\/api\/transfers$/);
  const { accountNumber } = detailsOf();
  const saved = { name: "Ngozi, rent", bankCode: "000013", accountNumber, accountName: "NGOZI EZE" };
  expect((await page.request.post("/api/payees", { data: saved })).status()).toBe(201);
  await page.goto("/transfers/new");
  await page.getByLabel("You send").fill("11");
  await fillRecipient(page, detailsOf({ accountNumber, accountName: "Chidi Okafor" }));
  await expect(page.getByText("This account is Ngozi, rent’s, saved as NGOZI EZE.")).toBeVisible();
  await goToCheck(page);
  const sent = service.callsOf("initiate").length;
  await createButton(page).click();
  await expect(page.getByText("This account is Ngozi, rent’s, saved as NGOZI EZE.")).toBeVisible();
  expect(service.callsOf("initiate")).toHaveLength(sent);
});
