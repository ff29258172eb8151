import type { Page } from "@playwright/test";
import type { TransferSums } from "#lib/contract/transfer-list";
import { formatSum } from "#lib/features/insight/format-sum";
import { expectAccessible } from "./support/checks/accessible";
import { expectPressable, expectReadable } from "./support/checks/spoken";
import { expect, test } from "./support/dashboards/seeded-test";

test.describe.configure({ mode: "serial" });

/** The worker counts a ledger that comes with its history. */
async function openCounted(page: Page, path: string): Promise<void> {
  await expect(async () => {
    await page.goto(path);
    expect(await page.getByText("Older transfers are being counted").count()).toBe(0);
  }).toPass();
}

type Figure = { href: string; text: string; title: string };

/** Every link to a list, those of the bars too. */
async function figuresOf(page: Page): Promise<Figure[]> {
  await page.locator("main details").evaluateAll((all) => {
    for (const each of all) each.setAttribute("open", "");
  });
  return page.locator('main a[href^="/transfers?"]').evaluateAll((all) =>
    all.map((link) => ({
      href: link.getAttribute("href") ?? "",
      text: link instanceof HTMLElement ? link.innerText : "",
      title: link.querySelector("title")?.textContent ?? "",
    })),
  );
}

/** What the list says that a link leads to. */
async function listed(page: Page, href: string): Promise<TransferSums> {
  const data = Object.fromEntries(new URL(href, "http://localhost").searchParams);
  return (await page.request.post("/api/transfers/sums", { data })).json();
}

test("every figure of every range is what the list counts that it leads to", { tag: "@detail" }, async ({
  page,
}) => {
  const seen = { counts: 0, amounts: 0, bars: 0 };
  for (const range of ["30d", "13w", "12m"]) {
    await openCounted(page, `/insight?range=${range}`);
    const asked = new Map<string, TransferSums>();
    for (const { href, text, title } of await figuresOf(page)) {
      const sums = asked.get(href) ?? (await listed(page, href));
      asked.set(href, sums);
      const amount = /^([\d,.]+) (US\w+)$/.exec(text);
      if (title !== "") {
        seen.bars += 1;
        const isEmpty = title.includes("nothing created");
        expect(isEmpty, `${range}: ${title}`).toBe(sums.asked === 0);
      } else if (amount !== null) {
        seen.amounts += 1;
        const sum = sums.sums.find(({ token }) => token === amount[2])?.amount;
        expect(amount[1], `${range}: ${href}`).toBe(sum === undefined ? "0.00" : formatSum(sum));
      } else {
        seen.counts += 1;
        const [count = ""] = /[\d,]+/.exec(text) ?? [];
        expect(count.replaceAll(",", ""), `${range}: ${text}, ${href}`).toBe(`${sums.asked}`);
      }
    }
  }
  expect(seen.counts).toBeGreaterThan(60);
  expect(seen.amounts).toBeGreaterThan(20);
  expect(seen.bars).toBeGreaterThan(50);
});

test("the bars are as high as their table says, and a listener has the sentence and the table", async ({
  page,
}) => {
  await openCounted(page, "/insight?range=12m");
  const region = page.getByRole("region", { name: /USDC is reported paid$/ });
  await region.getByText("Show as a table").click();
  const rows = await region
    .getByRole("row")
    .filter({ has: page.getByRole("rowheader") })
    .evaluateAll((all) =>
      all.map((row) => [...row.querySelectorAll("th, td")].map((cell) => (cell as HTMLElement).innerText)),
    );
  const bars = await region.locator("svg a").evaluateAll((all) =>
    all.map((bar) => ({
      name: bar.querySelector("title")?.textContent?.split(":")[0],
      paid: Number(bar.querySelector(".chart-paid")?.getAttribute("height") ?? 0),
    })),
  );
  expect(bars).toHaveLength(12);
  const amountOf = (name: string | undefined) =>
    Number((rows.find(([month]) => month === name)?.[3] ?? "").replaceAll(",", ""));
  const highest = bars.reduce((most, bar) => (bar.paid > most.paid ? bar : most));
  for (const { name, paid } of bars)
    expect(Math.abs(paid / highest.paid - amountOf(name) / amountOf(highest.name))).toBeLessThan(0.02);
  const tree = await region.ariaSnapshot();
  expect(tree).toContain("Show as a table USDC by month");
  expect(tree).toMatch(/table "USDC by the month of creation"/);
  expect(tree).not.toMatch(/img|graphics/);
});

test("the page stands without scripts, and its links lead on without loading the frame again", async ({
  page,
  browser,
  dashboard,
}) => {
  const { url, storageState } = dashboard;
  const bare = await browser.newContext({ javaScriptEnabled: false, baseURL: url, storageState });
  const plain = await bare.newPage();
  await plain.goto("/insight?range=7d");
  await expect(plain.getByRole("heading", { name: /is reported paid$/ })).toBeVisible();
  await plain.getByText("Show as a table").first().click();
  await expect(plain.getByRole("table", { name: "USDC by the day of creation" })).toBeVisible();
  await bare.close();

  await openCounted(page, "/insight?range=12m");
  await page.evaluate(() => Object.assign(window, { isSameFrame: true }));
  await page.getByRole("link", { name: "Networks" }).click();
  await expect(page).toHaveURL(/by=network/);
  await page.getByRole("link", { name: "13 weeks" }).click();
  await expect(page).toHaveURL(/range=13w&by=network/);
  await page.locator("svg a", { hasText: "reported paid" }).first().click();
  await expect(page).toHaveURL(/\/transfers\?.*state=created/);
  await expect(page.getByRole("link", { name: /^Created/ })).toHaveAttribute("aria-current", "true");
  expect(await page.evaluate(() => "isSameFrame" in window)).toBe(true);
});

test("the figures of an empty token and a wrong range say so", async ({ page }) => {
  await openCounted(page, "/insight?token=NONE");
  await expect(page.getByText("No transfer in this token was created in this range.")).toBeVisible();
  await page.goto("/insight?range=2y");
  await expect(page.getByText("Use month, 7d, 30d, 13w or 12m.")).toBeVisible();
});

test("the figures are accessible, their tables open", { tag: "@detail" }, async ({ page }) => {
  await openCounted(page, "/insight?range=30d");
  await figuresOf(page);
  await expectAccessible(page, "the figures");
  await expectReadable(page, "the figures");
  await expectPressable(page, "the figures");
  await page.goto("/");
  await expect(page.getByRole("region", { name: /by the day of creation$/ })).toBeVisible();
  await expect(page.getByRole("main")).toContainText(
    /Of the [\d,]+ that ended, [\d,]+ were reported paid, \d+\.\d\s%\. [\d,]+ are still open and count in neither\./,
  );
  const dates = await page.getByRole("heading", { name: /by the day of creation$/ }).textContent();
  await expect(page.getByRole("figure")).toContainText(
    dates?.replace(" by the day of creation", "") ?? "none",
  );
  await expectReadable(page, "an overview of many transfers");
  await expectPressable(page, "an overview of many transfers");
  await expectAccessible(page, "an overview of many transfers");
});
