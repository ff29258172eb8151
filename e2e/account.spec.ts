import type { Browser, Page } from "@playwright/test";
import { codeOf } from "#lib/testing/sign-in/totp-code";
import { expectAccessible } from "./support/checks/accessible";
import { darken, readQr } from "./support/checks/pixels";
import { expect, test } from "./support/dashboards/test";
import { emptyBrowser, makeAccount, signIn, typeSignIn } from "./support/steps/people";

test.use({ ownDashboard: "account" });
const card = (page: Page, name: string) => page.getByRole("region", { name });

/** A person of their own, in a browser of their own, on the page of their account. */
async function openAccount(admin: Page, browser: Browser, url: string) {
  const who = await makeAccount(admin, "support");
  const page = await emptyBrowser(browser);
  await signIn(page, url, who);
  await page.goto(`${url}/account`);
  return { page, who };
}

/** Sets a second factor up with the code of the step before, so that this one's is not used yet. */
async function setUp(page: Page, password: string) {
  await page.getByRole("button", { name: "Set up a second factor" }).click();
  await page.getByLabel("Your password").fill(password);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { name: "1. Add this dashboard" })).toBeFocused();
  const secret = await page.getByText(/^[A-Z2-7]{4}( [A-Z2-7]{1,4})+$/).innerText();
  const codes = await page
    .getByRole("list", { name: "Recovery codes" })
    .getByRole("listitem")
    .allInnerTexts();
  return { secret, codes };
}

/** Ends the set-up with the app's code. */
async function turnOn(page: Page, secret: string) {
  await page.getByLabel("Code", { exact: true }).fill(await codeOf(secret, -1));
  await page.getByRole("button", { name: "Turn the second factor on" }).click();
}

test("a second factor is set up, asked for at sign-in, each code once, and turned off again", async ({
  page: admin,
  browser,
  dashboard,
}) => {
  const { page, who } = await openAccount(admin, browser, dashboard.url);
  await expectAccessible(page, "an account");
  await page.getByRole("button", { name: "Set up a second factor" }).click();
  await page.getByLabel("Your password").fill("not the password");
  await page.keyboard.press("Enter");
  await expect(page.getByText("The password is wrong.")).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();
  const { secret, codes } = await setUp(page, who.password);
  expect(codes).toHaveLength(10);
  await darken(page);
  const uri = new URL((await readQr(page.getByRole("img", { name: /QR code/ }))) ?? "");
  expect(uri.protocol).toBe("otpauth:");
  expect(uri.searchParams.get("secret")).toBe(secret.replaceAll(" ", ""));
  await expectAccessible(page, "setting a second factor up");
  await turnOn(page, secret);
  await expect(page.getByText("The second factor is on.")).toBeVisible();
  await expect(card(page, "Second factor").getByText("On", { exact: true })).toBeVisible();
  await expectAccessible(page, "with a second factor");

  const other = await emptyBrowser(browser);
  await other.goto(`${dashboard.url}/login?next=/account`);
  await typeSignIn(other, who);
  await expect(other.getByLabel("Code", { exact: true })).toBeFocused();
  await expectAccessible(other, "the code at sign-in");
  const code = await codeOf(secret, 0);
  await other.getByLabel("Code", { exact: true }).fill(code);
  await other.keyboard.press("Enter");
  await expect(other).toHaveURL(`${dashboard.url}/account`);

  const third = await emptyBrowser(browser);
  await third.goto(`${dashboard.url}/login`);
  await typeSignIn(third, who);
  await third.getByLabel("Code", { exact: true }).fill(code);
  await third.keyboard.press("Enter");
  await expect(third.getByText(/used before/)).toBeVisible();
  for (const isFirst of [true, false]) {
    await third.context().clearCookies();
    await third.goto(`${dashboard.url}/login`);
    await typeSignIn(third, who);
    await third.getByRole("button", { name: "Use a recovery code" }).click();
    await third.getByLabel("Recovery code").fill(codes[0] ?? "");
    await third.keyboard.press("Enter");
    if (isFirst) await expect(third).toHaveURL(`${dashboard.url}/`);
    else await expect(third.getByText(/The code is wrong|This sign-in has ended/)).toBeVisible();
  }

  await page.getByRole("button", { name: "Turn off" }).click();
  await page.getByLabel("Your password").fill(who.password);
  await page.getByLabel("Code", { exact: true }).fill(code);
  await page.keyboard.press("Enter");
  await expect(page.getByText(/The code is wrong, or it was used before/)).toBeVisible();
  await page.getByLabel("Code", { exact: true }).fill(await codeOf(secret, 1));
  await page.keyboard.press("Enter");
  await expect(page.getByText("The second factor is off.")).toBeVisible();
  await third.context().clearCookies();
  await signIn(third, dashboard.url, who);
  await Promise.all([page, other, third].map((each) => each.context().close()));
});

test("new recovery codes take the place of the old ones, and an admin resets a second factor", {
  tag: "@detail",
}, async ({ page: admin, browser, dashboard }) => {
  const { page, who } = await openAccount(admin, browser, dashboard.url);
  const { secret, codes } = await setUp(page, who.password);
  await turnOn(page, secret);
  await page.getByRole("button", { name: "Create new recovery codes" }).click();
  await page.getByLabel("Your password").fill(who.password);
  await page.getByLabel("Code", { exact: true }).fill(await codeOf(secret, 0));
  await page.getByRole("button", { name: "Create new recovery codes" }).click();
  await expect(page.getByRole("heading", { name: "Your new recovery codes" })).toBeFocused();
  const fresh = await page
    .getByRole("list", { name: "Recovery codes" })
    .getByRole("listitem")
    .allInnerTexts();
  expect(fresh).toHaveLength(10);
  expect(fresh.filter((code) => codes.includes(code))).toEqual([]);
  await expectAccessible(page, "new recovery codes");

  await admin.goto("/people");
  const row = admin.getByRole("rowgroup").filter({ hasText: who.email });
  await expect(row.getByText("Yes", { exact: true })).toBeVisible();
  await row.getByRole("button", { name: /^Change/ }).click();
  await row.getByRole("button", { name: "Reset the second factor" }).click();
  await admin.getByRole("dialog").getByRole("button", { name: "Reset the second factor" }).click();
  await expect(row.getByText("No", { exact: true })).toBeVisible();
  await page.goto(`${dashboard.url}/account`);
  await expect(page).toHaveURL(/\/login\?next=%2Faccount$/);
  await typeSignIn(page, who);
  await expect(card(page, "Second factor").getByText("Off", { exact: true })).toBeVisible();
  await page.context().close();
});

test("a new password ends the other sessions, and a session is ended from another", {
  tag: "@detail",
}, async ({ page: admin, browser, dashboard }) => {
  const { page, who } = await openAccount(admin, browser, dashboard.url);
  const [other, third] = [await emptyBrowser(browser), await emptyBrowser(browser)];
  await signIn(other, dashboard.url, who);
  await signIn(third, dashboard.url, who);
  await page.reload();
  const sessions = card(page, "Sessions").getByRole("listitem");
  await expect(sessions).toHaveCount(3);
  await expect(sessions.filter({ hasText: "This one" })).toHaveCount(1);
  await sessions.getByRole("button", { name: /^End/ }).first().click();
  await expect(sessions).toHaveCount(2);
  await expectAccessible(page, "sessions");
  const outcomes = async () => {
    const answers = await Promise.all(
      [other, third].map(({ request }) => request.get(`${dashboard.url}/api/auth/list-sessions`)),
    );
    return answers.map((answer) => answer.status()).sort();
  };
  expect(await outcomes()).toEqual([200, 401]);

  await page.getByRole("button", { name: "Change the password" }).click();
  await page.getByLabel("Current password").fill("not the password at all");
  await page.getByLabel("New password").fill(`${who.email}${who.email}`);
  await page.keyboard.press("Enter");
  await expect(page.getByText(/This is repetitive|This is mostly a common password/)).toBeVisible();
  await expectAccessible(page, "a password that is guessed quickly");
  await page.getByLabel("New password").fill("yet another row of long words");
  await page.keyboard.press("Enter");
  await expect(page.getByText("The password is wrong.")).toBeVisible();
  await expect(page.getByLabel("Current password")).toBeFocused();
  expect(await outcomes()).toEqual([200, 401]);
  await page.getByLabel("Current password").fill(who.password);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Password changed")).toBeVisible();
  await expect(sessions).toHaveCount(1);
  expect(await outcomes()).toEqual([401, 401]);

  await card(page, "Sessions").getByRole("button", { name: "Sign out" }).click();
  await expect(page).toHaveURL(`${dashboard.url}/login`);
  await signIn(page, dashboard.url, { ...who, password: "yet another row of long words" });
  await Promise.all([page, other, third].map((each) => each.context().close()));
});
