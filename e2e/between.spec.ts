import type { Page } from "@playwright/test";
import { darken, readQr } from "./support/checks/pixels";
import { saidBy, translate } from "./support/checks/translator";
import { expect, test } from "./support/dashboards/test";
import { detailsOf, fillDetails } from "./support/steps/journey";
import { createByApi, linkByApi } from "./support/steps/transfers";

/** What stands between the dashboard and a person: translators, firewalls, an old browser, password managers. */

test.use({ ownDashboard: "between" });

const drive = async (page: Page, id: string, status: string) =>
  expect((await page.request.post(`/api/transfers/${id}/sandbox`, { data: { status } })).ok()).toBe(true);

/** The translated page says what a fresh one says. */
async function expectFresh(page: Page) {
  const fresh = await page.context().newPage();
  await expect(async () => {
    await fresh.goto(page.url());
    await fresh.waitForLoadState("networkidle");
    expect(await saidBy(page)).toBe(await saidBy(fresh));
  }).toPass();
  await fresh.close();
}

test("a translated page of a transfer, of its payer and of the list follows the news, word for word", {
  tag: "@detail",
}, async ({ page }) => {
  const transfer = await createByApi(page, { accountName: "SANDBOX WAITS" });
  const link = await linkByApi(page, transfer);
  const context = page.context();
  const [payer, list] = [await context.newPage(), await context.newPage()];
  await page.goto(`/transfers/${transfer.id}`);
  await payer.goto(link);
  await list.goto("/transfers");
  await expect(payer.getByRole("button", { name: "Copy address" })).toBeEnabled();
  for (const each of [page, payer, list]) {
    await each.waitForLoadState("networkidle");
    await translate(each);
    await expect(each.getByText("«").first()).toBeVisible();
  }
  // What a person compares is as it was: figures, names, addresses and states.
  await expect(page.getByRole("heading", { level: 1 })).toContainText("1,250.50 USDC to SANDBOX WAITS");
  await expect(
    page
      .locator("[translate=no]")
      .filter({ hasText: /^SANDBOX WAITS$/ })
      .first(),
  ).toBeVisible();
  await expect(payer.locator("[translate=no]").filter({ hasText: /^1,250.50 USDC$/ })).toBeVisible();
  await drive(page, transfer.id, "pay_all");
  // Once it is paid the page asks no more: the network has told all before.
  await expect(page.getByText("Confirmed on Base: 1,250.50 USDC")).toBeVisible();
  for (const status of ["deposit_received", "processing", "completed"])
    await drive(page, transfer.id, status);
  await expect(page.getByText("Paid", { exact: true }).first()).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).not.toContainText("Address issued");
  await expectFresh(page);
  await expect(payer.getByRole("button", { name: "Copy address" })).toHaveCount(0);
  await expectFresh(payer);
  await expect(list.getByRole("row").nth(1)).toContainText("Paid");
});

test("an extension that darkens the page leaves the QR codes as they are", async ({ page }) => {
  const transfer = await createByApi(page, { accountName: "SANDBOX WAITS" });
  for (const path of [`/transfers/${transfer.id}`, await linkByApi(page, transfer)]) {
    await page.goto(path);
    await darken(page);
    expect(await readQr(page.getByRole("img", { name: /^QR code/ })), path).toBe(transfer.address);
  }
});

test("a translated estimate is the one of the amount beside it", async ({ page }) => {
  const main = page.getByRole("main");
  await page.goto("/transfers/new");
  await page.getByLabel("You send").fill("99");
  const ofFirst = /(?<!,)1[45]\d,\d{3}\.\d\d/;
  await expect(main).toContainText(ofFirst);
  await translate(page, { isWhole: true });
  await page.getByLabel("You send").fill("777");
  await expect(main).toContainText(/1,1\d\d,\d{3}\.\d\d/);
  await expect(main).not.toContainText(ofFirst);
});

test("a firewall that lets only GET and POST through is named, and so is a draft that is not kept", {
  tag: "@detail",
}, async ({ page, watch }) => {
  watch.allowFailures(/^\/api\/(transfers\/draft|payees)/);
  await page.route("**/api/**", (route) =>
    ["PUT", "PATCH", "DELETE"].includes(route.request().method())
      ? route.fulfill({ status: 403, contentType: "text/html", body: "<h1>Blocked</h1>" })
      : route.continue(),
  );
  await page.goto("/transfers/new");
  await fillDetails(page, detailsOf());
  await expect(page.getByText("What you typed isn’t being saved")).toBeVisible();
  await expect(page.getByText(/Something between you and the dashboard refused PUT/)).toBeVisible();
  await page.unroute("**/api/**");
  await page.getByLabel("Account name").fill("Adaeze O");
  await expect(page.getByText("What you typed isn’t being saved")).toHaveCount(0);
});

test("a browser that doesn’t know the business’s time zone shows UTC, and every page", {
  tag: "@detail",
}, async ({ page, context }) => {
  await createByApi(page, {});
  await context.addInitScript(() => {
    const Real = Intl.DateTimeFormat;
    const Stub = (locale: string, options: Intl.DateTimeFormatOptions = {}) => {
      if (options.timeZone === "Africa/Lagos") throw new RangeError("Invalid time zone specified");
      return new Real(locale, options);
    };
    Object.defineProperty(Intl, "DateTimeFormat", {
      value: Object.assign(Stub, { prototype: Real.prototype }),
    });
  });
  const old = await context.newPage();
  for (const path of [
    "/",
    "/transfers",
    "/attention",
    "/audit",
    "/insight",
    "/account",
    "/payees",
    "/people",
  ]) {
    await old.goto(path);
    await expect(old.getByRole("heading", { level: 1 })).toBeVisible();
  }
  await old.goto("/transfers/new");
  await old.getByLabel("You send").fill("99");
  await expect(old.getByText(/^Quoted at \d\d:\d\d:\d\d UTC/)).toBeVisible();
});

test("events that name no key, as password managers send them, are no fault", async ({ page }) => {
  await page.goto("/transfers");
  await page.evaluate(() => {
    for (const type of ["keydown", "keyup"])
      document.body.dispatchEvent(new Event(type, { bubbles: true, cancelable: true }));
  });
  await page.keyboard.press("/");
  await expect(page.locator(":focus")).toHaveAttribute("data-keys", "/");
});
