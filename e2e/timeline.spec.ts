import { join } from "node:path";
import { expectAccessible } from "./support/checks/accessible";
import { chooseTheme, isFocused, tabTo } from "./support/checks/keyboard";
import { openDatabase } from "./support/dashboards/database";
import { expect, test } from "./support/dashboards/faulty-test";
import { createAccepted } from "./support/steps/transfers";

const hostile = `\u0001\u202e<script>alert(1)</script>${"\u0002\u0003".repeat(32_000)}`;

test("a long timeline is read page by page, by keyboard and without script", { tag: "@detail" }, async ({
  page,
  service,
  browser,
  dashboard,
}) => {
  const { id, report } = await createAccepted(page, service);
  await report({ status: "processing" });
  for (let at = 0; at < 40; at++) await report({ status: "processing", at });
  await report(hostile, "text/plain");
  const reply = await page.goto(`/transfers/${id}`);
  expect((await reply?.body())?.byteLength).toBeLessThan(500_000);
  const timeline = page.getByRole("region", { name: "Timeline" });
  const entries = timeline.getByRole("listitem");
  const range = timeline.getByRole("status").filter({ hasText: /^Events/ });
  await expect(range).toHaveText("Events 26 to 45 of 45");
  // The creation and the first word of its status stand before the newest.
  await expect(entries.first()).toContainText("Created");
  await expect(timeline.getByText("22 events not shown here")).toBeVisible();

  await timeline.locator("summary[aria-label^='Content received (63 kB)']").click();
  const body = timeline.getByRole("textbox");
  await expect(body).toHaveValue(/^␁\\u\{202E\}<script>alert\(1\)<\/script>␂␃/);
  await expectAccessible(page, "a long timeline");
  const all = timeline.getByRole("button", { name: "Show all 63 kB" });
  await tabTo(page, all, 60);
  await page.keyboard.press("Enter");
  await expect(timeline.getByText("All 63 kB are shown.")).toBeVisible();
  expect((await body.inputValue()).length).toBeGreaterThan(64_000);
  await expectAccessible(page, "a long timeline with a whole body");

  const earlier = timeline.getByRole("link", { name: "Show earlier" });
  await earlier.focus();
  await page.keyboard.press("Enter");
  await expect(range).toHaveText("Events 6 to 25 of 45");
  expect(await isFocused(earlier)).toBe(true);
  await timeline.getByText("18 steps more").click();
  await expect(timeline.getByRole("paragraph").filter({ hasText: /^Processing$/ })).toHaveCount(20);
  await earlier.focus();
  await page.keyboard.press("Enter");
  await expect(range).toHaveText("Events 1 to 5 of 45");
  await expect(earlier).toHaveCount(0);
  await expectAccessible(page, "the start of a long timeline");
  await timeline.getByRole("link", { name: "Show the newest" }).click();
  await expect(range).toHaveText("Events 26 to 45 of 45");

  const { storageState } = dashboard;
  const plain = await browser.newContext({ javaScriptEnabled: false, storageState, baseURL: dashboard.url });
  const withoutScript = await plain.newPage();
  await withoutScript.goto(`/transfers/${id}`);
  await withoutScript.getByRole("link", { name: "Show earlier" }).click();
  await expect(withoutScript.getByText("Events 6 to 25 of 45")).toBeVisible();
  await plain.close();
});

test("a body is set on lines to be read, and copied as it came", async ({ page, service, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { id, report } = await createAccepted(page, service);
  const body =
    '{"status":"processing", "amount":1250.500000000000000001,"a":"\\u202e<b>","list":[{"n":1e400}]}';
  await report(body);
  await page.goto(`/transfers/${id}`);
  const timeline = page.getByRole("region", { name: "Timeline" });
  await timeline.locator("summary[aria-label^='Content received: Processing']").click();
  const shown = timeline.getByRole("textbox").filter({ visible: true });
  await expect(shown).toHaveValue(
    `{
  "status": "processing",
  "amount": 1250.500000000000000001,
  "a": "\\u202e<b>",
  "list": [
    {
      "n": 1e400
    }
  ]
}`,
  );
  await timeline.getByRole("button", { name: "Copy as received" }).filter({ visible: true }).click();
  await expect(timeline.getByText("Copied").first()).toBeAttached();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(body);
});

test("a status update that can't be processed is named as received, until it is", async ({
  page,
  service,
  dashboard,
}) => {
  const { id, report } = await createAccepted(page, service);
  const database = openDatabase(join(dashboard.folder, "dashboard.db"));
  database.exec(
    "create trigger broken before insert on transfer_events when new.word = 'in_review' begin select raise(abort, 'broken'); end",
  );
  await report({ status: "in_review" });
  await page.goto(`/transfers/${id}`);
  const notice = page.getByText("1 status update isn’t processed yet");
  await expect(notice).toBeVisible();
  await expect(page.getByText("Wait before you send money", { exact: false })).toBeVisible();
  await expectAccessible(page, "a status update that waits");
  database.exec("drop trigger broken");
  database.close();
  // The page refreshes automatically.
  await expect(page.getByText("On hold").first()).toBeVisible();
  await expect(notice).toHaveCount(0);
});

test("a theme that is chosen while an older answer is on its way stays chosen", async ({ page, service }) => {
  const { id } = await createAccepted(page, service);
  await page.goto(`/transfers/${id}`);
  await chooseTheme(page, "Light");
  // The order of the timeline has the server draw the page again: with the theme that it was asked with.
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const asked = new Promise<void>((resolve) => {
    void page.route(
      (url) => url.pathname === `/transfers/${id}`,
      async (route) => {
        const response = await route.fetch();
        resolve();
        await held;
        await route.fulfill({ response });
      },
    );
  });
  await page.getByRole("button", { name: "Change the zone or the order" }).click();
  await page.getByRole("button", { name: "Newest first" }).click();
  await asked;
  await chooseTheme(page, "Dark");
  answer();
  await page.getByRole("button", { name: "Change the zone or the order" }).click();
  await expect(page.getByRole("button", { name: "Oldest first" })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
});
