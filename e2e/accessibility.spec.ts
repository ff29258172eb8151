import { answer } from "#lib/testing/service/faulty-service";
import { expectAccessible } from "./support/checks/accessible";
import { openUntil } from "./support/checks/open-until";
import { expectReadable } from "./support/checks/spoken";
import { expect, test } from "./support/dashboards/faulty-test";
import {
  createButton,
  createdTransfer,
  createTransfer,
  detailsOf,
  fillDetails,
  openCheck,
} from "./support/steps/journey";

// The overview of a new dashboard is another page than that of one in use.
// No call is meant to time out here: each state is looked at four times, on a machine that may be busy.
test.use({ ownDashboard: "accessibility" });

test("the overview, first empty, then with a transfer, then without the service", async ({
  page,
  service,
  watch,
}) => {
  watch.allowFailures(/^\/api\/business$/);
  await page.goto("/");
  await expect(page.getByRole("region", { name: /^First steps/ })).toBeVisible();
  await expect(
    page.getByRole("region", { name: "Business" }).getByText("Active", { exact: true }),
  ).toBeVisible();
  await expectAccessible(page, "an overview without transfers");
  await createTransfer(page, detailsOf());
  await page.goto("/");
  await expect(page.getByRole("table", { name: "The newest transfers" })).toBeVisible();
  await expectAccessible(page, "an overview with a transfer");
  service.behave("business", answer(401, "{}"));
  await openUntil(page, "/", page.getByText("The service rejected the API key"));
  await expectAccessible(page, "an overview of a rejected key");
});

test("the quote: empty, with a quote, with a wrong amount, and with a fault", async ({
  page,
  service,
  watch,
}) => {
  watch.allowFailures(/^\/api\/quote$/);
  await page.goto("/transfers/new");
  await expectAccessible(page, "a quote, empty");
  await page.getByLabel("You send").fill("1250.5");
  await expect(page.getByText(/^Quoted at /)).toBeVisible();
  await expectReadable(page, "a quote");
  await expectAccessible(page, "a quote");
  await page.getByLabel("You send").fill("1.1234567");
  await expect(page.getByLabel("You send")).toHaveAttribute("aria-invalid", "true");
  await expectAccessible(page, "a quote of a wrong amount");
  service.behave("quote", answer(500, "{}"));
  await page.getByLabel("You send").fill("777");
  await expect(page.getByText("The service failed")).toBeVisible();
  await expectAccessible(page, "a quote that failed");
});

test("the form: empty, with the banks open, with errors, filled, and the check", async ({ page }) => {
  await page.goto("/transfers/new");
  const bank = page.getByRole("combobox", { name: "Bank", exact: true });
  await bank.waitFor();
  await expectAccessible(page, "the form, empty");
  await bank.click();
  await expect(page.getByRole("option").first()).toBeVisible();
  await expectAccessible(page, "the form, banks open");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Check the transfer" }).click();
  await expect(page.getByText("4 fields need to be corrected")).toBeVisible();
  await expectReadable(page, "the form, with errors");
  await expectAccessible(page, "the form, with errors");
  await fillDetails(page, detailsOf());
  await expect(page.getByText(/^Quoted at /)).toBeVisible();
  await expectReadable(page, "the form, filled");
  await expectAccessible(page, "the form, filled");
  await page.getByRole("button", { name: "Check the transfer" }).click();
  await expect(createButton(page)).toBeEnabled();
  await expectReadable(page, "the check");
  await expectAccessible(page, "the check");
});

test("a transfer: with its deposit address, rejected, and with an outcome that nobody knows", async ({
  page,
  service,
}) => {
  await createTransfer(page, detailsOf());
  await expect(page.getByRole("img", { name: /QR code/ })).toBeVisible();
  await page.locator("summary[aria-label^='Content received']").first().click();
  await expectReadable(page, "a deposit");
  await expectAccessible(page, "a deposit");
  const tooMany = answer(429, '{"message":"Too many requests"}', { "retry-after": "600" });
  for (const behaviour of [tooMany, answer(500, "{}")]) {
    service.behave("initiate", behaviour);
    await openCheck(page, detailsOf());
    await createButton(page).click();
    const { status } = await createdTransfer(page);
    await expectAccessible(page, `a transfer that is ${status}`);
  }
});

test("the list, a search without a result, the banks, what needs attention, and what does not exist", async ({
  page,
  watch,
}) => {
  watch.allowFailures(/^\/(transfers\/none|none)$/);
  for (const path of [
    "/transfers",
    "/transfers?q=nobody",
    "/banks",
    "/attention",
    "/transfers/none",
    "/none",
  ]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByText(/^Loading/)).toHaveCount(0);
    await expectAccessible(page, path);
  }
});
