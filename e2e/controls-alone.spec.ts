import { expectAccessible } from "./support/checks/accessible";
import { expect, test } from "./support/dashboards/test";
import { emptyBrowser } from "./support/steps/people";

test.use({ ownDashboard: "controls-alone" });

test("in the sandbox somebody alone sets a rule: a practice colleague joins beside what is typed", {
  tag: "@detail",
}, async ({ page, browser, watch }) => {
  watch.allowFailures(/^\/api\/controls/);
  await page.goto("/controls");
  await page.getByRole("button", { name: "Change the rules" }).click();
  await page.getByRole("button", { name: "Add a rule by amount" }).click();
  await page.getByLabel("From", { exact: true }).fill("1,000,000");
  await page.getByRole("button", { name: "Save the rules" }).click();
  const refused = page.getByText(/Nobody can approve now\..*Add a practice colleague, and open their link/);
  await expect(refused).toBeVisible();
  await expectAccessible(page, "rules that nobody else could meet");

  await page.getByRole("button", { name: "Add a practice colleague" }).press("Enter");
  const link = await page.getByText(/^http.*\/welcome#/).textContent();
  await page.getByRole("button", { name: "Done" }).press("Enter");
  await expect(page.getByRole("button", { name: "Add a practice colleague" })).toBeFocused();
  const other = await emptyBrowser(browser);
  await other.goto(link ?? "");
  await expect(other.getByLabel("Name")).toBeFocused();
  await other.getByLabel("Name").fill("Bola, in practice");
  await other.getByLabel("New password").fill("a password for practice alone");
  await other.getByRole("button", { name: "Create the account" }).click();
  await expect(other.getByRole("main").getByRole("link", { name: "New transfer" }).first()).toBeVisible();
  await other.context().close();

  // As a person who comes back from the other window.
  await page.evaluate(() => dispatchEvent(new Event("focus")));
  await expect(page.getByText("Bola, in practice")).toBeVisible();
  await expect(refused).toHaveCount(0);
  await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "People" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("People");
  await page.getByRole("link", { name: "Let a second person agree to payouts" }).click();
  await page.getByRole("button", { name: "Change the rules" }).click();
  await expect(page.getByLabel("From", { exact: true })).toHaveValue("1,000,000");
  await page.getByRole("button", { name: "Save the rules" }).click();
  await expect(page.locator(":focus")).toHaveText(/Saved\. The rules count now\./);
});
