import { oneProcess } from "./playwright.config";
import {
  loadTable,
  measurePage,
  mostLayoutShift,
  type PageLoad,
  pathsUnderBudget,
} from "./support/checks/page-load";
import { expect, test } from "./support/dashboards/test";
import { createByApi, linkByApi } from "./support/steps/transfers";

// Every page, each in a browser that has loaded nothing before, on a machine that may be busy.
// So many contexts in one process of the browser were stuck in one run of seven.
test.use({
  launchOptions: ({ launchOptions }, use) =>
    use({ ...launchOptions, args: (launchOptions.args ?? []).filter((arg) => arg !== oneProcess) }),
});

const screens = [
  { name: "a desk", viewport: { width: 1280, height: 900 }, tag: [] },
  { name: "a phone", viewport: { width: 390, height: 844 }, tag: "@detail" },
];

for (const { name, viewport, tag } of screens) {
  test(`on ${name} every page loads within its budget, from this server alone, and stands still`, {
    tag,
  }, async ({ browser, dashboard, page }) => {
    const transfer = await createByApi(page);
    const link = await linkByApi(page, transfer);
    const storageState = await page.context().storageState();
    const loads: PageLoad[] = [];
    for (const path of pathsUnderBudget(transfer.id, link)) {
      const context = await browser.newContext({ viewport, storageState });
      loads.push(await measurePage(context, dashboard.url, path));
      await context.close();
    }
    if (process.env.PRINT_PAGE_LOADS) console.log(`\n${loadTable(loads, name)}\n`);
    for (const { path, status, scriptKb, budgetKb, layoutShift, foreign } of loads) {
      expect(status, path).toBe(/no-such/.test(path) ? 404 : 200);
      expect(scriptKb, `${path}: kB of script, all of it counted`).toBeGreaterThan(50);
      expect.soft(scriptKb, `${path}: kB of script`).toBeLessThanOrEqual(budgetKb);
      expect.soft(layoutShift, `${path}: layout shift`).toBeLessThan(mostLayoutShift);
      expect.soft(foreign, `${path}: what was asked of others`).toEqual([]);
    }
  });
}
