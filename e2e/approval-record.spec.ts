import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import type { ApprovalDetail, ControlsState } from "#lib/features/controls/controls-api";
import { noRules } from "#lib/features/controls/rules";
import { readCsv } from "#lib/testing/read-csv";
import { scriptArgs } from "#lib/testing/servers/script";
import { root } from "#lib/testing/servers/server-process";
import { ownerVariables } from "#lib/testing/sign-in/owner";
import { withoutSheetMarks } from "#lib/words/export/without-sheet-marks";
import { expectAccessible } from "./support/checks/accessible";
import { expect, test } from "./support/dashboards/test";
import { createButton, createdTransfer, detailsOf, openCheck } from "./support/steps/journey";
import {
  ageConfirmations,
  emptyBrowser,
  makeAccount,
  owner,
  signIn,
  turnOnSecondFactor,
} from "./support/steps/people";

test.use({ ownDashboard: "approval record" });
test.describe.configure({ mode: "serial" });

/** How many sheets of A4 the page takes. */
async function countSheets(page: Page): Promise<number> {
  const pdf = await page.pdf({ preferCSSPageSize: true });
  return pdf.toString("latin1").match(/\/Type \/Page\b/g)?.length ?? 0;
}

let transferId = "";

test("an approved transfer has a record that prints, from its request and its own page", {
  tag: "@detail",
}, async ({ page, browser, dashboard }) => {
  let [who, obi] = [owner, page];
  // Whoever approves needs somebody who can approve what they create themselves.
  for (const role of ["admin", "finance"] as const) {
    who = await makeAccount(page, role);
    obi = await emptyBrowser(browser);
    await signIn(obi, dashboard.url, who);
    await turnOnSecondFactor(obi, dashboard.url, who);
  }
  const tiers = [{ fromNaira: "1000", approvals: 1, by: "finance" }];
  const set = await page.request.post("/api/controls", {
    data: { after: "0", rules: { ...noRules, tiers } },
  });
  expect(set.status(), await set.text()).toBe(200);
  const details = detailsOf({ reference: "INV-3310" });
  await openCheck(page, details);
  await createButton(page).click();
  const { id } = await createdTransfer(page);
  transferId = id;
  await obi.goto(`${dashboard.url}/approvals/${id}`);
  const approve = obi.getByRole("button", { name: "Approve", exact: true });
  await expect(approve).toBeEnabled();
  await expect(obi.getByRole("link", { name: "Print the record" })).toHaveCount(0);
  await approve.click();
  await expect(obi.locator(":focus")).toContainText("Approved. The service issued an address.");

  await page.goto(`/approvals/${id}`);
  await page.getByRole("link", { name: "Print the record" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Record of the approval");
  const sheet = page.getByRole("article");
  await expect(sheet).toContainText(`${who.email} in full (finance) approved`);
  await expect(sheet).toContainText("Confirmed it was them: password.");
  const { subjectHash } = (await (await page.request.get(`/api/approvals/${id}`)).json()) as ApprovalDetail;
  await expect(sheet).toContainText(subjectHash);
  await expect(sheet).toContainText(/Audit entry \d+:[0-9a-f]{64}/);
  await expectAccessible(page, "the record of an approval");
  expect(await countSheets(page)).toBe(1);
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("button")).toHaveCount(0);
  await expect(page.getByRole("navigation", { name: "Pages" })).toBeHidden();
  await page.emulateMedia({ media: null });

  await page.goto(`/transfers/${id}`);
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("link", { name: "Record of the approval" }).click();
  await expect(sheet).toContainText(details.accountName);
});

test("an admin downloads the file for an auditor, and confirms for it", { tag: "@detail" }, async ({
  page,
  dashboard,
  watch,
}) => {
  watch.allowFailures(/^\/api\/approvals\/export/);
  await page.goto("/approvals");
  await page.getByRole("button", { name: "File for an auditor…" }).click();
  const dialog = page.getByRole("dialog", { name: "File for an auditor" });
  await dialog.getByLabel("First day", { exact: true }).fill("soon");
  await dialog.getByRole("button", { name: "Download" }).click();
  await expect(dialog.getByText("Enter a day as day/month/year, such as 20/11/2026.")).toBeVisible();
  await expectAccessible(page, "the file for an auditor");
  await dialog.getByLabel("First day", { exact: true }).fill("1 Jan 2026");
  ageConfirmations(dashboard);
  const coming = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Download" }).click();
  const confirmation = page.getByRole("dialog", { name: "Confirm that it is you" });
  await confirmation.getByLabel("Your password").fill(owner.password);
  await page.keyboard.press("Enter");
  const file = await (await coming).path();
  await expect(dialog.getByText("Saved: 1 request.")).toBeVisible();
  const [head = [], line = []] = readCsv(readFileSync(file, "utf8").replace("\ufeff", ""));
  const row = Object.fromEntries(head.map((name, at) => [name, withoutSheetMarks(line[at] ?? "")]));
  expect(row).toMatchObject({ "Transfer ID": transferId, State: "approved" });
  await dialog.getByRole("button", { name: "Close" }).click();
});

test("rules that a command switched off are told on every page, to whoever is signed in", {
  tag: "@detail",
}, async ({ page, browser, dashboard }) => {
  await page.goto("/banks");
  const bar = (of: Page) => of.getByRole("complementary", { name: "Controls were switched off" });
  await expect(bar(page)).toHaveCount(0);
  const reason = "Obi has left, and nobody else could approve.";
  execFileSync(process.execPath, [...scriptArgs("lib/commands/controls-off.ts"), "--reason", reason], {
    cwd: root,
    env: {
      ...process.env,
      ...{ NODE_ENV: "production", ...ownerVariables },
      DATABASE_URL: `file:${join(dashboard.folder, "dashboard.db")}`,
      SANDBOX_DATABASE: join(dashboard.folder, "sandbox.db"),
    },
    stdio: "pipe",
  });
  for (const path of ["/", "/transfers", "/account", `/transfers/${transferId}`]) {
    await page.goto(path);
    await expect(bar(page)).toContainText("Controls were switched off by a command at ");
    await expect(bar(page)).toContainText(reason);
  }
  await page.goto("/banks");
  await expectAccessible(page, "controls switched off by a command");
  const stranger = await emptyBrowser(browser);
  await stranger.goto(`${dashboard.url}/login`);
  await expect(stranger.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(bar(stranger)).toHaveCount(0);
  const { rules } = (await (await page.request.get("/api/controls")).json()) as ControlsState;
  expect(rules).toEqual(noRules);
});
