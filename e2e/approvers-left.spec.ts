import { noRules } from "#lib/features/controls/rules";
import { expectAccessible } from "./support/checks/accessible";
import { expect, test } from "./support/dashboards/test";
import { colleague } from "./support/steps/colleague";

test.use({ ownDashboard: "approvers-left" });

test("whoever disables the last approver is told by the keyboard whose payouts nobody could approve, and can", {
  tag: "@detail",
}, async ({ page, browser, dashboard, watch }) => {
  watch.allowFailures(/^\/api\/people\//);
  const obi = await colleague(page, browser, dashboard, "finance");
  const tiers = [{ fromNaira: "1000", approvals: 1, by: "finance" }];
  const set = await page.request.post("/api/controls", {
    data: { after: "0", rules: { ...noRules, tiers } },
  });
  expect(set.status(), await set.text()).toBe(200);

  await page.goto("/people");
  await page.getByRole("button", { name: new RegExp(obi.name) }).click();
  await page.getByRole("button", { name: "Disable the account" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Disable the account" }).press("Enter");
  const told = dialog.getByText(/^What .* creates needs 1 approval\. Nobody can approve now\./);
  await expect(told).toBeVisible();
  await expect(told).toContainText("Nothing was changed.");
  await expectAccessible(page, "the last approver is about to be disabled");
  const again = dialog.getByRole("button", { name: "Disable the account all the same" });
  await expect(again).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText("The account is disabled, and all its sessions have ended.")).toBeVisible();
});
