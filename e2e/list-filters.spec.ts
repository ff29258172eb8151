import type { Page } from "@playwright/test";
import { sessionByProcess } from "#lib/testing/sign-in/session-process";
import { expectAccessible } from "./support/checks/accessible";
import { pressEnter } from "./support/checks/keyboard";
import { takePicture } from "./support/checks/pictures";
import { openDatabase } from "./support/dashboards/database";
import { expect, test } from "./support/dashboards/seeded-test";
import { createByApi } from "./support/steps/transfers";

test.describe.configure({ mode: "serial" });

const rows = (page: Page) => page.getByRole("main").locator("tbody tr");
const pill = (page: Page, name: string) => page.getByRole("main").getByRole("button", { name, exact: true });
const setPill = (page: Page, name: string) =>
  page.getByRole("main").getByRole("link", { name: `${name}, clear this filter`, exact: true });
const panel = (page: Page, word: string) => page.getByRole("dialog", { name: `Filter by ${word}` });

test("each pill is set by the keyboard alone, says what it is set to, and clears by one press", {
  tag: "@detail",
}, async ({ page }) => {
  await createByApi(page);
  await page.goto("/transfers?status=paid");
  await expect(page.getByRole("navigation", { name: "States" })).toContainText(/All \d/);
  await pressEnter(pill(page, "Bank"));
  await expect(panel(page, "bank").getByRole("textbox")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(panel(page, "bank")).toHaveCount(0);
  await expect(pill(page, "Bank")).toBeFocused();

  await page.keyboard.press("Enter");
  await page.keyboard.type("zen");
  await expect(panel(page, "bank").getByRole("link")).toHaveCount(1);
  await expectAccessible(page, "the list with the panel of banks");
  await page.keyboard.press("ArrowDown");
  await expect(panel(page, "bank").getByRole("link")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/transfers\?status=paid&bank=\d+$/);
  await expect(setPill(page, "Bank: Zenith Bank")).toBeFocused();
  for (const text of await rows(page).locator(".tt-bank").allTextContents()) expect(text).toBe("Zenith Bank");

  // The next one is on top of it, and the first choice is taken by Enter in the field.
  await pressEnter(pill(page, "Network"));
  await expect(panel(page, "network").getByRole("textbox")).toBeFocused();
  await expect(panel(page, "network").getByRole("link").first()).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/bank=\d+&network=\w+$/);
  await pressEnter(pill(page, "Amount"));
  await expect(panel(page, "amount").getByLabel("At least")).toBeFocused();
  await page.keyboard.type("1,000");
  await page.keyboard.press("Tab");
  await page.keyboard.type("500");
  await page.keyboard.press("Enter");
  await expect(panel(page, "amount").getByLabel("At most")).toBeFocused();
  await expect(panel(page, "amount")).toContainText("The largest amount is below the smallest.");
  await panel(page, "amount").getByLabel("At most").fill("2 500.50");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/min=1000&max=2500\.50$/);
  await expect(setPill(page, "Amount: 1,000 to 2,500.50")).toBeFocused();
  for (const text of await rows(page).locator(".tt-sent b").allTextContents()) {
    expect(Number(text.replaceAll(",", ""))).toBeGreaterThanOrEqual(1_000);
    expect(Number(text.replaceAll(",", ""))).toBeLessThanOrEqual(2_500.5);
  }
  await expectAccessible(page, "the list with three pills set");
  await pressEnter(setPill(page, "Amount: 1,000 to 2,500.50"));
  await expect(page).not.toHaveURL(/min=|max=/);
  await expect(pill(page, "Amount")).toBeFocused();

  // A form that is sent keeps what the pills have set, and what is typed in a panel is none of its fields.
  await page.getByRole("main").getByLabel("Status").selectOption({ label: "All" });
  await expect(page).toHaveURL(/\/transfers\?bank=\d+&network=\w+$/);
  await page.goto("/transfers?days=month");
  await expect(setPill(page, "This month")).toBeVisible();
  // With one of them set all filters are still one line.
  const middles = await page.locator("[data-list-head] :is(input[name=q], .pill)").evaluateAll((all) =>
    all
      .filter((one) => one.checkVisibility())
      .map((one) => one.getBoundingClientRect())
      .map(({ top, height }) => Math.round(top + height / 2)),
  );
  expect(middles.length).toBeGreaterThan(7);
  expect(Math.max(...middles) - Math.min(...middles)).toBeLessThan(8);
  await page.getByRole("main").getByText("More filters").click();
  await page.getByRole("main").getByRole("textbox", { name: "First day" }).fill("1 Jan 2000");
  await page.getByRole("main").getByRole("button", { name: "Apply" }).click();
  await expect(setPill(page, "From 1 Jan 2000")).toBeVisible();

  await page.goto("/transfers");
  await pill(page, "Person").click();
  await panel(page, "person").getByRole("link", { name: "Owner" }).click();
  await expect(page).toHaveURL(/\?person=/);
  await expect(rows(page).first()).toContainText("Adaeze Okonkwo");
  await page.getByRole("main").getByText("More filters").click();
  await pill(page, "Reason").click();
  await panel(page, "reason")
    .getByRole("link", { name: /^Failed \d/ })
    .click();
  await expect(page).toHaveURL(/person=.*&reason=failed$/);
  await page.goto("/transfers?payee=00000000-0000-4000-8000-000000000000");
  await expect(setPill(page, "Payee: not known")).toBeVisible();
  await expect(page.getByRole("heading", { name: "No results" })).toBeVisible();
});

test("a second press on a pill closes its panel, and a press beside it too", async ({ page }) => {
  await page.goto("/transfers");
  await pill(page, "Payee").click();
  await expect(panel(page, "payee")).toContainText("There is none yet.");
  await pill(page, "Payee").click();
  await expect(panel(page, "payee")).toHaveCount(0);
  await pill(page, "Days").click();
  await expect(panel(page, "days").getByRole("link")).toHaveText([
    "Today",
    "7 days",
    "This month",
    "Last month",
  ]);
  await page.mouse.click(700, 700);
  await expect(panel(page, "days")).toHaveCount(0);
});

test("the counts and sums that come after the list move nothing under a hand", async ({ page }) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/api\/transfers\/sums/, async (route) => {
    await held;
    await route.continue();
  });
  const topsOf = () =>
    page
      .locator("[data-list-head] :is(search, .pill), main tbody tr")
      .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top));
  const before: number[][] = [];
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/transfers");
    before.push(await topsOf());
  }
  const created = page.getByText(/^Over [\d,]+ created$/);
  await expect(created).toHaveCount(0);
  release();
  await expect(created).toBeVisible();
  expect(await topsOf()).toEqual(before[1]);
  await page.setViewportSize({ width: 390, height: 900 });
  expect(await topsOf()).toEqual(before[0]);
});

test("from 1,440 px a row has payee and reference, and head, search and tabs stay in sight", {
  tag: "@detail",
}, async ({ page }) => {
  await createByApi(page, { reference: "INV-2052" });
  const seen = async (width: number) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/transfers");
    const shown = await page.getByRole("columnheader").filter({ visible: true }).allTextContents();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    return shown.map((text) => text.replace(/,.*/, ""));
  };
  const usual = ["Status", "Amount", "Recipient gets", "ID"];
  expect(await seen(1280)).toEqual(["Created", "Recipient", ...usual]);
  // Below the tabs the search and all that filters are one line.
  const ofLine = page.locator("[data-list-head] :is(search, .pill:visible)");
  expect(await ofLine.count()).toBeGreaterThan(7);
  const middles = await ofLine.evaluateAll((all) =>
    all.map((each) => each.getBoundingClientRect()).map(({ top, bottom }) => (top + bottom) / 2),
  );
  expect(Math.max(...middles) - Math.min(...middles)).toBeLessThan(8);
  expect(await seen(1440)).toEqual(["Created", "Recipient", "Payee", "Reference", ...usual]);
  expect(await seen(1600)).toEqual(["Created", "Recipient", "Payee", "Reference", ...usual]);
  await expect(rows(page).first().locator("td").nth(2)).toHaveText("INV-2052");
  await takePicture(page, "the list 1600 light");
  await expect(page.getByText(/^Over [\d,]+ created$/)).toBeVisible();

  for (const width of [1280, 1600]) {
    await seen(width);

    await rows(page).last().scrollIntoViewIfNeeded();
    await page.mouse.wheel(0, 2_000);
    const head = page.getByRole("columnheader", { name: "Recipient", exact: true });
    const tops = async () => {
      const boxes = [
        page.getByRole("navigation", { name: "States" }),
        page.getByRole("main").getByRole("searchbox"),
        head,
        rows(page).last(),
      ].map((each) => each.boundingBox());
      return (await Promise.all(boxes)).map((box) => Math.round(box?.y ?? -1));
    };
    await expect.poll(async () => (await tops()).every((top) => top >= 0 && top < 900)).toBe(true);
    // None lies on another.
    const [tabs = 0, search = 0, columns = 0, last = 0] = await tops();
    expect([tabs < search, search < columns, columns < last]).toEqual([true, true, true]);
    // What has the focus is not below them.
    await page.keyboard.press("j");
    await page.keyboard.press("k");
    const belowHead = async () => {
      const focus = await page.locator("tbody tr:has(a:focus)").boundingBox();
      const { y = 0, height = 0 } = (await head.boundingBox()) ?? {};
      return (focus?.y ?? 0) - (y + height);
    };
    await expect.poll(belowHead).toBeGreaterThanOrEqual(-1);
  }
  await takePicture(page, "the list scrolled 1600 light");
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.emulateMedia({ forcedColors: "active" });
  await page.goto("/transfers?days=month&min=10");
  await takePicture(page, "the list in forced colours");
});

const views = (page: Page) => page.getByRole("list", { name: "Views" });
const dialog = (page: Page) => page.getByRole("dialog");

async function save(page: Page, name: string, whose: "Only you" | "Everybody") {
  await pressEnter(page.getByRole("main").getByRole("button", { name: "Save view" }));
  await dialog(page).getByLabel("Name").fill(name);
  await dialog(page).getByRole("radio", { name: whose }).check();
  await dialog(page).getByRole("button", { name: "Save view" }).click();
}

test("a list is saved under a name, stands in the menu and the palette with its count, and is renamed and deleted", async ({
  page,
  browser,
  dashboard,
}) => {
  await page.goto("/transfers");
  await page.getByRole("main").getByRole("button", { name: "Views" }).click();
  await expect(dialog(page)).toContainText("A view is a name for a filtered list.");
  await page.keyboard.press("Escape");

  await page.goto("/transfers?state=failed&sort=oldest");
  await pressEnter(page.getByRole("main").getByRole("button", { name: "Save view" }));
  await dialog(page).getByRole("button", { name: "Save view" }).click();
  await expect(dialog(page).getByLabel("Name")).toHaveAccessibleDescription(/Enter a name for the view\./);
  await expectAccessible(page, "the dialog that saves a view");
  await dialog(page).getByLabel("Name").fill("Failed, the oldest of them all first");
  await dialog(page).getByRole("button", { name: "Save view" }).click();
  await expect(dialog(page).getByText("Saved as “Failed, the oldest of them all first”.")).toBeFocused();
  await dialog(page).getByRole("button", { name: "Close" }).click();
  const own = views(page).getByRole("link", { name: "Failed, the oldest" });
  await expect(own).toHaveAttribute("aria-current", "page");
  await expect(own).toContainText("99+");

  await page.goto("/transfers?days=month");
  await save(page, "This month", "Everybody");
  await expect(dialog(page).getByText("Saved as “This month”.")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(views(page).getByRole("link")).toHaveCount(2);
  await expectAccessible(page, "the menu with views");
  await page.keyboard.press("Control+K");
  await page.keyboard.type("oldest");
  // Nothing else moves the options once the transfers are there, too.
  await expect(page.locator('[role="listbox"]:not([aria-busy])')).toBeVisible();
  await page.getByRole("option", { name: "Failed, the oldest" }).click();
  await expect(page).toHaveURL("/transfers?state=failed&sort=oldest");

  // Another person has everybody's alone, and changes it only by their role.
  const cookie = await sessionByProcess(dashboard.file, { role: "support" });
  const context = await browser.newContext({
    storageState: { cookies: [], origins: [] },
    extraHTTPHeaders: { cookie },
  });
  const other = await context.newPage();
  await other.goto(`${dashboard.url}/transfers`);
  await expect(views(other).getByRole("link")).toHaveText([/^This month/]);
  await other.getByRole("main").getByRole("button", { name: "Views" }).click();
  await expect(dialog(other).getByRole("heading", { name: "Everybody’s views" })).toBeVisible();
  await expect(dialog(other).getByRole("button", { name: "Rename" })).toHaveCount(0);

  // One that a list takes no more says so, and hinders nothing.
  const sqlite = openDatabase(dashboard.file);
  sqlite.exec("update views set query = 'status=gone' where name = 'This month'");
  sqlite.close();
  await other.reload();
  const broken = views(other).getByRole("link", { name: "This month" });
  await expect(broken).toContainText("can’t be shown");
  await broken.click();
  await expect(other.getByRole("alert").filter({ hasText: "This list can’t be shown" })).toBeVisible();
  await context.close();

  await page.goto("/transfers");
  await page.getByRole("main").getByRole("button", { name: "Views" }).click();
  await dialog(page)
    .getByRole("button", { name: /^Rename Failed/ })
    .click();
  await expect(dialog(page).getByLabel("Name")).toBeFocused();
  await dialog(page).getByLabel("Name").fill("Failed");
  await page.keyboard.press("Enter");
  await expect(dialog(page).getByRole("link", { name: "Failed", exact: true })).toBeVisible();
  await dialog(page).getByRole("button", { name: "Delete This month" }).click();
  await expect(dialog(page)).toContainText("Delete This month from everybody’s menu?");
  await expectAccessible(page, "the dialog that deletes a view");
  await dialog(page).getByRole("button", { name: "Delete view" }).click();
  await expect(dialog(page).getByText("“This month” is deleted.")).toBeFocused();
  await dialog(page).getByRole("button", { name: "Delete Failed" }).click();
  await dialog(page).getByRole("button", { name: "Delete view" }).click();
  await page.keyboard.press("Escape");
  await expect(views(page)).toHaveCount(0);
});
