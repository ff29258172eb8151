import { randomUUID } from "node:crypto";
import type { Browser, Page } from "@playwright/test";
import type { ControlsState } from "#lib/features/controls/controls-api";
import { noRules, type Rules } from "#lib/features/controls/rules";
import { accountGroups } from "#lib/money/format";
import { codeOf } from "#lib/testing/sign-in/totp-code";
import { expectAccessible } from "./support/checks/accessible";
import { tabTo } from "./support/checks/keyboard";
import type { Dashboard } from "./support/dashboards/dashboard";
import { expect, test } from "./support/dashboards/test";
import { colleague } from "./support/steps/colleague";
import {
  createButton,
  createdTransfer,
  detailsOf,
  fillDetails,
  openCheck,
  readTransfer,
} from "./support/steps/journey";
import { ageConfirmations } from "./support/steps/people";

test.use({ ownDashboard: "approvals" });
/** Under the rule that from 1,000 naira on somebody in finance approves, with an admin and an approver who can. */
async function underRules(
  page: Page,
  browser: Browser,
  dashboard: Dashboard,
  further: { [Rule in keyof Rules]?: unknown } = {},
) {
  const [ada, obi] = [
    await colleague(page, browser, dashboard, "admin"),
    await colleague(page, browser, dashboard, "finance"),
  ];
  const { n } = (await (await page.request.get("/api/controls")).json()) as ControlsState;
  const tiers = [{ fromNaira: "1000", approvals: 1, by: "finance" }];
  const data = { after: `${n}`, rules: { ...noRules, tiers, ...further } };
  const set = await page.request.post("/api/controls", { data });
  expect(set.status(), await set.text()).toBe(200);
  return { ada, obi };
}

/** Makes a transfer by the form, which leads to its page, where it waits. */
async function askFor(page: Page, details = detailsOf()) {
  await openCheck(page, details);
  await createButton(page).click();
  const transfer = await createdTransfer(page);
  expect(transfer.status).toBe("awaiting_approval");
  await expect(page.getByRole("heading", { name: "Waits for approval" })).toBeVisible();
  return transfer;
}

const outcome = (page: Page) => page.locator(":focus");

test("an admin sets a rule; nothing of approvals is shown before, and all of it after", async ({
  page,
  browser,
  dashboard,
}) => {
  const ada = await colleague(page, browser, dashboard, "admin");
  await colleague(page, browser, dashboard, "finance");
  await ada.page.goto(`${dashboard.url}/people`);
  const menu = ada.page.getByRole("navigation", { name: "Pages" });
  await expect(menu.getByRole("link", { name: "People" })).toBeVisible();
  await expect(menu.getByRole("link", { name: /Approvals|Controls/ })).toHaveCount(0);
  await ada.page.getByRole("link", { name: "Let a second person agree to payouts" }).click();
  await expect(ada.page.getByRole("heading", { level: 1 })).toHaveText("Controls");
  await expectAccessible(ada.page, "no rules for payouts");
  await ada.page.getByRole("button", { name: "Change the rules" }).click();
  await expect(ada.page.getByText("These are the rules that count now.")).toBeVisible();

  await ada.page.getByRole("button", { name: "Add a rule by amount" }).click();
  await expect(ada.page.getByText("Fill in the amounts to see what would have waited.")).toBeVisible();
  await ada.page.getByRole("button", { name: "Save the rules" }).click();
  await expect(outcome(ada.page)).toContainText("One field needs to be corrected");
  await ada.page.getByLabel("From", { exact: true }).fill("1,000");
  await ada.page.getByRole("button", { name: "Add another" }).click();
  await expect(ada.page.getByLabel("From", { exact: true }).last()).toBeFocused();
  await ada.page.getByRole("button", { name: "Remove rule 2" }).click();
  await expect(ada.page.getByRole("button", { name: "Add another" })).toBeFocused();
  await expect(ada.page.getByText("Counts at once when you save.")).toBeVisible();
  await expectAccessible(ada.page, "the rules for payouts");
  await ada.page.getByRole("button", { name: "Save the rules" }).click();
  await expect(outcome(ada.page)).toHaveText(/Saved\. The rules count now\./);
  await expect(menu.getByRole("link", { name: "Approvals" })).toBeVisible();
  await expect(menu.getByRole("link", { name: "Controls" })).toBeVisible();
  await expect(ada.page.getByText("From 1,000 naira: 1 approval")).toBeVisible();
  await ada.page.goto(`${dashboard.url}/approvals`);
  await expect(ada.page.getByText("Nothing waits for an approval")).toBeVisible();
});

test("the check says before anything is created what the rules would ask, leave or refuse", {
  tag: "@detail",
}, async ({ page, browser, dashboard }) => {
  await underRules(page, browser, dashboard, {
    transferNaira: "5000000",
    personDayNaira: "900000000",
  });
  await openCheck(page, detailsOf());
  await expect(
    page.getByText(
      /^Waits for 1 approval: 1,000 naira or more to this account in 24 hours.*people can approve/,
    ),
  ).toBeVisible();
  await expect(
    page.getByText(/^After this, .* of your limit of 900,000,000 naira a day is left/),
  ).toBeVisible();
  await expect(createButton(page)).toHaveText("Create and ask for approval");
  await expect(page.getByText("Somebody else approves it.")).toBeVisible();
  await expectAccessible(page, "the check of what would wait");
  await page.goto("/transfers/new");
  await fillDetails(page, detailsOf({ amount: "5000" }));
  await page.getByRole("button", { name: "Check the transfer" }).click();
  await expect(page.getByRole("heading", { name: "The rules don’t allow this transfer now" })).toBeVisible();
  await expect(createButton(page)).toBeDisabled();
  await expectAccessible(page, "the check of what the rules refuse");
});

test("a second person approves by the keyboard alone, and the transfer gets its address", async ({
  page,
  browser,
  dashboard,
}) => {
  const { obi } = await underRules(page, browser, dashboard);
  const details = detailsOf({ reference: "INV-3310" });
  const { id } = await askFor(page, details);
  await expectAccessible(page, "a transfer that waits for approval");
  await expect(page.getByRole("link", { name: "Open the request" })).toHaveCount(0);

  await obi.page.goto(dashboard.url);
  const menu = obi.page.getByRole("navigation", { name: "Pages" });
  await expect(menu.getByRole("link", { name: "Approvals 1 for you to decide" })).toBeVisible();
  await obi.page.keyboard.press("g");
  await obi.page.keyboard.press("v");
  await expect(obi.page.getByRole("heading", { name: /Yours to decide/ })).toBeVisible();
  await expectAccessible(obi.page, "the queue of approvals");
  await obi.page.keyboard.press("j");
  await expect(obi.page.getByRole("link", { name: details.accountName }).first()).toBeFocused();
  await obi.page.keyboard.press("o");
  await expect(obi.page.getByRole("heading", { level: 1 })).toContainText(`to ${details.accountName}`);
  const approve = obi.page.getByRole("button", { name: "Approve", exact: true });
  // Its quote is there: the page hears keys by then.
  await expect(approve).toBeEnabled();
  await obi.page.keyboard.press("Escape");
  await expect(obi.page.getByRole("heading", { level: 1 })).toHaveText("Approvals");
  // The list hears keys a moment after it is drawn.
  await expect(async () => {
    await obi.page.keyboard.press("j");
    await expect(obi.page.getByRole("link", { name: details.accountName }).first()).toBeFocused({
      timeout: 1_000,
    });
  }).toPass();
  await obi.page.keyboard.press("Enter");
  await expect(approve).toBeEnabled();
  await expect(obi.page.getByText(details.accountNumber.slice(0, 4)).first()).toBeVisible();
  await expectAccessible(obi.page, "a request for approval");

  ageConfirmations(dashboard);
  await tabTo(obi.page, approve);
  await obi.page.keyboard.press("Enter");
  const confirmation = obi.page.getByRole("dialog", { name: "Confirm that it is you" });
  await expect(confirmation.getByLabel("Your password")).toBeFocused();
  await obi.page.keyboard.type(obi.who.password);
  await tabTo(obi.page, confirmation.getByLabel("Code", { exact: true }));
  await obi.page.keyboard.type(await codeOf(obi.secret, 0));
  await obi.page.keyboard.press("Enter");
  await expect(outcome(obi.page)).toContainText("Approved. The service issued an address.");
  await expect(approve).toHaveCount(0);
  const sent = await readTransfer(page, id);
  expect(sent.address).not.toBeNull();
  expect(sent.events.map(({ kind }) => kind)).toContain("accepted");
  await expect(page.getByRole("heading", { name: "Waits for approval" })).toHaveCount(0);

  await obi.page.reload();
  await expect(obi.page.getByText(`${obi.name} approved at`)).toBeVisible();
  await obi.page.keyboard.press("Escape");
  const ended = obi.page.getByRole("table", { name: "Decided or ended lately, newest first" });
  await expect(ended.getByRole("row", { name: details.accountName })).toContainText("Approved");
  await expectAccessible(obi.page, "the approvals that ended");
});

test("an approver sees on the overview, in the queue and on the request that an account was changed", {
  tag: "@detail",
}, async ({ page, browser, dashboard }) => {
  const { obi } = await underRules(page, browser, dashboard);
  const account = { bankCode: "000013", accountName: "LEKKI LANDLORD" };
  const [before, now] = [detailsOf().accountNumber, detailsOf().accountNumber];
  const saved = await page.request.post("/api/payees", {
    data: { name: "Lekki landlord", ...account, accountNumber: before },
  });
  const { id } = (await saved.json()) as { id: string };
  const changed = await page.request.post(`/api/payees/${id}/versions`, {
    data: { after: "1", ...account, accountNumber: now, howChecked: "Their e-mail." },
  });
  expect(changed.status(), await changed.text()).toBe(200);
  const asked = await page.request.post("/api/transfers", {
    headers: { "idempotency-key": crypto.randomUUID() },
    data: {
      ...{ amount: "82000000.5", asset: "base:usdc", ...account, accountNumber: now },
      ...{ payeeId: id, payeeVersion: "2", confirmAmount: true },
    },
  });
  expect(asked.status(), await asked.text()).toBe(201);
  const transfer = (await asked.json()) as { id: string };

  await obi.page.goto(dashboard.url);
  const waiting = obi.page.getByRole("link", { name: /requests? waits? for your approval$/ });
  await expect(waiting).toBeVisible();
  await expectAccessible(obi.page, "the overview with a request to decide");
  await waiting.click();
  const row = obi.page.getByRole("row").filter({ hasText: "LEKKI LANDLORD" });
  await expect(row.getByText(/^Account changed (just now|\d+ minutes? ago)/)).toBeVisible();
  await expectAccessible(obi.page, "the queue with a changed account");
  await obi.page.goto(`${dashboard.url}/approvals/${transfer.id}`);
  const main = obi.page.getByRole("main");
  await expect(main.getByText(/^Account changed (just now|\d+ minutes? ago)/)).toBeVisible();
  await expect(main).toContainText(new RegExp(`Was .*${before.slice(-4)}, ?now .*${now.slice(-4)}`));
  await expect(main.getByRole("button", { name: "Approve", exact: true })).toBeEnabled();
  await expectAccessible(obi.page, "a request to pay a changed account");
});

test("an approver sees what is one part of a sum, and a number that may have a wrong digit", {
  tag: "@detail",
}, async ({ page, browser, dashboard }) => {
  const { obi } = await underRules(page, browser, dashboard);
  const details = detailsOf({ accountNumber: "2034567890" });
  const ask = () =>
    page.request.post("/api/transfers", {
      headers: { "idempotency-key": randomUUID() },
      data: {
        ...{ amount: "0.50", asset: "base:usdc", bankCode: "000013", accountNumber: details.accountNumber },
        ...{ accountName: details.accountName, confirmSeparate: true, confirmAccount: true },
      },
    });
  expect((await ask()).status()).toBe(201);
  const second = await ask();
  expect(((await second.json()) as { status: string }).status).toBe("awaiting_approval");
  await obi.page.goto(`${dashboard.url}/approvals`);
  const row = obi.page.getByRole("row").filter({ hasText: "7890" });
  await expect(row.getByText(/^Part of 1,\d{3}\.\d\d NGN$/)).toBeVisible();
  await expectAccessible(obi.page, "the queue with one part of a sum");
  await row.getByRole("link").click();
  await expect(obi.page.getByText("It may have a wrong digit.")).toBeVisible();
  await expect(obi.page.getByText("It is a second payout like an earlier one.")).toBeVisible();
  await expect(obi.page.getByRole("button", { name: "Approve", exact: true })).toBeEnabled();
  await expectAccessible(obi.page, "a request that is one part of a sum");
});

test("for a new account the approver types its last four digits, and Enter there approves nothing", {
  tag: "@detail",
}, async ({ page, browser, dashboard }) => {
  const { obi } = await underRules(page, browser, dashboard, { newAccount: { coolOffHours: 0 } });
  const details = detailsOf();
  const { id } = await askFor(page, details);
  await obi.page.goto(`${dashboard.url}/approvals/${id}`);
  const approve = obi.page.getByRole("button", { name: "Approve", exact: true });
  const digits = obi.page.getByRole("textbox", { name: "Last four digits of the account" });
  await expect(approve).toBeEnabled();
  await approve.click();
  await expect(digits).toBeFocused();
  await expect(digits).toHaveAccessibleDescription(/Type the last four digits of the account\./);
  const right = details.accountNumber.slice(-4);
  await digits.fill(right === "0000" ? "1111" : "0000");
  await approve.click();
  await expect(digits).toHaveAccessibleDescription(/These aren’t the last four digits/);
  await expectAccessible(obi.page, "a request for approval of a new account");
  await digits.fill(right);
  await digits.press("Enter");
  await expect(approve).toBeEnabled();
  expect((await readTransfer(page, id)).status).toBe("awaiting_approval");
  await approve.click();
  await expect(outcome(obi.page)).toContainText("Approved. The service issued an address.");
});

test("a declined transfer says who and why, and is asked for again with its fields", {
  tag: "@detail",
}, async ({ page, browser, dashboard }) => {
  const { obi } = await underRules(page, browser, dashboard);
  const details = detailsOf();
  const { id } = await askFor(page, details);
  await obi.page.goto(`${dashboard.url}/transfers/${id}`);
  await obi.page.getByRole("link", { name: "Open the request" }).click();
  await obi.page.getByRole("button", { name: "Decline…" }).click();
  const dialog = obi.page.getByRole("dialog", { name: "Decline this transfer?" });
  await dialog.getByRole("button", { name: "Decline", exact: true }).click();
  await expect(dialog.getByText("Say why, so that others can follow it.")).toBeVisible();
  await dialog.getByLabel("Why").fill("The invoice says another account.");
  await expectAccessible(obi.page, "declining a request");
  await dialog.getByRole("button", { name: "Decline", exact: true }).click();
  await expect(outcome(obi.page)).toContainText("Declined. Nothing was sent.");
  await expect(obi.page.getByRole("link", { name: /^(Next request|All approvals)/ })).toBeVisible();

  await expect(page.getByRole("heading", { name: "Declined", exact: true })).toBeVisible();
  await expect(page.getByText("The invoice says another account.").first()).toBeVisible();
  await expectAccessible(page, "a declined transfer");
  await page.getByRole("link", { name: "Edit and ask again" }).click();
  await expect(page.getByLabel("Account name")).toHaveValue(details.accountName);
  await expect(page.getByLabel("Account number")).toHaveValue(accountGroups(details.accountNumber).join(" "));
});

test("whoever asked withdraws it, and an approver who is late is told", { tag: "@detail" }, async ({
  page,
  browser,
  dashboard,
}) => {
  const { obi } = await underRules(page, browser, dashboard);
  const { id } = await askFor(page);
  await obi.page.goto(`${dashboard.url}/approvals/${id}`);
  await expect(obi.page).toHaveURL(/\/approvals\/(?!.*approvals)/);
  await expect(obi.page.getByRole("button", { name: "Approve", exact: true })).toBeEnabled();
  await page.goto(`/approvals/${id}`);
  await expect(page.getByText("You asked for this, so somebody else decides.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Approve", exact: true })).toHaveCount(0);
  await page.getByRole("link", { name: "Withdraw it on its page" }).click();
  await page.getByRole("button", { name: "Withdraw…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Withdraw" }).click();
  await expect(page.getByText("The request for approval was withdrawn.").first()).toBeVisible();
  expect((await readTransfer(page, id)).status).toBe("cancelled");
  await expect(obi.page.getByText(/^Withdrawn at .*Nothing was sent\.$/)).toBeVisible();
  await expect(obi.page.getByRole("button", { name: "Approve", exact: true })).toHaveCount(0);
});
