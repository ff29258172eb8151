import type { Browser, Page } from "@playwright/test";
import { expectAccessible } from "./support/checks/accessible";
import { pressEnter, tabTo } from "./support/checks/keyboard";
import { expect, test } from "./support/dashboards/test";
import {
  ageConfirmations,
  emptyBrowser,
  makeAccount,
  owner,
  signIn,
  stranger,
  typeSignIn,
} from "./support/steps/people";

test.use({ ownDashboard: "people" });
const inviteButton = (page: Page) => page.getByRole("button", { name: "Create an invitation link" });
const shownLink = (page: Page) => page.getByText(/^http.*\/welcome#/);
const rowOf = (page: Page, email: string) => page.getByRole("rowgroup").filter({ hasText: email });
const problem = (page: Page, title: string) => page.getByRole("alert").filter({ hasText: title });

/** Fills the form of an invitation and sends it. */
async function invite(page: Page, email: string, role: string) {
  const form = page.getByRole("region", { name: "Invite somebody" });
  const opening = form.getByRole("button", { name: "Invite somebody" });
  if (await opening.isVisible()) await opening.click();
  await form.getByLabel("E-mail address").fill(email);
  await form.getByLabel("Role").selectOption(role);
  await inviteButton(page).click();
}

/** Opens what can be done with a person, and gives its place. */
async function openPerson(page: Page, email: string) {
  await page.goto("/people");
  const row = rowOf(page, email);
  await row.getByRole("button", { name: /^Change/ }).click();
  await expect(row.getByRole("button", { name: "Create a link for a new password" })).toBeVisible();
  return row;
}

/** Somebody in a browser of their own. */
async function elsewhere(browser: Browser, url: string, who: { email: string; password: string }) {
  const page = await emptyBrowser(browser);
  await signIn(page, url, who);
  return page;
}

test("in the sandbox a practice colleague joins by a link in a private window", { tag: "@detail" }, async ({
  page,
  browser,
}) => {
  await page.goto("/people");
  const add = page.getByRole("button", { name: "Add a practice colleague" });
  await pressEnter(add);
  await expect(page.getByText("Link for your practice colleague practice@example.com")).toBeVisible();
  await expectAccessible(page, "a practice colleague's link");
  const link = (await shownLink(page).textContent()) ?? "";
  const other = await emptyBrowser(browser);
  await other.goto(link);
  await expect(other.getByText("Your role: Finance.")).toBeVisible();
  await other.getByLabel("Name").fill("Bola, in practice");
  await other.getByLabel("New password").fill("a password for practice alone");
  await other.getByRole("button", { name: "Create the account" }).click();
  await expect(other.getByRole("main").getByRole("link", { name: "New transfer" }).first()).toBeVisible();
  await page.reload();
  await expect(rowOf(page, "practice@example.com")).toContainText("Finance");
  // Each is a person of their own.
  await add.click();
  await expect(page.getByText("Link for your practice colleague practice-2@example.com")).toBeVisible();
  await other.context().close();
});

test("an invitation is handed over as a link that is shown once, works once, and gives the role", async ({
  page,
  browser,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const email = "adaeze.chukwuemeka-okonkwo-fitzgerald.of.finance@subsidiary.international.example.com";
  await page.goto("/people");
  await expect(rowOf(page, owner.email).getByText("You", { exact: true })).toBeVisible();
  await expectAccessible(page, "people");
  await invite(page, email, "finance");
  await expect(page.getByText(/don’t e-mail it and won’t show it again/)).toBeVisible();
  await page.getByRole("button", { name: "Copy the link" }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(await shownLink(page).textContent()).toBe(link);
  await expectAccessible(page, "an invitation's link");
  await page.reload();
  await expect(page.getByRole("listitem").filter({ hasText: email })).toBeVisible();
  await expect(shownLink(page)).toHaveCount(0);

  const other = await emptyBrowser(browser);
  // As a mail scanner rewrites it, and as it is: the token stays in no address, and a reload has none.
  const role = other.getByText("Your role: Finance.");
  await other.goto(link.replace("#", "%23"));
  await expect(role).toBeVisible();
  await expect(other).toHaveURL(/\/welcome$/);
  await other.reload();
  await expect(other.getByText("Open the whole link again, including the part after the #.")).toBeVisible();
  await other.goto(link);
  await expect(role).toBeVisible();
  await expect(other).toHaveURL(/\/welcome$/);
  // A password manager saves the password under this name.
  await expect(other.getByLabel("E-mail address")).toHaveValue(email);
  await expect(other.getByLabel("E-mail address")).toHaveAttribute("autocomplete", "username");
  await expectAccessible(other, "the invitation");
  await other.getByLabel("Name").fill("Adaeze Chukwuemeka-Okonkwo");
  await other.getByLabel("New password").fill("a long row of quite other words");
  await other.getByRole("button", { name: "Create the account" }).click();
  // Signed in by the password that was just set.
  await expect(other.getByRole("main").getByRole("link", { name: "New transfer" }).first()).toBeVisible();
  await other.goto(new URL("/people", link).href);
  await expect(other).toHaveURL(/\/no-access$/);
  await expect(other.getByText(/Your role is Finance/)).toBeVisible();
  // Another page first: the same one with another fragment is not loaded anew.
  await other.goto("about:blank");
  await other.goto(link);
  await expect(other.getByText("This link cannot be used")).toBeVisible();
  await other.context().close();

  await page.reload();
  await expect(rowOf(page, email).getByText("Finance", { exact: true })).toBeVisible();
  await expect(rowOf(page, email)).toContainText(/just now|minutes? ago/);
  await expect(page.getByRole("listitem").filter({ hasText: email })).toHaveCount(0);
});

test("an invitation is made by the keyboard alone", async ({ page }) => {
  const { email } = stranger("keyboard");
  await page.goto("/people");
  await tabTo(page, page.getByRole("button", { name: "Invite somebody" }));
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("E-mail address")).toBeFocused();
  await page.keyboard.type("nobody");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Enter an e-mail address, such as ada@example.com.")).toBeVisible();
  await expect(page.getByLabel("E-mail address")).toBeFocused();
  await page.keyboard.press("Control+A");
  await page.keyboard.type(email);
  await tabTo(page, page.getByRole("region", { name: "Invite somebody" }).getByLabel("Role"));
  await page.keyboard.type("Fin");
  await tabTo(page, inviteButton(page));
  await page.keyboard.press("Enter");
  await expect(page.locator(":focus")).toContainText(`Invitation link for ${email}, as Finance`);
  await tabTo(page, page.getByRole("button", { name: "Done" }));
  await page.keyboard.press("Enter");
  await expect(shownLink(page)).toHaveCount(0);
  await expect(page.getByLabel("E-mail address")).toBeFocused();
});

test("an invitation that is taken back works no more, and an address that has an account is not invited", {
  tag: "@detail",
}, async ({ page, browser, watch }) => {
  watch.allowFailures(/^\/api\/people$/);
  const { email } = stranger("taken-back");
  await page.goto("/people");
  await invite(page, email, "support");
  const link = (await shownLink(page).textContent()) ?? "";
  await page.getByRole("button", { name: `Revoke the invitation for ${email}` }).click();
  const dialog = page.getByRole("dialog");
  await expectAccessible(page, "taking an invitation back");
  await dialog.getByRole("button", { name: "Revoke" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: email })).toHaveCount(0);
  const other = await emptyBrowser(browser);
  await other.goto(link);
  await expect(other.getByText("This link cannot be used")).toBeVisible();
  await other.context().close();

  await invite(page, owner.email, "support");
  await expect(page.getByText("This address already has an account.")).toBeVisible();
  await expect(page.getByLabel("E-mail address")).toBeFocused();
  await expect(page.getByLabel("E-mail address")).toHaveValue(owner.email);
});

test("a role holds from the next request on, and who is disabled is out at once, with what they typed", async ({
  page,
  browser,
  dashboard,
}) => {
  const who = await makeAccount(page, "support");
  const other = await elsewhere(browser, dashboard.url, who);
  await other.goto(`${dashboard.url}/transfers/new`);
  await expect(other).toHaveURL(/\/no-access$/);

  const row = await openPerson(page, who.email);
  await row.getByLabel("Role").selectOption("finance");
  await row.getByRole("button", { name: "Change the role" }).click();
  await page.getByRole("button", { name: "Change to Finance" }).click();
  await expect(row.getByText("The role is now Finance.")).toBeVisible();
  await expect(row.locator(":focus")).toContainText("The role is now Finance.");
  await other.goto(`${dashboard.url}/transfers/new`);
  await expect(other.getByLabel("You send")).toBeVisible();

  await row.getByRole("button", { name: "Disable the account" }).click();
  await expectAccessible(page, "disabling somebody");
  await page.getByRole("dialog").getByRole("button", { name: "Disable the account" }).click();
  await expect(row.getByText("Disabled", { exact: true })).toBeVisible();
  await expectAccessible(page, "somebody who is disabled");
  await other.getByLabel("You send").fill("987.65");
  const banner = other.getByRole("status").filter({ hasText: "Your session has ended" });
  await expect(banner).toBeVisible();
  await expectAccessible(other, "signed out meanwhile");
  await banner.getByRole("button", { name: "Sign in again" }).click();
  const again = other.getByRole("dialog", { name: "Sign in again" });
  const password = again.getByLabel("Password", { exact: true });
  await expect(again.getByLabel("E-mail address")).toHaveValue(who.email);
  await expect(password).toBeFocused();
  await expectAccessible(other, "signing in again on the page");
  await password.fill(who.password);
  await password.press("Enter");
  await expect(again.getByText(/or the account is disabled/)).toBeVisible();

  await row.getByRole("button", { name: "Enable the account" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Enable the account" }).click();
  await expect(row.getByText("Disabled", { exact: true })).toHaveCount(0);
  await password.fill(who.password);
  await password.press("Enter");
  await expect(again).toHaveCount(0);
  await expect(banner).toHaveCount(0);
  await expect(other.getByLabel("You send")).toHaveValue("987.65");
  await expect(other.getByRole("main")).toBeFocused();
  await other.context().close();
});

test("the last admin stays one", { tag: "@detail" }, async ({ page, watch }) => {
  watch.allowFailures(/^\/api\/people\//);
  const row = await openPerson(page, owner.email);
  await row.getByLabel("Role").selectOption("support");
  await row.getByRole("button", { name: "Change the role" }).click();
  await page.getByRole("button", { name: "Change to Support" }).click();
  await expect(row.getByText(/Nobody else could manage people/)).toBeVisible();
  await expect(row.getByLabel("Role")).toHaveAttribute("aria-invalid", "true");
  await row.getByRole("button", { name: "Disable the account" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Disable the account" }).click();
  await expect(problem(page, "This is the last admin")).toBeVisible();
  await expectAccessible(page, "the last admin");
  await page.reload();
  await expect(rowOf(page, owner.email).getByText("Admin", { exact: true })).toBeVisible();
});

test("a link sets a new password and ends the sessions; an admin ends them without one", {
  tag: "@detail",
}, async ({ page, browser, dashboard }) => {
  const who = await makeAccount(page, "support");
  const other = await elsewhere(browser, dashboard.url, who);
  const row = await openPerson(page, who.email);
  await row.getByRole("button", { name: "Create a link for a new password" }).click();
  await page.getByRole("button", { name: "Create the link" }).click();
  const takingBack = page.getByRole("button", { name: `Revoke the password link for ${who.email}` });
  await takingBack.click();
  await expectAccessible(page, "taking a password link back");
  await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  await expect(takingBack).toHaveCount(0);
  const third = await emptyBrowser(browser);
  await third.goto((await shownLink(page).textContent()) ?? "");
  await expect(third.getByText("This link cannot be used")).toBeVisible();
  await page.getByRole("button", { name: "Done" }).click();

  await row.getByRole("button", { name: "Create a link for a new password" }).click();
  await page.getByRole("button", { name: "Create the link" }).click();
  await expect(takingBack).toBeVisible();
  await third.goto((await shownLink(page).textContent()) ?? "");
  await expect(third.getByRole("heading", { name: "Set a new password" })).toBeVisible();
  const next = { ...who, password: "yet another row of long words" };
  await third.getByLabel("New password").fill(next.password);
  await third.getByRole("button", { name: "Set the password" }).click();
  await expect(third).toHaveURL(`${dashboard.url}/`);
  await other.goto(`${dashboard.url}/transfers`);
  await expect(other).toHaveURL(/\/login\?next=%2Ftransfers$/);
  await expect(other.getByRole("heading", { name: "Your session has ended" })).toBeVisible();
  await typeSignIn(other, who);
  await expect(other.getByText(/The e-mail address or the password is wrong/)).toBeVisible();

  const again = await openPerson(page, who.email);
  await again.getByRole("button", { name: "Sign out everywhere" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Sign out everywhere" }).click();
  await expect(again.getByText("All sessions have ended.")).toBeVisible();
  await third.goto(`${dashboard.url}/transfers`);
  await expect(third).toHaveURL(/\/login/);
  await Promise.all([other.context().close(), third.context().close()]);
});

test("who signed in a while ago confirms by the password; turning back does nothing and keeps what was typed", {
  tag: "@detail",
}, async ({ page, dashboard, watch }) => {
  watch.allowFailures(/^\/api\/(people|confirmation)$/);
  const { email } = stranger("confirmed");
  await page.goto("/people");
  ageConfirmations(dashboard);
  let requestCount = 0;
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/api/people")) requestCount += 1;
  });
  await invite(page, email, "support");
  const dialog = page.getByRole("dialog", { name: "Confirm that it is you" });
  await expect(dialog.getByLabel("Your password")).toBeFocused();
  await expect(dialog.getByLabel("Code")).toHaveCount(0);
  await expectAccessible(page, "confirming");
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText("It was not confirmed, so nothing was done.")).toBeVisible();
  await expect(page.getByLabel("E-mail address")).toHaveValue(email);
  expect(requestCount).toBe(1);
  await expect(page.getByRole("listitem").filter({ hasText: email })).toHaveCount(0);

  await inviteButton(page).click();
  await dialog.getByLabel("Your password").fill("not the password");
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("The password is wrong.")).toBeVisible();
  await expectAccessible(page, "a wrong password");
  await dialog.getByLabel("Your password").fill(owner.password);
  await page.keyboard.press("Enter");
  await expect(shownLink(page)).toBeVisible();
  await expect(dialog).toHaveCount(0);
  expect(requestCount).toBe(3);
  await expect(page.getByRole("listitem").filter({ hasText: email })).toHaveCount(1);
});

test("who was signed out when asked to confirm signs in over it and goes on", { tag: "@detail" }, async ({
  page,
  context,
  dashboard,
  watch,
}) => {
  watch.allowFailures(/^\/api\//);
  const { email } = stranger("signed-out");
  await page.goto("/people");
  ageConfirmations(dashboard);
  await invite(page, email, "support");
  const dialog = page.getByRole("dialog", { name: "Confirm that it is you" });
  await dialog.getByLabel("Your password").fill(owner.password);
  await context.clearCookies();
  await page.keyboard.press("Enter");
  const again = page.getByRole("dialog", { name: "Sign in again" });
  await expect(again.getByText("Your session has ended.")).toBeVisible();
  await expectAccessible(page, "signed out when asked to confirm");
  await again.getByLabel("Password", { exact: true }).fill(owner.password);
  await page.keyboard.press("Enter");
  // Who has just signed in has confirmed who they are.
  await expect(shownLink(page)).toBeVisible();
});
