import { join } from "node:path";
import { expectAccessible } from "./support/checks/accessible";
import { tabTo } from "./support/checks/keyboard";
import type { Dashboard } from "./support/dashboards/dashboard";
import { openDatabase } from "./support/dashboards/database";
import { expect, test } from "./support/dashboards/test";
import { createButton, detailsOf, fillDetails, goToCheck } from "./support/steps/journey";
import { emptyBrowser, makeAccount, signIn } from "./support/steps/people";

test.use({ ownDashboard: "hold" });
/** As if another database server had taken over ten minutes ago. */
function hold({ folder }: Dashboard): void {
  const database = openDatabase(join(folder, "dashboard.db"));
  const since = new Date(Date.now() - 600_000).toISOString();
  database
    .prepare(
      "UPDATE database_server SET held_since = ?, held_why = 'another_server', released_at = NULL, released_by = NULL",
    )
    .run([since]);
  database.close();
}

test("while new transfers are on hold nobody creates one, and an admin ends it by keyboard", async ({
  page,
  browser,
  dashboard,
}) => {
  const finance = await emptyBrowser(browser);
  await signIn(finance, dashboard.url, await makeAccount(page, "finance"));
  hold(dashboard);

  await finance.goto(`${dashboard.url}/transfers/new`);
  const title = "New transfers are on hold";
  await expect(finance.getByText(title)).toBeVisible();
  await expectAccessible(finance, "a new transfer while new transfers are on hold");
  const details = detailsOf();
  await fillDetails(finance, details);
  await goToCheck(finance);
  await createButton(finance).click();
  await expect(finance.getByRole("alert").filter({ hasText: title })).toContainText("Nothing was sent now.");
  await finance.goBack();
  await expect(finance.getByLabel("Account number")).toHaveValue(
    details.accountNumber.replace(/^(....)(...)/, "$1 $2 "),
  );

  await finance.goto(`${dashboard.url}/attention`);
  await expect(finance.getByText("Another database server took over")).toBeVisible();
  await expect(finance.getByText("an admin can allow new transfers here")).toBeVisible();
  await expect(finance.getByRole("button", { name: /allow new transfers/ })).toHaveCount(0);

  await page.goto("/attention");
  await expect(page.getByText("The dashboard can’t read the service’s records")).toBeVisible();
  await expectAccessible(page, "what needs attention, with a hold");
  const button = page.getByRole("button", { name: "We compared: allow new transfers" });
  await tabTo(page, button);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Allow new transfers?" })).toBeVisible();
  await expectAccessible(page, "the question before new transfers are allowed");
  await page.keyboard.press("Escape");
  await expect(button).toBeFocused();
  await page.keyboard.press("Enter");
  await tabTo(page, page.getByRole("button", { name: "Allow new transfers", exact: true }));
  await page.keyboard.press("Enter");
  await expect(page.getByText("New transfers are allowed again")).toBeVisible();
  await expect(page.getByText(title)).toHaveCount(0);
  await expectAccessible(page, "what needs attention after a hold");

  await finance.goto(`${dashboard.url}/transfers/new`);
  await expect(finance.getByText(title)).toHaveCount(0);
  await fillDetails(finance, details);
  await goToCheck(finance);
  await createButton(finance).click();
  await finance.waitForURL(/\/transfers\/[0-9a-f-]{36}$/);
});

test("a release that comes after another hold says so and frees nothing", async ({
  page,
  dashboard,
  watch,
}) => {
  hold(dashboard);
  await page.goto("/attention");
  await page.getByRole("button", { name: "We compared: allow new transfers" }).click();
  hold(dashboard);
  watch.allowFailures(/^\/api\/hold\/release$/);
  await page.getByRole("button", { name: "Allow new transfers", exact: true }).click();
  await expect(page.getByRole("alert").filter({ hasText: "can't be done" })).toContainText(
    "Nothing was changed.",
  );
  await expect(page.getByText("New transfers are on hold")).toBeVisible();
});
