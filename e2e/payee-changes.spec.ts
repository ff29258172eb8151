import type { ControlsState } from "#lib/features/controls/controls-api";
import { expectAccessible } from "./support/checks/accessible";
import { expect, test } from "./support/dashboards/test";
import { colleague } from "./support/steps/colleague";
import { chooseBank } from "./support/steps/journey";

test.use({ ownDashboard: "payee-changes" });
const longest = "Adébáyọ̀ & Daughters International Holdings, Lagos and Port Harcourt, for everything";

test("a payee's new account waits for a second person, who types its end, and its name is confirmed", {
  tag: "@detail",
}, async ({ page, browser, dashboard, watch }) => {
  watch.allowFailures(/\/decision$/, /\/name$/);
  const ada = await colleague(page, browser, dashboard, "admin");
  const obi = await colleague(page, browser, dashboard, "finance");
  const account = { bankCode: "000013", accountNumber: "0123456701", accountName: "ADEBAYO HOLDINGS" };
  const saved = await page.request.post("/api/payees", { data: { name: longest, ...account } });
  const { id } = (await saved.json()) as { id: string };

  await ada.page.goto(`${dashboard.url}/controls`);
  await ada.page.getByRole("button", { name: "Change the rules" }).click();
  await ada.page.getByRole("checkbox", { name: /A changed account of a saved payee/ }).check();
  await ada.page.getByRole("button", { name: "Save the rules" }).click();
  await expect(ada.page.getByText(/Saved\. The rules count now\./)).toBeVisible();

  await page.goto(`/payees/${id}`);
  await page.getByRole("button", { name: "Change the account" }).click();
  await chooseBank(page, { bank: "gtb", bankName: /GTBank|Guaranty/i });
  await page.getByLabel("Account number").fill("0123987654");
  await page.getByLabel("Account name").fill("ADEBAYO HOLDINGS");
  await page.getByLabel("How did you check it?").fill("Called the number that we had before");
  const acts = page.getByRole("region", { name: "Account", exact: true });
  await acts.locator("form").getByRole("button", { name: "Change the account" }).click();
  await expect(page.getByText("The new account waits for approval.", { exact: true })).toBeVisible();
  await expect(page.getByRole("heading", { name: "A new account waits for approval" })).toBeVisible();
  await expectAccessible(page, "a payee whose account waits");

  await obi.page.goto(`${dashboard.url}/approvals`);
  await obi.page.getByRole("link", { name: /^New account of a payee/ }).click();
  await expect(obi.page.getByText("0123 987 654")).toBeVisible();
  await expectAccessible(obi.page, "a payee's account to be agreed to");
  await obi.page.getByRole("button", { name: "Agree", exact: true }).click();
  await expect(obi.page.getByRole("textbox", { name: "Last four digits of the account" })).toBeFocused();
  await obi.page.getByRole("textbox", { name: "Last four digits of the account" }).fill("1111");
  await obi.page.getByRole("button", { name: "Agree", exact: true }).click();
  await expect(obi.page.getByText(/These aren’t the last four digits/)).toBeVisible();
  await obi.page.getByRole("textbox", { name: "Last four digits of the account" }).fill("7654");
  await obi.page.getByRole("button", { name: "Agree", exact: true }).click();
  await expect(obi.page.locator(":focus")).toContainText("Agreed. The new account can be paid now.");

  await obi.page.goto(`${dashboard.url}/payees/${id}`);
  await expect(obi.page.getByText(/agreed by/).first()).toBeVisible();
  await obi.page.getByRole("button", { name: "Confirm the name" }).click();
  await obi.page.getByRole("radio", { name: "A bank’s app showed the name" }).check();
  await obi.page.getByLabel("The name that the app showed").fill("Bola Ltd");
  await expectAccessible(obi.page, "a payee's name to be confirmed");
  const confirm = obi.page.locator("form").getByRole("button", { name: "Confirm the name" });
  await confirm.click();
  await expect(obi.page.getByText(/The app showed “Bola Ltd”/)).toBeVisible();
  await expect(obi.page.getByLabel("The name that the app showed")).toBeFocused();
  await obi.page.getByLabel("The name that the app showed").fill("Adebayo Holdings");
  await confirm.click();
  await expect(obi.page.getByText("The name is confirmed.")).toBeVisible();
  await expect(obi.page.getByText(/^Name confirmed by/)).toBeVisible();
  const { rules } = (await (await page.request.get("/api/controls")).json()) as ControlsState;
  expect(rules.payeeChange).toBe(true);
  // The server that decided goes on: the next account waits as well.
  const seen = await obi.page.request.get(`${dashboard.url}/api/approvals/${id}.2`);
  expect(((await seen.json()) as { state: string }).state).toBe("approved");
  const data = { ...account, accountNumber: "0123111222", after: "2", howChecked: "Called them again" };
  const next = await page.request.post(`/api/payees/${id}/versions`, { data });
  expect(next.status(), await next.text()).toBe(200);
  expect(((await next.json()) as { proposal: { n: number } }).proposal.n).toBe(3);
});
