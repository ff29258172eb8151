import { expect, type Page } from "@playwright/test";
import { openPersonMenu, personMenu, tabTo } from "./support/checks/keyboard";
import { test } from "./support/dashboards/test";
import { emptyBrowser, owner } from "./support/steps/people";
import { createByApi } from "./support/steps/transfers";

const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const list = (page: Page) => page.getByRole("dialog", { name: "Keyboard shortcuts" });
const palette = (page: Page) => page.getByRole("dialog", { name: "Find anything" });
const searchBox = (page: Page) => palette(page).getByRole("combobox");

/** Presses keys one after the other. */
async function press(page: Page, ...keys: string[]) {
  for (const key of keys) await page.keyboard.press(key);
}

/** The page is another one, and begins at its heading, or where it is filled in. */
async function expectAt(page: Page, path: string, name: string | RegExp) {
  await expect(page).toHaveURL((url) => url.pathname === path);
  await expect(heading(page)).toHaveText(name);
  await expect(path === "/transfers/new" ? page.getByLabel("You send") : heading(page)).toBeFocused();
}

test("each key of the list leads to its page, at its heading", async ({ page }) => {
  // A key that comes before the page is alive is nobody’s.
  await page.goto("/account", { waitUntil: "networkidle" });
  for (const [keys, path, name] of [
    ["go", "/", "Overview"],
    ["gt", "/transfers", "Transfers"],
    ["ga", "/attention", "Needs attention"],
    ["gb", "/banks", "Banks"],
    ["gp", "/people", "People"],
    ["gl", "/audit", "Audit log"],
    ["gy", "/account", "Your account"],
  ] as const) {
    await press(page, ...keys);
    await expectAt(page, path, name);
  }
  // A first key of a pair that is followed by another one is forgotten.
  await press(page, "g", "x", "t");
  await press(page, "Shift+?");
  await expect(list(page)).toBeVisible();
  await expect(heading(page)).toHaveText("Your account");
});

test("no key does anything while somebody types, over a dialog, or with Control", async ({ page }) => {
  await page.goto("/", { waitUntil: "networkidle" });
  await press(page, "/", "n", "g", "t", "?");
  await expect(searchBox(page)).toBeFocused();
  await expect(searchBox(page)).toHaveValue("ngt?");
  await press(page, "Escape");
  await expect(page.getByRole("searchbox", { name: /^Find a transfer/ })).toBeFocused();
  await openPersonMenu(page);
  await page.getByRole("button", { name: "Keyboard shortcuts" }).focus();
  await press(page, "Enter");
  await expect(list(page)).toBeVisible();
  await press(page, "n", "g", "t", "Control+K");
  await expect(list(page)).toBeVisible();
  await press(page, "Escape");
  await expect(list(page)).toHaveCount(0);
  await expect(personMenu(page)).toBeFocused();
  await press(page, "Control+Shift+/", "Alt+N");
  await expect(heading(page)).toHaveText("Overview");
  await expect(list(page)).toHaveCount(0);
});

test("single keys are turned off for this browser, and on again; Control-K stays", async ({ page }) => {
  const hint = page.getByRole("complementary").getByRole("search").getByText("/", { exact: true });
  await page.goto("/", { waitUntil: "networkidle" });
  await expect(hint).toBeVisible();
  await press(page, "?");
  await tabTo(page, page.getByRole("checkbox", { name: /^Single keys are on/ }));
  await press(page, "Space", "Escape");
  for (const _ of ["at once", "after a new load"]) {
    await expect(hint).toBeHidden();
    await press(page, "n", "?", "/");
    await expect(list(page)).toHaveCount(0);
    await expect(palette(page)).toHaveCount(0);
    await press(page, "Control+K");
    await expect(searchBox(page)).toBeFocused();
    await press(page, "Escape");
    await expect(heading(page)).toHaveText("Overview");
    await page.reload();
  }
  await tabTo(page, personMenu(page));
  await press(page, "Enter");
  await tabTo(page, page.getByRole("button", { name: "Keyboard shortcuts" }));
  await press(page, "Enter");
  await tabTo(page, page.getByRole("checkbox", { name: /^Single keys are on/ }));
  await press(page, "Space", "Escape", "n");
  await expectAt(page, "/transfers/new", "New transfer");
});

/** Only an overview that is alive knows it, and so listens to keys. */
async function expectAlive(page: Page): Promise<void> {
  await expect(page.getByRole("region", { name: "Business" }).getByText("Active")).toBeVisible();
}

test("the search opens the menu where it hides the box", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/");
  await expectAlive(page);
  await press(page, "/");
  await expect(searchBox(page)).toBeFocused();
});

test("the header of a phone names the business and searches", async ({ page }) => {
  await createByApi(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/");
  await expectAlive(page);
  const header = page.getByRole("banner");
  await expect(header).toContainText("Sandbox Trading Limited");
  const find = header.getByRole("button", { name: "Find anything" });
  await find.click();
  await expect(searchBox(page)).toBeFocused();
  await press(page, "Escape");
  await expect(find).toBeFocused();
  // The list has a box of its own in sight.
  await press(page, "g", "t");
  await expectAt(page, "/transfers", "Transfers");
  await expect(find).toBeHidden();
});

test("from the sign-in to a transfer that is found, noted and closed, by the keyboard alone", async ({
  page: admin,
  browser,
  dashboard,
}) => {
  const { id, status } = await createByApi(admin, { accountName: "SANDBOX CUT BEFORE" });
  expect(status).toBe("unknown");
  const page = await emptyBrowser(browser);
  await page.goto(`${dashboard.url}/login`);
  await tabTo(page, page.getByLabel("E-mail address"));
  await page.keyboard.type(owner.email);
  await press(page, "Tab");
  await expect(page.getByLabel("Password", { exact: true })).toBeFocused();
  await page.keyboard.type(owner.password);
  await press(page, "Enter");
  await expect(heading(page)).toHaveText("Overview");
  await expectAlive(page);

  await press(page, "Control+K");
  await page.keyboard.type(id);
  await press(page, "Enter");
  await expectAt(page, `/transfers/${id}`, /1,250\.50 USDC/);
  // Tab stops at a group of radio buttons once; the arrows move within it.
  await tabTo(page, page.getByRole("radio", { name: "The service has this transfer" }));
  await press(page, "ArrowDown");
  const absent = page.getByRole("radio", { name: "The service has no such transfer" });
  await expect(absent).toBeFocused();
  await expect(absent).toBeChecked();
  const reason = page.getByLabel("How you know");
  await tabTo(page, reason);
  await press(page, "Tab", "Enter");
  await expect(page.getByRole("alert").filter({ hasText: "One field needs to be corrected" })).toBeFocused();
  await press(page, "Tab", "Enter");
  await expect(reason).toBeFocused();
  await page.keyboard.type("Support looked and found nothing.");
  const check = page.getByRole("button", { name: "Check and close" });
  await tabTo(page, check);
  await press(page, "Enter");
  const dialog = page.getByRole("dialog", { name: "Close this transfer as not created?" });
  await expect(dialog.getByRole("heading")).toBeFocused();
  await press(page, "Escape");
  await expect(check).toBeFocused();
  await press(page, "Enter");
  await tabTo(page, dialog.getByRole("button", { name: "Close as not created" }));
  await press(page, "Enter");
  await expect(page.locator(":focus")).toContainText("Recorded: the transfer was not created.");

  const records = page.getByRole("region", { name: "Your records" });
  await tabTo(page, records.getByRole("button", { name: "Add a note" }));
  await press(page, "Enter");
  await expect(records.getByLabel("Note")).toBeFocused();
  await page.keyboard.type("Told finance.");
  await tabTo(page, records.getByRole("button", { name: "Add the note" }));
  await press(page, "Enter");
  await expect(records.getByText("The note is in the timeline.")).toBeFocused();
  await page.context().close();
});

test("a quote is asked for and the audit log is filtered by the keyboard alone", { tag: "@detail" }, async ({
  page,
}) => {
  const { id } = await createByApi(page);
  // Before the page is alive a link loads a document, which begins at its top.
  await page.goto("/", { waitUntil: "networkidle" });
  await press(page, "n");
  await expectAt(page, "/transfers/new", "New transfer");
  await page.keyboard.type("75");
  await expect(page.getByText(/^Quoted at /)).toBeVisible();
  await expect(page.getByLabel("You send")).toHaveValue("75");

  await tabTo(page, page.getByRole("button", { name: "Check the transfer" }));
  await press(page, "g", "l");
  await expectAt(page, "/audit", "Audit log");
  await tabTo(page, page.getByLabel("ID of the record"));
  await page.keyboard.type(id);
  await tabTo(page, page.getByRole("button", { name: "Apply" }));
  await press(page, "Enter");
  await expect(page).toHaveURL(new RegExp(`record=${id}`));
  const rows = page.getByRole("table", { name: "Audit log, newest first" }).getByRole("row");
  await expect(rows.filter({ hasText: id }).first()).toBeVisible();
  await expect(heading(page)).toBeFocused();
});
