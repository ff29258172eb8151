import { noRules } from "#lib/features/controls/rules";
import { codeOf } from "#lib/testing/sign-in/totp-code";
import { expectAccessible } from "./support/checks/accessible";
import { expect, test } from "./support/dashboards/faulty-test";
import { colleague } from "./support/steps/colleague";
import { endHolds } from "./support/steps/people";

// With a real service: in the sandbox nobody needs a second factor to approve.
test.use({ ownDashboard: "own-factor-kept" });

test("whoever turns off the second factor that others' payouts need is told by the keyboard, and can", {
  tag: "@detail",
}, async ({ page, browser, dashboard, watch }) => {
  watch.allowFailures(/^\/api\/auth\/two-factor\/disable/);
  const ada = await colleague(page, browser, dashboard, "admin");
  const obi = await colleague(page, browser, dashboard, "finance");
  endHolds(dashboard);
  const tiers = [{ fromNaira: "1000", approvals: 1, by: "finance" }];
  const set = await page.request.post("/api/controls", {
    data: { after: "0", rules: { ...noRules, tiers } },
  });
  expect(set.status(), await set.text()).toBe(200);

  await obi.page.goto(`${dashboard.url}/account`);
  await obi.page.getByRole("button", { name: "Turn off" }).press("Enter");
  await obi.page.getByLabel("Your password").fill(obi.who.password);
  await obi.page.getByLabel("Code", { exact: true }).fill(await codeOf(obi.secret, 0));
  await obi.page.keyboard.press("Enter");
  const told = obi.page.getByText(/^What .* creates needs 1 approval\. Nobody can approve now\./);
  await expect(told).toBeVisible();
  await expect(told).toContainText(`What ${ada.name}`);
  await expect(told).toContainText("Nothing was changed.");
  await expectAccessible(obi.page, "one's own second factor, which others need");
  const again = obi.page.getByRole("button", { name: "Turn off all the same" });
  await expect(again).toBeVisible();
  await again.press("Enter");
  await expect(obi.page.getByText("The second factor is off.")).toBeVisible();
  await page.goto("/controls");
  await expect(page.getByText("Not every payout could be approved now")).toBeVisible();
});
