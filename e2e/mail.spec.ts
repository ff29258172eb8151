import { type MailServer, startMailServer } from "#lib/testing/telling/mail-server";
import { expectAccessible } from "./support/checks/accessible";
import { tabTo } from "./support/checks/keyboard";
import { type Dashboard, startDashboard } from "./support/dashboards/dashboard";
import { test as base, expect, placeOfOwn } from "./support/dashboards/test";
import { emptyBrowser, stranger } from "./support/steps/people";
import { payByApi } from "./support/steps/transfers";

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

const sendButton = { name: "Send the advice…" };

test("the advice of a paid transfer is e-mailed by keys, and the next one offers the address", {
  tag: "@detail",
}, async ({ page, mails, watch }) => {
  watch.allowFailures(/^\/api\/transfers\/[^/]+\/advice$/);
  const to = stranger("finance").email;
  const { id, accountNumber } = await payByApi(page, { reference: "INV-2041" });
  await page.goto(`/transfers/${id}`);
  const advice = page.getByRole("region", { name: "Payment advice" });
  await tabTo(page, advice.getByRole("button", sendButton), 60);
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Send the advice" });
  const field = dialog.getByLabel("E-mail address");
  await tabTo(page, field);
  await expect(field).toHaveValue("");
  await page.keyboard.type("obi@");
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("Enter one e-mail address, such as accounts@example.com.")).toBeVisible();
  await expect(field).toBeFocused();
  await expectAccessible(page, "an advice to be e-mailed, no address");
  await field.fill(to);
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("heading", { name: `On its way to ${to}` })).toBeVisible();
  await expectAccessible(page, "an advice that was e-mailed");
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(advice.getByRole("button", sendButton)).toBeFocused();
  // The page hears of it by itself.
  await expect(advice.getByText(`E-mailed to ${to}.`)).toBeVisible();
  await expect(page.getByText("Payment advice e-mailed", { exact: true })).toBeVisible();
  await expectAccessible(page, "a paid transfer whose advice was e-mailed");
  const heard = mails.heard.filter((mail) => mail.to.includes(to)).map(({ parsed }) => parsed);
  expect(heard.map(({ subject }) => subject)).toEqual(["[Sandbox] Payment advice, INV-2041"]);
  expect(heard[0]?.text).toMatch(/^This is the sandbox: no real money moves\.$/m);
  // What the sheet says, fact by fact.
  const sheet = await advice.locator("dl > div").evaluateAll((rows) =>
    rows.map((row) => ({
      term: row.querySelector("dt")?.textContent ?? "",
      value: row.querySelector("dd")?.textContent ?? "",
    })),
  );
  expect(sheet.length).toBeGreaterThan(6);
  for (const { term } of sheet) expect(heard[0]?.text).toContain(`- ${term}: `);
  expect(heard[0]?.text).toContain(accountNumber);

  const next = await payByApi(page, { accountNumber, amount: "12", reference: "INV-2042" });
  await page.goto(`/transfers/${next.id}`);
  await advice.getByRole("button", sendButton).click();
  await expect(field).toHaveValue(to);
  await expect(
    dialog.getByText(/^Last used for this account by .+, \d+ \w+ \d{4}, \d\d:\d\d\.$/),
  ).toBeVisible();
  await expectAccessible(page, "an advice to be e-mailed again");
});

test("an advice that the mail server refuses is told on the transfer", { tag: "@detail" }, async ({
  page,
  mails,
}) => {
  const to = stranger("finance").email;
  const { id } = await payByApi(page);
  await page.goto(`/transfers/${id}`);
  mails.behave({ receiver: "550 5.1.1 No such user" });
  const advice = page.getByRole("region", { name: "Payment advice" });
  await advice.getByRole("button", sendButton).click();
  const dialog = page.getByRole("dialog", { name: "Send the advice" });
  await dialog.getByLabel("E-mail address").fill(to);
  await dialog.getByRole("button", { name: "Send" }).click();
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(advice.getByText(`Not sent to ${to}: address not taken (550).`)).toBeVisible();
  await expect(page.getByText("Payment advice not e-mailed", { exact: true })).toBeVisible();
  await expectAccessible(page, "an advice that was not e-mailed");
  mails.behave({});
});
