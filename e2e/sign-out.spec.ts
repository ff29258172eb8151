import type { Page } from "@playwright/test";
import { serverAwayText } from "#lib/contract/server-away";
import { expectAccessible } from "./support/checks/accessible";
import { openPersonMenu } from "./support/checks/keyboard";
import { takePicture } from "./support/checks/pictures";
import { expect, test } from "./support/dashboards/test";
import {
  ageSessions,
  emptyBrowser,
  lastActs,
  makeAccount,
  owner,
  signIn,
  typeSignIn,
} from "./support/steps/people";
import { createByApi } from "./support/steps/transfers";

test.use({ ownDashboard: "sign-out" });

test("after signing out, going back and the addresses of before show nothing, and the browser keeps nothing", async ({
  page: admin,
  browser,
  dashboard,
}) => {
  const { id } = await createByApi(admin, { accountName: "Ngozi of the past" });
  const page = await emptyBrowser(browser);
  await page.goto(`${dashboard.url}/login`);
  await expect(page.getByLabel("E-mail address")).toHaveAttribute("autocomplete", "username");
  await expect(page.getByLabel("Password", { exact: true })).toHaveAttribute("type", "password");
  await expect(page.getByLabel("Password", { exact: true })).toHaveAttribute(
    "autocomplete",
    "current-password",
  );
  await signIn(page, dashboard.url, await makeAccount(admin, "finance"));
  await page.goto(`${dashboard.url}/transfers/${id}`);
  await expect(page.getByText("Ngozi of the past").first()).toBeVisible();
  await page.goto(`${dashboard.url}/transfers`);
  await page.getByRole("link", { name: "Overview" }).click();
  await expect(page).toHaveURL(`${dashboard.url}/`);
  await expect(page.getByText("Ngozi of the past").first()).toBeVisible();
  const before = (await page.context().cookies()).map(({ name }) => name).sort();
  expect(before).toEqual(["device", "session"]);

  await openPersonMenu(page);
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByLabel("E-mail address")).toBeVisible();
  for (let step = 0; step < 3; step++) {
    await page.goBack();
    await expect(page).toHaveURL(/\/login\?next=|\/login$/);
    await expect(page.getByLabel("E-mail address")).toBeVisible();
    expect(await page.content()).not.toContain("Ngozi of the past");
  }
  for (const path of ["/", "/transfers", `/transfers/${id}`]) {
    await page.goto(dashboard.url + path);
    await expect(page.getByLabel("E-mail address")).toBeVisible();
    expect(await page.content()).not.toContain("Ngozi of the past");
  }
  const kept = await page.evaluate(async () => ({
    local: { ...localStorage },
    session: { ...sessionStorage },
    databases: await indexedDB.databases(),
    caches: await caches.keys(),
    workers: (await navigator.serviceWorker.getRegistrations()).length,
  }));
  expect(kept).toEqual({ local: {}, session: {}, databases: [], caches: [], workers: 0 });
  // That it is this person's browser stays known, and opens nothing.
  expect((await page.context().cookies()).map(({ name }) => name)).toEqual(["device"]);
  await page.context().close();
});

test("a sign-out that nobody answers says so, and that the person may still be signed in", async ({
  page,
  context,
  watch,
}) => {
  await page.goto("/");
  await openPersonMenu(page);
  const leave = page.getByRole("button", { name: "Sign out" });
  await expect(leave).toBeVisible();
  watch.allowAbsence();
  await context.setOffline(true);
  await leave.click();
  await expect(page.getByText(`You may still be signed in. ${serverAwayText}`)).toBeVisible();
  await expect(leave).toBeVisible();
  await context.setOffline(false);
});

test("without scripts each page says so, and offers no button that can't work", async ({
  browser,
  dashboard,
  page,
}) => {
  const { id } = await createByApi(page);
  const { storageState } = dashboard;
  const context = await browser.newContext({
    javaScriptEnabled: false,
    storageState,
    baseURL: dashboard.url,
  });
  const plain = await context.newPage();
  const said = plain.locator("noscript p");
  const paths = ["/", "/transfers", "/transfers/new", `/transfers/${id}`, "/attention", "/banks"];
  for (const path of [...paths, "/people", "/audit", "/account"]) {
    await plain.goto(path);
    await expect(said, path).toContainText("Scripts are off in this browser.");
    await expect(said, path).toBeVisible();
    await expect(plain.locator("button:disabled:visible"), path).toHaveCount(0);
  }
  await context.clearCookies();
  await plain.goto("/login");
  await plain.getByLabel("E-mail address").fill("owner@example.com");
  await plain.getByLabel("Password", { exact: true }).press("Enter");
  await expect(said).toHaveText("Scripts are off in this browser. Turn them on to sign in.");
  await context.close();
});

test("news that an open page draws by itself doesn't keep an abandoned session alive", {
  tag: "@detail",
}, async ({ page: transferPage, context, browser, dashboard }) => {
  const colleague = await (
    await browser.newContext({ storageState: { cookies: [], origins: [] }, baseURL: dashboard.url })
  ).newPage();
  await signIn(colleague, dashboard.url, await makeAccount(transferPage, "finance"));
  await colleague.goto("about:blank");
  const { id } = await createByApi(transferPage, { accountName: "Bola of the news" });
  await transferPage.goto(`/transfers/${id}`);
  await expect(transferPage.getByText("Bola of the news").first()).toBeVisible();
  const attention = await context.newPage();
  await attention.goto("/attention");
  await expect(attention.getByRole("heading", { level: 1 })).toBeVisible();
  const left = ageSessions(dashboard, 20);
  const note = { kind: "note", text: "Called the bank." };
  const noted = await colleague.request.post(`/api/transfers/${id}/notes`, { data: note });
  expect(noted.status()).toBe(200);
  await createByApi(colleague, { accountName: "SANDBOX CUT BEFORE" });
  // What an open page asks by the minute, it also asks when it is looked at again.
  for (const open of [transferPage, attention])
    await open.evaluate(() => void dispatchEvent(new Event("visibilitychange")));
  await expect(transferPage.getByText("Called the bank.").first()).toBeVisible();
  await expect(attention.getByText("SANDBOX CUT BEFORE").first()).toBeVisible();
  expect(lastActs(dashboard)[0]).toBe(left);
  // A press on a link is an act.
  await attention.getByRole("link", { name: "Transfers", exact: true }).click();
  await attention.waitForURL("**/transfers");
  await expect.poll(() => lastActs(dashboard).filter((at) => at === left)).toEqual([]);
  await colleague.context().close();
});

test("a session that ended says so, and its person goes on where they were, with what they typed", async ({
  browser,
  dashboard,
  page: admin,
}) => {
  const who = await makeAccount(admin, "finance");
  const page = await emptyBrowser(browser);
  await page.goto(`${dashboard.url}/login`);
  await expect(page.getByLabel("E-mail address")).toBeFocused();
  await expect(page.getByText("Your session has ended")).toHaveCount(0);
  await typeSignIn(page, who);
  await expect(page).toHaveURL(`${dashboard.url}/`);
  await page.goto(`${dashboard.url}/transfers/new`);
  const kept = page.waitForResponse((answer) =>
    (answer.request().postData() ?? "").includes("Ngozi of the long lunch"),
  );
  await page.getByLabel("You send").fill("1250.50");
  await page.getByLabel("Account name").fill("Ngozi of the long lunch");
  await kept;
  const form = new URL(page.url()).searchParams.get("form") ?? "none";
  ageSessions(dashboard, 31);
  await page.reload();
  await expect(page).toHaveURL(/\/login\?next=/);
  await expect(page.getByRole("heading", { name: "Your session has ended" })).toBeVisible();
  await expect(page.getByLabel("E-mail address")).toHaveValue(who.email);
  const password = page.getByLabel("Password", { exact: true });
  await expect(password).toBeFocused();
  await expectAccessible(page, "the sign-in after a session has ended");
  await page.keyboard.type(who.password);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/transfers/new\\?.*form=${form}`));
  await expect(page.getByLabel("You send")).toHaveValue("1,250.50");
  await expect(page.getByLabel("Account name")).toHaveValue("Ngozi of the long lunch");
  await page.context().close();
});

test("a session that ends under a dialog says so over it, and what was typed there is still there to send", {
  tag: "@detail",
}, async ({ browser, dashboard, page: admin }) => {
  const who = await makeAccount(admin, "finance");
  const page = await emptyBrowser(browser);
  await signIn(page, dashboard.url, who);
  const { id } = await createByApi(page, { accountName: "SANDBOX WAITS Ngozi of the dialog" });
  await page.goto(`${dashboard.url}/transfers/${id}`);
  await expect(page.getByText("Status from the service’s update.")).toBeVisible();
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("button", { name: "We won’t fund this" }).click();
  const stop = page.getByRole("dialog", { name: "We won’t fund this transfer" });
  const why = stop.getByLabel("Why you won’t fund it");
  await why.fill("The customer took it back.");
  ageSessions(dashboard, 31);
  await stop.getByRole("button", { name: "Stop asking" }).click();
  const again = page.getByRole("dialog", { name: "Sign in again" });
  await expect(again.getByLabel("Password", { exact: true })).toBeFocused();
  await expectAccessible(page, "signing in again over a dialog");
  await takePicture(page, "signing in again over a dialog");
  // Who goes back finds the way in the dialog.
  await page.keyboard.press("Escape");
  await expect(again).toHaveCount(0);
  await stop.getByRole("button", { name: "Sign in again" }).click();
  await again.getByLabel("Password", { exact: true }).fill(who.password);
  await page.keyboard.press("Enter");
  await expect(again).toHaveCount(0);
  await expect(page).toHaveURL(`${dashboard.url}/transfers/${id}`);
  await expect(why).toHaveValue("The customer took it back.");
  await expect(stop.locator(":focus")).toHaveCount(1);
  await stop.getByRole("button", { name: "Stop asking" }).click();
  await expect(stop).toHaveCount(0);
  await expect(page.getByText("Not funded").first()).toBeVisible();
  await page.context().close();
});

test("who is away is warned before the session ends, stays signed in by one key, and keeps what was typed", {
  tag: "@detail",
}, async ({ page, dashboard, watch }) => {
  watch.allowFailures(/^\/api\/(session|quote|business|attention\/counts|transfers\/draft)$/);
  await page.clock.install();
  await page.goto("/transfers/new");
  await expect(page.getByRole("button", { name: "Sign out", includeHidden: true }).first()).toBeEnabled();
  const amount = page.getByLabel("You send");
  // What was typed is an act, once it is kept.
  const isKept = page.waitForResponse(/\/api\/transfers\/draft$/);
  await amount.fill("1250.50");
  await page.clock.fastForward("15:00");
  await isKept;
  ageSessions(dashboard, 28.5);
  await page.clock.fastForward("06:00");
  const stay = page.getByRole("button", { name: "Stay signed in" });
  await expect(
    page.getByRole("status").filter({ hasText: "You’ll be signed out within 2 minutes" }),
  ).toBeVisible();
  await expectAccessible(page, "a session that is about to end");
  await stay.focus();
  await page.keyboard.press("Enter");
  await expect(stay).toHaveCount(0);
  await expect(page.getByText("You stay signed in.")).toBeAttached();
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("MAIN");
  await expect(amount).toHaveValue("1,250.50");

  // Nobody comes back: the server ends it, and the page says so without losing anything.
  ageSessions(dashboard, 31);
  await page.clock.fastForward("30:00");
  await expect(page.getByText("Your session has ended").first()).toBeVisible();
  await expect(amount).toHaveValue("1,250.50");
  for (const viewport of [
    { width: 320, height: 256 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(viewport);
    for (const key of ["Tab", "Shift+Tab"]) expect(await coveredStops(page, key), key).toEqual([]);
  }
  // What asks for more is told so once, and comes by itself.
  await page.setViewportSize({ width: 1280, height: 900 });
  await amount.fill("1251.50");
  await expect(page.getByText("Sign in again. Then the quote comes by itself.").first()).toBeVisible();
  await expect(page.getByText("You are signed out")).toHaveCount(0);
  await page.getByRole("button", { name: "Sign in again" }).click();
  await page.getByRole("dialog").getByLabel("Password", { exact: true }).fill(owner.password);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByText(/^Quoted at /)).toBeVisible();
});

/** The stops of the keyboard that the notice hides wholly. */
async function coveredStops(page: Page, key: string): Promise<string[]> {
  const covered: string[] = [];
  for (let step = 0; step < 14; step++) {
    await page.keyboard.press(key);
    covered.push(
      ...(await page.evaluate(() => {
        const stop = document.activeElement;
        const notice = document.querySelector("[data-session-notice]");
        if (stop === null || notice === null || notice.contains(stop) || stop === document.body) return [];
        const { left, right, top, bottom } = stop.getBoundingClientRect();
        const points = [top + 1, (top + bottom) / 2, bottom - 1].map((y) =>
          document.elementFromPoint((left + right) / 2, y),
        );
        const isSeen = points.some(
          (found) => found !== null && (stop.contains(found) || found.contains(stop)),
        );
        return isSeen ? [] : [stop.outerHTML.slice(0, 120)];
      })),
    );
  }
  return covered;
}
