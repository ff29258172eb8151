import type { Page } from "@playwright/test";
import { plainPng, svgOf } from "#lib/testing/pictures";
import { expectAccessible } from "./support/checks/accessible";
import { tabTo } from "./support/checks/keyboard";
import { expect, test } from "./support/dashboards/test";
import { emptyBrowser, makeAccount, signIn } from "./support/steps/people";
import { payByApi } from "./support/steps/transfers";

// What is set here stands on the advices of this dashboard alone.
test.use({ ownDashboard: "letterhead" });
const name = "Adébáyọ̀ & Daughters Trading Limited";
const logo = {
  name: "logo.svg",
  mimeType: "image/svg+xml",
  buffer: svgOf(
    `<script>window.top.ran = true</script><rect onload="alert(1)" width="40" height="20" style="fill:#0a7a5c;background:url(//evil.example/x)"/>`,
  ),
};
const preview = (page: Page) => page.getByRole("region", { name: "Preview" });
/** Whether each picture below is there and was drawn. */
const drawn = (page: Page, place: string) =>
  page
    .locator(`${place} img`)
    .evaluateAll((all) => all.map((each) => (each as HTMLImageElement).naturalWidth > 0));

test("an admin sets the letterhead by the keyboard, and it stands on the advice, on paper and in its text", {
  tag: "@detail",
}, async ({ page, context, browser, dashboard, watch }) => {
  watch.allowFailures(/^\/api\/letterhead$/);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { id } = await payByApi(page);
  await page.goto("/letterhead");
  // Where nothing is set, the service's name for the business.
  await expect(preview(page)).toContainText("Sandbox");
  await expectAccessible(page, "a letterhead, none");

  await tabTo(page, page.getByRole("button", { name: "Change" }));
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Name", { exact: true })).toBeFocused();
  await page.keyboard.type(name);
  await page.keyboard.press("Tab");
  await page.keyboard.type("14 Adeola Odeku Street\nVictoria Island, Lagos");
  await page.keyboard.press("Tab");
  await page.keyboard.type("1184207");
  await page.keyboard.press("Tab");
  await page.keyboard.type("VAT 01234567-0001");
  await expect(preview(page)).toContainText(name);
  await expect(preview(page)).toContainText("RC 1184207 · VAT 01234567-0001");

  const file = page.getByLabel("Logo");
  await file.setInputFiles({ ...logo, buffer: Buffer.alloc(150_000) });
  await expect(page.getByText("The file has 150 kB. Use at most 100 kB.")).toBeVisible();
  await file.setInputFiles({ ...logo, buffer: Buffer.from("GIF89a") });
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText(/neither a PNG nor an SVG/)).toBeVisible();
  await expect(file).toBeFocused();
  await file.setInputFiles(logo);
  await expect.poll(() => drawn(page, "[aria-label=Preview]")).toEqual([true]);
  await expectAccessible(page, "a letterhead, being changed");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { name: "Saved" })).toBeVisible();
  await expect.poll(() => drawn(page, "[aria-label=Preview]")).toEqual([true]);
  await expectAccessible(page, "a letterhead");

  const src = (await preview(page).locator("img").getAttribute("src")) ?? "";
  const answer = await page.request.get(src);
  expect(answer.headers()).toMatchObject({
    "content-type": "image/svg+xml",
    "x-content-type-options": "nosniff",
    "content-security-policy": expect.stringMatching(
      /^default-src 'none'; style-src 'unsafe-inline';.*; sandbox$/,
    ),
    "cache-control": "private, max-age=31536000, immutable, no-transform",
  });
  expect(await answer.text()).not.toMatch(/script|onload|evil/);

  await page.goto(`/transfers/${id}`);
  const advice = page.getByRole("region", { name: "Payment advice" });
  await expect(advice).toContainText(name);
  await expect(advice).toContainText("Victoria Island, Lagos");
  await expect.poll(() => drawn(page, "[data-advice]")).toEqual([true]);
  await advice.getByRole("button", { name: "Copy as text" }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(`From: ${name}, RC 1184207\n`);
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
  expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1);

  // Staff see it, and have no such form.
  const support = await emptyBrowser(browser);
  await signIn(support, dashboard.url, await makeAccount(page, "support"));
  await support.goto(`${dashboard.url}/transfers/${id}`);
  await expect.poll(() => drawn(support, "[data-advice]")).toEqual([true]);
  await expect(support.getByRole("link", { name: "Letterhead" })).toHaveCount(0);
  await support.goto(`${dashboard.url}/letterhead`);
  await expect(support.getByRole("heading", { level: 1 })).toHaveText("You don’t have access to this page");
  await support.context().close();
});

test("of two tabs the later one is told, sees what stands there now, and removes the logo", async ({
  page,
  context,
  watch,
}) => {
  watch.allowFailures(/^\/api\/letterhead$/);
  const later = await context.newPage();
  const change = async (tab: Page, text: string) => {
    await tab.getByRole("button", { name: "Change" }).click();
    await tab.getByLabel("Name", { exact: true }).fill(text);
  };
  for (const tab of [page, later]) await tab.goto("/letterhead");
  await change(later, "Later Limited");
  await change(page, "First Limited");
  await page.getByLabel("Logo").setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: plainPng });
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { name: "Saved" })).toBeVisible();
  await later.getByRole("button", { name: "Save" }).click();
  await expect(later.getByRole("heading", { name: "The letterhead has changed" })).toBeVisible();
  await later.getByRole("button", { name: "Cancel" }).click();
  await expect(preview(later)).toContainText("First Limited");
  await change(later, "");
  await later.getByRole("button", { name: "Remove the logo" }).click();
  await expect(preview(later).locator("img")).toHaveCount(0);
  await later.getByRole("button", { name: "Save" }).click();
  await expect(later.getByRole("heading", { name: "Saved" })).toBeVisible();
  await expect(preview(later)).toContainText("Sandbox Trading Limited");
  await expect(preview(later).locator("img")).toHaveCount(0);
});
