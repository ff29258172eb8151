import type { Page } from "@playwright/test";
import { serverAwayText } from "#lib/contract/server-away";
import { answer } from "#lib/testing/service/faulty-service";
import { expect, test } from "./support/dashboards/faulty-test";
import { test as sandboxTest } from "./support/dashboards/test";
import { createByApi } from "./support/steps/transfers";

// A list of banks that another test had asked for would be shown here.
test.use({ ownDashboard: "server-away" });

/** A mark in the page's memory, gone with any load of a document. */
async function markPage(page: Page) {
  await page.evaluate(() => Reflect.set(window, "isSamePage", true));
  return () => page.evaluate(() => Reflect.get(window, "isSamePage") === true);
}

test("asking again while the server is away keeps the page and says so, and works when it is back", async ({
  page,
  context,
  service,
  watch,
}) => {
  service.behave("banks", answer(500, "{}"));
  await page.goto("/banks");
  const again = page.getByRole("main").getByRole("button", { name: "Try again" });
  await expect(again).toBeVisible();
  const isSamePage = await markPage(page);
  watch.allowAbsence();
  await context.setOffline(true);
  await again.click();
  await expect(page.getByText(serverAwayText)).toBeVisible();
  await expect(again).toBeVisible();

  await context.setOffline(false);
  service.recover();
  await again.click();
  await expect(page.getByRole("table", { name: "Banks" })).toBeVisible();
  expect(await isSamePage()).toBe(true);
});

sandboxTest(
  "news that comes just before the server goes away is drawn when it is back, on the same page",
  { tag: "@detail" },
  async ({ page, watch }) => {
    const { id } = await createByApi(page, { accountName: "SANDBOX WAITS" });
    await page.goto(`/transfers/${id}`);
    await expect(page.getByRole("region", { name: "Deposit" })).toBeVisible();
    const isSamePage = await markPage(page);
    watch.allowAbsence();
    // The transfer itself can still be read; the server is gone by the time at which the page is to be drawn again.
    await page.route("**/healthz", (route) => route.abort());
    await page.request.post(`/api/transfers/${id}/sandbox`, { data: { status: "refunded" } });
    const notice = page.getByText("This transfer has changed");
    await expect(notice).toBeVisible();
    await page.unroute("**/healthz");
    await expect(notice).toHaveCount(0);
    await expect(page.getByRole("heading", { level: 1 }).locator("..")).toContainText("Refunded");
    expect(await isSamePage()).toBe(true);
  },
);
