import { type MailServer, startMailServer } from "#lib/testing/service/mail-server";
import { expectAccessible } from "./support/checks/accessible";
import { type Dashboard, startDashboard } from "./support/dashboards/dashboard";
import { test as base, expect, placeOfOwn } from "./support/dashboards/test";
import { emptyBrowser, stranger } from "./support/steps/people";

type Mailing = { dashboard: Dashboard; mails: MailServer; stop: () => Promise<void> };

/** A dashboard that sends its mail to a mail server of the test. */
async function startMailing(): Promise<Mailing> {
  const mails = await startMailServer();
  const variables = { SMTP_URL: `smtp://localhost:${mails.port}`, MAIL_FROM: "pay@example.com" };
  const dashboard = await startDashboard((url) => ({ ...variables, APP_URL: url }));
  return { dashboard, mails, stop: () => dashboard.stop().finally(mails.close) };
}

const test = base.extend<{ mailing: Mailing; mails: MailServer }>({
  mailing: async ({ servers }, use) => use(await servers("mailing", startMailing, placeOfOwn)),
  mails: ({ mailing }, use) => use(mailing.mails),
  dashboard: ({ mailing }, use) => use(mailing.dashboard),
});
test("an invitation is e-mailed and used, and the first sign-in is told", async ({
  page,
  browser,
  mails,
}) => {
  const who = stranger("support");
  await page.goto("/people");
  await page.getByRole("button", { name: "Invite somebody" }).click();
  await page.getByLabel("E-mail address").fill(who.email);
  await page.getByRole("button", { name: "Send the invitation" }).click();
  const sent = page.getByText(`Sent to ${who.email}`);
  await expect(sent).toBeVisible();
  await expect(page.getByText(/\/welcome#/)).toHaveCount(0);
  await expectAccessible(page, "an invitation that was e-mailed");
  const [link = ""] = /http\S+\/welcome#\S+/.exec(mails.heard.at(-1)?.parsed.text ?? "") ?? [];
  const theirs = await emptyBrowser(browser);
  await theirs.goto(link);
  await theirs.getByLabel("Name", { exact: true }).fill("Ngozi");
  await theirs.getByLabel("New password").fill(who.password);
  await theirs.getByRole("button", { name: "Create the account" }).click();
  await expect(theirs.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
  await expect
    .poll(() => mails.heard.filter(({ to }) => to.includes(who.email)).map(({ parsed }) => parsed.subject))
    .toEqual(["[Sandbox] You are invited to the dashboard", "[Sandbox] New sign-in to the dashboard"]);
});

test("a link that can't be e-mailed is shown once, with the reason", async ({ page, mails }) => {
  mails.behave({ receiver: 550 });
  await page.goto("/people");
  await page.getByRole("button", { name: "Invite somebody" }).click();
  await page.getByLabel("E-mail address").fill(stranger("finance").email);
  await page.getByRole("button", { name: "Send the invitation" }).click();
  await expect(page.getByText("The mail server doesn’t take this address.")).toBeVisible();
  await expect(page.getByText(/^http.*\/welcome#/)).toBeVisible();
  await expectAccessible(page, "an invitation that was not e-mailed");
  mails.behave({});
});

test("e-mails are chosen on the account's page, and stay chosen", async ({ page }) => {
  await page.goto("/account");
  const card = page.getByRole("region", { name: "E-mail" });
  await expect(card.getByText("Security messages are always sent.")).toBeVisible();
  const [needs, day] = [card.getByLabel("Transfers that need you"), card.getByLabel("The day’s summary")];
  await expect(needs).toBeChecked();
  await expect(day).not.toBeChecked();
  await day.focus();
  await page.keyboard.press("Space");
  await needs.uncheck();
  await expect(card.getByRole("status")).toHaveText("Saved.");
  await expectAccessible(page, "an account with e-mail");
  await page.reload();
  await expect(day).toBeChecked();
  await expect(needs).not.toBeChecked();
});
